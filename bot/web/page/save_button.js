// Telegram's main button in the notebook: it saves the move to the line and sends nothing.

import { save, storageKey } from "./local_storage.js";
import { confirmClosing, hapticFeedback, setMainButton } from "./host.js";

/** @import { MoveEditor } from "./move_editor.js" */

export class SaveButton {
  /**
   * @param {MoveEditor} editor
   * @param {(placement: string) => Promise<boolean>} saveMove returns whether the move was saved
   */
  constructor(editor, saveMove) {
    this.editor = editor;
    this.saveMove = saveMove;
    this.busy = false;
  }

  /** Update the button. */
  draw() {
    const { texts, preview, locked, visible } = this.editor;
    if (!visible) return;
    if (locked) {
      setMainButton(null);
      return;
    }
    const enabled = preview !== null && preview.faults.length === 0;
    setMainButton({ text: texts.get("button.line.keep"), enabled, busy: this.busy, press: () => void this.send() });
  }

  /** Save the move. */
  async send() {
    const { game, draft, preview } = this.editor;
    const { placement } = draft;
    if (!game || placement === null || this.busy || !preview || preview.faults.length) return;
    this.busy = true;
    this.draw();
    const saved = await this.saveMove(placement);
    this.busy = false;
    hapticFeedback(saved ? "success" : "error");
    if (saved) {
      save(storageKey(game, "plan"), null);
      confirmClosing(false);
    }
    this.draw();
  }
}
