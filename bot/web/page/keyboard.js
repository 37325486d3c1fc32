// Handles keyboard input: arrow keys move the focus, Enter sets the arrow, letters lay tiles.

export class Keyboard {
  /** @param {import("./move_editor.js").MoveEditor} editor */
  constructor(editor) {
    this.editor = editor;
    document.addEventListener("keydown", (event) => void this.handleKey(event));
  }

  /**
   * Handle a key press.
   * @param {KeyboardEvent} event
   */
  async handleKey(event) {
    if (!this.editor.visible || !this.editor.game || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return this.editor.mainButton.send();
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || target.closest("input, textarea")) return;
    const isOnBoard = this.editor.board.isFocused;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step && isOnBoard) {
      event.preventDefault();
      this.editor.board.moveFocus(step[0], step[1]);
      this.editor.draw();
      this.editor.board.focusSquare();
    } else if ((event.key === "Enter" || event.key === " ") && isOnBoard) {
      event.preventDefault();
      const { focus } = this.editor.board;
      if (this.editor.draft.playedAt(focus) === null) this.editor.change(() => this.editor.draft.tap(focus));
    } else if (event.key === "Backspace") {
      event.preventDefault();
      this.editor.change(() => this.editor.draft.undo());
    } else if (event.key === "Escape") {
      this.editor.change(() => this.editor.draft.clear());
    } else if (/^\p{L}$/u.test(event.key) && !target.closest("nav")) {
      event.preventDefault();
      await this.typeLetter(event.key);
    } else if (event.key === "?") await this.editor.layTile("?");
    if (isOnBoard) this.focusArrow();
  }

  /**
   * Lay the tile of a letter, or else a blank as that letter.
   * @param {string} key
   */
  async typeLetter(key) {
    const letter = key.normalize("NFD")[0].toUpperCase();
    if (!this.editor.draft.arrow && this.editor.board.isFocused) {
      const { focus } = this.editor.board;
      this.editor.draft.tap(focus);
    }
    if (this.editor.draft.remaining.includes(letter)) await this.editor.layTile(letter);
    else if (this.editor.draft.remaining.includes("?") && this.editor.draft.arrow) {
      this.editor.change(() => this.editor.draft.layAtArrow(letter, true));
    }
  }

  /** Move the focus to the arrow. */
  focusArrow() {
    const { arrow } = this.editor.draft;
    if (!arrow) return;
    this.editor.board.focus = { row: arrow.row, col: arrow.col };
    this.editor.draw();
    this.editor.board.focusSquare();
  }
}
