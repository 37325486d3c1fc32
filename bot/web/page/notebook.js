// The notebook: lines of play that one tries out for both players, for oneself alone.

import { about, tool } from "./about.js";
import { RefusedError } from "./api.js";
import { keyOf, load, save } from "./device.js";
import { fill, make } from "./dom.js";
import { gameAfter, isOpen, movesTo, pathTo, saying, withLine, without } from "./lines.js";
import { Keeping } from "./plan.js";
import { Table } from "./table.js";
import { backButton, mainButton } from "./telegram.js";
import { comparison, gone, tree } from "./tree.js";

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Line} Line
 * @typedef {import("./api.js").Position} Position
 * @typedef {import("./words.js").Words} Words
 */

/**
 * Return whether a position is reached by that placement, however its jokers are written.
 * @param {Position} position
 * @param {string} placement
 */
function isMove({ pass, position, word }, placement) {
  return pass ? placement === "PAS" : `${position} ${word}` === placement.replace(/[()]/g, "");
}

export class Notebook {
  /**
   * @param {import("./api.js").Api} api
   * @param {Words} words
   * @param {{told: (text: string) => void, failed: (error: unknown) => void}} house
   */
  constructor(api, words, house) {
    this.api = api;
    this.words = words;
    this.house = house;
    this.element = make("div", { class: "notebook" });
    this.table = new Table(words, {
      slot: "plan",
      unsent: words.say("page.plan"),
      ask: (game, placement, signal) => api.preview(game.game, placement, signal, this.at ?? []),
      sender: (table) => new Keeping(table, (placement) => this.add(placement)),
      told: (text) => house.told(text),
    });
    this.table.visible = false;
    /** @type {Game | null} */
    this.game = null;
    /** @type {Line[] | null} null: not read yet */
    this.lines = null;
    /** @type {Position[]} */
    this.positions = [];
    this.revision = 0;
    /** @type {string[] | null} the moves that lead to what is shown; null: the whole tree */
    this.at = null;
    /** @type {string[] | null} what is to be compared with what is chosen next */
    this.comparing = null;
  }

  /**
   * Show what is written down in that game.
   * @param {Game} game
   */
  async open(game) {
    const isOther = this.game?.game !== game.game || this.game.version !== game.version;
    const isElsewhere = this.game?.game !== game.game;
    this.game = game;
    if (isElsewhere) {
      this.lines = null;
      this.comparing = null;
      this.at = null;
    }
    if (isOther) await this.read();
    else this.draw();
  }

  async read() {
    const { game } = this;
    if (!game) return;
    try {
      const found = await this.api.notebook(game.game);
      if (this.game !== game) return;
      const isFirst = this.lines === null;
      Object.assign(this, { lines: found.lines, positions: found.positions, revision: found.revision });
      const kept = isFirst ? load(keyOf(game, "plan at")) : { at: this.at, adding: !this.table.locked };
      this.go(kept?.at && this.reaches(kept.at) ? kept.at : null, Boolean(kept?.adding));
    } catch (error) {
      this.house.failed(error);
    }
  }

  /** @param {string[]} moves */
  reaches(moves) {
    return pathTo(this.positions, moves).length === moves.length;
  }

  /**
   * Write all lines; where another device has written meanwhile, show what it wrote.
   * @param {Line[]} lines
   * @returns {Promise<boolean>} whether they were written
   */
  async write(lines) {
    const { game } = this;
    if (!game) return false;
    const sent = lines.map(({ moves, root, name, note }) => ({ moves, root, name, note }));
    try {
      await this.api.writeNotebook(game.game, sent, game.version, this.revision);
    } catch (error) {
      if (error instanceof RefusedError && error.status === 409) await this.read();
      this.house.failed(error);
      return false;
    }
    await this.read();
    return true;
  }

  /**
   * Show a position, with its keys or without; null: the tree.
   * @param {string[] | null} at
   * @param {boolean} [adding]
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
    if (at) this.table.open(gameAfter(game, pathTo(this.positions, at)));
    this.draw();
  }

  /**
   * Keep a move at the end of the line that is shown, and go on from there.
   * @param {string} placement
   */
  async add(placement) {
    if (!this.lines || !this.at) return false;
    const { at } = this;
    if (!(await this.write(withLine(this.lines, [...at, placement])))) return false;
    const above = pathTo(this.positions, at).at(-1)?.number ?? null;
    const last = this.positions.find((each) => each.above === above && isMove(each, placement));
    this.go(last ? [...at, last.move] : at, Boolean(last?.turn));
    return true;
  }

