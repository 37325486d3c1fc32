// Renders the private notebook: lines of play in which the user plays for both players.

import { positionDetails, tool } from "./position_details.js";
import { RefusedError } from "./api.js";
import { keyOf, load, save } from "./local_storage.js";
import { fill, make } from "./dom.js";
import { NotebookStore } from "./notebook_store.js";
import { isMove } from "./history.js";
import { gameAfter, isOpen, laidBy, movesTo, saying, withLine, without } from "./notebook_lines.js";
import { SaveButton } from "./save_button.js";
import { MoveEditor } from "./move_editor.js";
import { backButton, mainButton } from "./telegram.js";
import { comparisonTable, closedLines, positionTree } from "./notebook_tree.js";

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Line} Line
 * @typedef {import("./api.js").Position} Position
 * @typedef {import("./texts.js").Texts} Texts
 * @typedef {object} House
 * @property {(text: string) => void} told
 * @property {(error: unknown) => void} failed
 * @property {() => import("./draft.js").Laid[]} laid returns the unsent tiles of the Board tab
 * @property {(laid: import("./draft.js").Laid[]) => void} play lays tiles on the Board tab
 */

export class Notebook {
  /**
   * @param {import("./api.js").Api} api
   * @param {Texts} texts
   * @param {House} house
   */
  constructor(api, texts, house) {
    this.api = api;
    this.texts = texts;
    this.house = house;
    this.element = make("div", { class: "notebook" });
    this.table = new MoveEditor(texts, {
      slot: "plan",
      unsent: texts.get("page.plan"),
      ask: (game, placement, signal) => api.preview(game.game, placement, signal, this.at ?? []),
      sender: (table) => new SaveButton(table, (placement) => this.add(placement)),
      told: (text) => house.told(text),
      opened: () => {},
      replayed: null,
      analysed: () => {},
    });
    this.table.visible = false;
    /** @type {Game | null} */
    this.game = null;
    this.kept = new NotebookStore(api);
    /** @type {string[] | null} the moves to the open position; null for the tree */
    this.at = null;
    /** @type {string[] | null} the moves to the position to compare with the next chosen one */
    this.comparing = null;
    /** @type {{at: string[], said: {name?: string, note?: string}} | null} unsaved name or note of a position */
    this.writing = null;
  }

  /**
   * Open the notebook of a game; save unsaved input if the game has moved on.
   * @param {Game} game
   */
  async open(game) {
    const isElsewhere = this.game?.game !== game.game;
    const isOther = isElsewhere || this.game?.version !== game.version;
    this.game = game;
    if (isElsewhere) {
      this.kept.forget();
      this.comparing = null;
      this.at = null;
    }
    const { writing } = this;
    this.writing = null;
    if (writing && isOther && !isElsewhere) await this.write(saying(this.kept.lines ?? [], writing.at, writing.said));
    else if (isOther) await this.read();
    else this.draw();
  }

  /** Load the lines; stay at the same position, if it still exists. */
  async read() {
    const { game } = this;
    if (!game) return;
    try {
      const isFirst = this.kept.lines === null;
      await this.kept.read(game, () => this.game === game);
      if (this.game !== game) return;
      const was = isFirst ? load(keyOf(game, "plan at")) : { at: this.at, adding: !this.table.locked };
      this.go(this.kept.nearest(was?.at ?? null), Boolean(was?.adding));
    } catch (error) {
      this.house.failed(error);
    }
  }

  /**
   * Write all lines. If another device has written meanwhile, load its version.
   * @param {Line[]} lines
   * @returns {Promise<boolean>} whether the write succeeded
   */
  async write(lines) {
    const { game } = this;
    if (!game) return false;
    try {
      await this.kept.write(game, lines);
      this.house.told("");
    } catch (error) {
      if (error instanceof RefusedError && error.status === 409) await this.read();
      this.house.failed(error);
      return false;
    }
    await this.read();
    return true;
  }

  /**
   * Open a position or the tree.
   * @param {string[] | null} at moves to the position; null for the tree
   * @param {boolean} [adding] whether the user can lay tiles
   */
  go(at, adding = false) {
    const { game } = this;
    if (!game) return;
    const isOther = String(at) !== String(this.at);
    const before = load(keyOf(game, "plan at"));
    this.at = at;
    if (isOther && String(before?.at ?? null) !== String(at)) {
      for (const colour of /** @type {const} */ (["red", "blue"])) save(keyOf({ ...game, colour }, "plan"), null);
    }
    save(keyOf(game, "plan at"), at && { at, adding });
    this.table.locked = !adding;
    if (at) this.table.open(gameAfter(game, this.kept.path(at)));
    this.draw();
  }

  /** Start a line with the unsent tiles of the Board tab. */
  addFirst() {
    this.go([], true);
    const { draft, game } = this.table;
    const isOwn = this.game !== null && game?.colour === this.game.colour;
    if (isOwn && draft.laid.length === 0) this.table.tryOut(this.house.laid());
  }

  /**
   * Append a move to the open line, save it, and open the new position.
   * @param {string} placement
   * @returns {Promise<boolean>} whether it was saved
   */
  async add(placement) {
    if (!this.kept.lines || !this.at) return false;
    const { at } = this;
    if (!(await this.write(withLine(this.kept.lines, [...at, placement])))) return false;
    const above = this.kept.path(at).at(-1)?.number ?? null;
    const last = this.kept.positions.find((each) => each.above === above && isMove(each, placement));
    this.go(last ? [...at, last.move] : at, Boolean(last?.turn));
    return true;
  }

