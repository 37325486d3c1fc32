// Handles keyboard input: arrow keys move the focus, Enter sets the arrow, letters lay tiles.

export class Keyboard {
  /** @param {import("./move_editor.js").MoveEditor} table */
  constructor(table) {
    this.table = table;
    document.addEventListener("keydown", (event) => void this.press(event));
  }

  /**
   * Handle a key press.
   * @param {KeyboardEvent} event
   */
  async press(event) {
    if (!this.table.visible || !this.table.game || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return this.table.sending.send();
    if (event.ctrlKey || event.metaKey) return;
    const target = /** @type {Element} */ (event.target);
    const onBoard = this.table.board.isFocused;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step && onBoard) {
      event.preventDefault();
      this.table.board.walk(step[0], step[1]);
      this.table.draw();
      this.table.board.focusSquare();
    } else if ((event.key === "Enter" || event.key === " ") && onBoard) {
      event.preventDefault();
      const { focus } = this.table.board;
      if (this.table.draft.onBoard(focus) === null) this.table.change(() => this.table.draft.touch(focus));
    } else if (event.key === "Backspace") {
      event.preventDefault();
      this.table.change(() => this.table.draft.back());
    } else if (event.key === "Escape") {
      this.table.change(() => this.table.draft.clear());
    } else if (/^\p{L}$/u.test(event.key) && !target.closest("nav, input, textarea")) {
      event.preventDefault();
      await this.type(event.key);
    } else if (event.key === "?") await this.table.lay("?");
    if (onBoard) this.followArrow();
  }

  /**
   * Lay the tile of a letter, or else a blank as that letter.
   * @param {string} key
   */
  async type(key) {
    const letter = key.normalize("NFD")[0].toUpperCase();
    if (!this.table.draft.arrow && this.table.board.isFocused) {
      const { focus } = this.table.board;
      this.table.draft.touch(focus);
    }
    if (this.table.draft.left.includes(letter)) await this.table.lay(letter);
    else if (this.table.draft.left.includes("?") && this.table.draft.arrow) {
      this.table.change(() => this.table.draft.lay(letter, true));
    }
  }

  /** Move the focus to the arrow. */
  followArrow() {
    const { arrow } = this.table.draft;
    if (!arrow) return;
    this.table.board.focus = { row: arrow.row, col: arrow.col };
    this.table.draw();
    this.table.board.focusSquare();
  }
}
