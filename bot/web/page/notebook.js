// The notebook: placements that one tries out and keeps, for oneself alone.

import { RefusedError } from "./api.js";
import { fill, make } from "./dom.js";
import { Draft } from "./draft.js";

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Line} Line
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./words.js").Words} Words
 */

export class Notebook {
  /**
   * @param {import("./api.js").Api} api
   * @param {Words} words
   * @param {Table} table
   * @param {{opened: () => void, failed: (error: unknown) => void}} house
   */
  constructor(api, words, table, house) {
    this.api = api;
    this.words = words;
    this.table = table;
    this.house = house;
    this.element = make("div", { class: "notebook" });
    /** @type {Game | null} */
    this.game = null;
    /** @type {Line[] | null} null: not read yet */
    this.lines = null;
    this.revision = 0;
  }

  /**
   * Show what is written down in that game.
   * @param {Game} game
   */
  async open(game) {
    const isOther = this.game?.game !== game.game;
    this.game = game;
    if (isOther) this.lines = null;
    this.draw();
    if (!this.lines) await this.read();
  }

  async read() {
    const { game } = this;
    if (!game) return;
    try {
      const found = await this.api.notebook(game.game);
      if (this.game !== game) return;
      this.lines = found.lines.filter((each) => each.moves?.length && each.moves[0].laid);
      this.revision = found.revision;
      this.draw();
    } catch (error) {
      this.house.failed(error);
    }
  }

  /**
   * Write all lines; where another device has written meanwhile, show what it wrote.
   * @param {Line[]} lines
   */
  async write(lines) {
    const { game, lines: before } = this;
    if (!game) return;
    this.lines = lines;
    this.draw();
    try {
      await this.api.writeNotebook(game.game, lines, game.version, this.revision);
      this.revision += 1;
    } catch (error) {
      this.lines = before;
      if (error instanceof RefusedError && error.status === 409) await this.read();
      this.house.failed(error);
      this.draw();
    }
  }

  draw() {
    const { words, lines, game } = this;
    if (!game || !lines) return;
    const { placement, laid } = this.table.draft;
    const may = placement !== null && laid.length > 0;
    const keep = make(
      "button",
      { type: "button", class: "tool keep", disabled: !may, click: () => void this.keep() },
      may ? words.say("button.board.keep", { placement }) : words.say("page.keep_none"),
    );
    fill(
      this.element,
      make("p", { class: "hint" }, words.say("page.notebook_private")),
      keep,
      make("ul", { class: "lines" }, lines.map((line, at) => this.card(line, at))),
    );
    this.element.lastElementChild?.toggleAttribute("hidden", lines.length === 0);
  }

  /** Keep what is laid on the board as a line. */
  async keep() {
    const { draft, found } = this.table;
    if (!this.game || !this.lines || !draft.placement) return;
    const move = { placement: draft.placement, points: found?.counted ?? null, laid: draft.kept().laid };
    const line = { note: "", version: this.game.version, moves: [move] };
    await this.write([...this.lines, line]);
  }

  /**
   * @param {Line} line
   * @param {number} at
   */
  card(line, at) {
    const { words } = this;
    const [move] = line.moves;
    const points = move.points === null ? "" : ` · ${words.count(move.points, "points")}`;
    const fits = this.fits(line);
    const note = /** @type {HTMLInputElement} */ (make("input", {
      type: "text",
      maxlength: 300,
      "aria-label": `${words.say("page.line_note")}: ${move.placement}`,
      placeholder: words.say("page.line_note"),
      change: () => void this.write((this.lines ?? []).map((each, number) =>
        number === at ? { ...each, note: note.value } : each)),
    }));
    note.value = line.note ?? "";
    const act = (/** @type {string} */ key, /** @type {boolean} */ isOff, /** @type {() => void} */ click) =>
      make("button", { type: "button", class: "tool", disabled: isOff, click, "aria-label": `${words.say(key)}: ${move.placement}` }, words.say(key));
    return make(
      "li",
      {},
      make("p", {}, make("b", {}, move.placement), points),
      note,
      fits ? null : make("p", { class: "fault" }, words.say("page.line_gone")),
      make(
        "div",
        { class: "acts" },
        act("button.board.try", !fits, () => {
          this.table.tryOut(move.laid);
          this.house.opened();
        }),
        act("button.board.delete", false, () =>
          void this.write((this.lines ?? []).filter((_, number) => number !== at))),
      ),
    );
  }

  /**
   * Return whether its letters are in hand and its squares free.
   * @param {Line} line
   */
  fits(line) {
    if (!this.game?.colour) return false;
    const draft = new Draft(this.game.board, this.game.racks[this.game.colour]);
    return draft.take({ laid: line.moves[0].laid, arrow: null, pass: false });
  }
}