  /**
   * Open the position, or compare it with the one chosen before.
   * @param {Position} position
   */
  choose(position) {
    const moves = movesTo(this.kept.positions, position);
    if (this.comparing) this.compare(this.comparing, moves);
    else this.go(moves);
  }

  draw() {
    const { lines } = this.kept;
    const isShown = this.element.isConnected;
    this.table.visible = isShown && this.at !== null;
    if (!lines || !isShown) return;
    backButton(this.at || this.comparing ? () => this.back() : null);
    if (this.at) this.drawPosition(this.at);
    else this.drawTree(lines);
    if (this.at) this.table.shown(true);
    else mainButton(null);
    this.element.classList.toggle("plan", this.at !== null);
    document.body.classList.toggle("planning", this.at !== null && !this.table.locked);
  }

  /** Return to the tree. */
  back() {
    this.comparing = null;
    this.go(null);
  }

  /** Release Telegram's buttons when another tab opens. */
  leave() {
    this.table.visible = false;
    document.body.classList.remove("planning");
    backButton(null);
  }

  /** @param {Line[]} lines */
  drawTree(lines) {
    const { texts, game } = this;
    const { positions } = this.kept;
    if (!game) return;
    const first = game.turn ? tool(texts, "button.line.add_first", () => this.addFirst()) : null;
    const asked = this.comparing && this.kept.path(this.comparing).at(-1);
    fill(
      this.element,
      make("p", { class: "hint" }, asked ? texts.get("page.compare_with", { number: asked.number, move: asked.move }) : texts.get("page.notebook_private")),
      positions.length ? positionTree(texts, game, positions, (each) => this.choose(each)) : null,
      asked ? tool(this.texts, "button.line.back", () => this.back()) : first,
      closedLines(texts, lines.filter((each) => !isOpen(each)), () => void this.write(lines.filter(isOpen))),
    );
  }

  /** @param {string[]} at */
  drawPosition(at) {
    const { texts, game, table } = this;
    if (!game) return;
    const path = this.kept.path(at);
    const last = path.at(-1);
    fill(
      this.element,
      make("div", { class: "banner" }, table.locked ? tool(this.texts, "button.line.back", () => this.back()) : this.done(at), make("p", {}, make("b", {}, texts.get("page.plan")), this.next())),
      table.locked ? make("p", { class: "path" }, path.map((each) => each.move).join(" → ")) : null,
      table.element,
      table.locked ? this.about(at, last) : null,
    );
  }

  /**
   * Return the button that ends laying tiles.
   * @param {string[]} at
   */
  done(at) {
    return tool(this.texts, "button.line.done", () => (at.length ? this.go(at) : this.back()));
  }

  /** Return the name of the player whose move is being laid, or null. */
  next() {
    const { texts, table } = this;
    const name = table.game?.colour ? table.game.players[table.game.colour] : "";
    return table.locked ? null : make("small", {}, texts.get("page.line_next", { name }));
  }

  /**
   * Return the details and actions of a position.
   * @param {string[]} at
   * @param {Position | undefined} last
   */
  about(at, last) {
    const own = this.game?.colour;
    if (!last || !own) return null;
    return positionDetails(this.texts, own, last, {
      add: () => this.go(at, true),
      play: this.playing(at, last),
      condition: () => void this.condition(at),
      compare: this.kept.positions.length < 2 ? null : () => this.askOther(at),
      drop: () => void this.drop(at),
      writing: (said) => (this.writing = { at, said }),
      say: (said) => {
        if (!this.writing) return; // `open` saved it when the game moved on
        this.writing = null;
        void this.write(saying(this.kept.lines ?? [], at, said));
      },
    });
  }

  /**
   * Return the action that lays the move on the Board tab, or null if it cannot be played now.
   * @param {string[]} at
   * @param {Position} position
   */
  playing(at, position) {
    const { game } = this;
    const isNow = game !== null && game.turn === game.colour && at.length === 1;
    if (!isNow || position.pass || !position.colour) return null;
    return () => this.house.play(laidBy(game, position));
  }

  /**
   * Delete a position and its descendants.
   * @param {string[]} at
   */
  async drop(at) {
    const led = at.slice(0, -1);
    if (await this.write(without(this.kept.lines ?? [], at))) this.go(led.length ? led : null);
  }

  /**
   * Open the tree to choose the position to compare with.
   * @param {string[]} at
   */
  askOther(at) {
    this.comparing = at;
    this.go(null);
  }

  /**
   * Render two lines side by side.
   * @param {string[]} one
   * @param {string[]} other
   */
  compare(one, other) {
    const own = this.game?.colour;
    if (!own) return;
    this.comparing = null;
    const paths = [one, other].map((each) => this.kept.path(each));
    fill(this.element, comparisonTable(this.texts, own, paths[0], paths[1]), tool(this.texts, "button.line.back", () => this.back()));
    backButton(() => this.back());
  }

  /**
   * Make the line a conditional move.
   * @param {string[]} at
   */
  async condition(at) {
    const { game, texts } = this;
    if (!game) return;
    try {
      const { results } = await this.api.setCondition(game.game, at);
      this.house.told(texts.get("page.line_conditional", { line: results[0].line }));
    } catch (error) {
      this.house.failed(error);
    }
  }
}