  /** @param {Position} position */
  choose(position) {
    const moves = movesTo(this.positions, position);
    if (this.comparing) this.compare(this.comparing, moves);
    else this.go(moves);
  }

  draw() {
    const { lines } = this;
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

  back() {
    this.comparing = null;
    this.go(null);
  }

  /** Let go of Telegram's buttons: another tab is shown. */
  leave() {
    this.table.visible = false;
    document.body.classList.remove("planning");
    backButton(null);
  }

  /** @param {Line[]} lines */
  drawTree(lines) {
    const { words, game, positions } = this;
    if (!game) return;
    const first = tool(this.words, "button.line.add_first", () => this.go([], true), !game.turn);
    const asked = this.comparing && pathTo(positions, this.comparing).at(-1);
    fill(
      this.element,
      make("p", { class: "hint" }, asked ? words.say("page.compare_with", { number: asked.number, move: asked.move }) : words.say("page.notebook_private")),
      positions.length ? tree(words, game, positions, (each) => this.choose(each)) : null,
      asked ? tool(this.words, "button.line.back", () => this.back()) : first,
      gone(words, lines.filter((each) => !isOpen(each)), () => void this.write(lines.filter(isOpen))),
    );
  }

  /** @param {string[]} at */
  drawPosition(at) {
    const { words, game, table } = this;
    if (!game) return;
    const path = pathTo(this.positions, at);
    const last = path.at(-1);
    fill(
      this.element,
      make("div", { class: "banner" }, table.locked ? tool(this.words, "button.line.back", () => this.back()) : this.done(at), make("p", {}, make("b", {}, words.say("page.plan")), this.next())),
      table.locked ? make("p", { class: "path" }, path.map((each) => each.move).join(" → ")) : null,
      table.element,
      table.locked ? this.about(at, last) : null,
    );
  }

  /**
   * Return the way out of laying letters.
   * @param {string[]} at
   */
  done(at) {
    return tool(this.words, "button.line.done", () => (at.length ? this.go(at) : this.back()));
  }

  /** Return who lays letters, where somebody does. */
  next() {
    const { words, table } = this;
    const name = table.game?.colour ? table.game.players[table.game.colour] : "";
    return table.locked ? null : make("small", {}, words.say("page.line_next", { name }));
  }

  /**
   * Return what may be done with a position, and what is known of it.
   * @param {string[]} at
   * @param {Position | undefined} last
   */
  about(at, last) {
    const own = this.game?.colour;
    if (!last || !own) return null;
    return about(this.words, own, last, {
      add: () => this.go(at, true),
      condition: () => void this.condition(at),
      compare: this.positions.length < 2 ? null : () => this.askOther(at),
      drop: () => void this.drop(at),
      say: (said) => void this.write(saying(this.lines ?? [], at, said)),
    });
  }

  /** @param {string[]} at */
  async drop(at) {
    const led = at.slice(0, -1);
    if (await this.write(without(this.lines ?? [], at))) this.go(led.length ? led : null);
  }

  /** @param {string[]} at */
  askOther(at) {
    this.comparing = at;
    this.go(null);
  }

  /**
   * @param {string[]} one
   * @param {string[]} other
   */
  compare(one, other) {
    const own = this.game?.colour;
    if (!own) return;
    this.comparing = null;
    const paths = [one, other].map((each) => pathTo(this.positions, each));
    fill(this.element, comparison(this.words, own, paths[0], paths[1]), tool(this.words, "button.line.back", () => this.back()));
    backButton(() => this.back());
  }

  /** @param {string[]} at */
  async condition(at) {
    const { game, words } = this;
    if (!game) return;
    try {
      const { results } = await this.api.setCondition(game.game, at);
      this.house.told(words.say("page.line_conditional", { line: results[0].line }));
    } catch (error) {
      this.house.failed(error);
    }
  }
}
