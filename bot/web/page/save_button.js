// Telegram's main button in the notebook: it saves the move to the line and sends nothing.

import { keyOf, save } from "./local_storage.js";
import { confirmClosing, feel, mainButton } from "./telegram.js";

/** @typedef {import("./move_editor.js").MoveEditor} Table */

export class SaveButton {
  /**
   * @param {Table} table
   * @param {(placement: string) => Promise<boolean>} keep returns whether the move was saved
   */
  constructor(table, keep) {
    this.table = table;
    this.keep = keep;
    this.busy = false;
  }

  /** Update the button. */
  draw() {
    const { texts, found, locked, visible } = this.table;
    if (!visible) return;
    if (locked) {
      mainButton(null);
      return;
    }
    const enabled = found !== null && found.faults.length === 0;
    mainButton({ text: texts.get("button.line.keep"), enabled, busy: this.busy, press: () => void this.send() });
  }

  /** Save the move. */
  async send() {
    const { game, draft, found } = this.table;
    const { placement } = draft;
    if (!game || placement === null || this.busy || !found || found.faults.length) return;
    this.busy = true;
    this.draw();
    const kept = await this.keep(placement);
    this.busy = false;
    feel(kept ? "success" : "error");
    if (kept) {
      save(keyOf(game, "plan"), null);
      confirmClosing(false);
    }
    this.draw();
  }
}
