// A move tried out in the notebook: asked for at the end of a line, kept by Telegram's button.

import { keyOf, save } from "./device.js";
import { confirmClosing, feel, mainButton } from "./telegram.js";

/** @typedef {import("./table.js").Table} Table */

/** Telegram's button while one plans: it keeps, and sends nothing. */
export class Keeping {
  /**
   * @param {Table} table
   * @param {(placement: string) => Promise<boolean>} keep says whether it was kept
   */
  constructor(table, keep) {
    this.table = table;
    this.keep = keep;
    this.busy = false;
  }

  /** Show the button as it may be pressed now. */
  draw() {
    const { words, found, locked, visible } = this.table;
    if (!visible) return;
    if (locked) {
      mainButton(null);
      return;
    }
    const enabled = found !== null && found.faults.length === 0;
    mainButton({ text: words.say("button.line.keep"), enabled, busy: this.busy, press: () => void this.send() });
  }

  /** Keep what is laid. */
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
