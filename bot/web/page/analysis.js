// Renders the analysis of a finished game beside its replay; loads it on demand.

import { fill, make } from "./dom.js";

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Analysis} Analysis
 * @typedef {import("./api.js").Turn} Turn
 * @typedef {import("./texts.js").Texts} Texts
 * @typedef {{analysis: () => Promise<Analysis>, analyse: () => Promise<{text: string}>,
 *            told: (text: string) => void, failed: (error: unknown) => void, shown: (best: boolean) => void}} House
 */

/** Polling interval for a requested analysis; usually a server-sent event arrives earlier. */
const AGAIN = 20_000;

export class AnalysisView {
  /**
   * @param {Texts} texts
   * @param {Game} game
   * @param {House} house
   */
  constructor(texts, game, house) {
    this.texts = texts;
    this.game = game;
    this.house = house;
    /** @type {Analysis | null} null until loaded */
    this.found = null;
    this.turn = make("div", { class: "best" });
    this.brief = make("div", { class: "brief" });
  }

  /**
   * Return the analysed turn of a move, or null.
   * @param {number} number of the move in `placements`
   * @returns {Turn | null}
   */
  of(number) {
    return this.found?.turns.find((each) => each.number === number) ?? null;
  }

  /** Load the analysis; poll until it is ready. */
  async read() {
    if (this.game.analysis) return; // not available for this game
    try {
      this.found = await this.house.analysis();
      this.drawBrief(this.found);
      this.house.shown(false);
      if (this.found.state === "waiting") setTimeout(() => this.brief.isConnected && void this.read(), AGAIN);
    } catch (error) {
      this.house.failed(error);
    }
  }

  /** Request the analysis if there is none. */
  async request() {
    try {
      if (!this.found) await this.read();
      if (this.found?.state !== "none" || !this.game.colour) return;
      await this.house.analyse();
      await this.read();
    } catch (error) {
      this.house.failed(error);
    }
  }

  /** Send the analysis to the chat. */
  async send() {
    try {
      this.house.told((await this.house.analyse()).text);
    } catch (error) {
      this.house.failed(error);
    }
  }

  /**
   * Render the summary of the game, or the button that requests the analysis.
   * @param {Analysis} found
   */
  drawBrief({ state, text, lines }) {
    const { texts } = this;
    const tool = (/** @type {string} */ key, /** @type {() => void} */ click) =>
      make("button", { type: "button", class: "tool", click }, texts.get(key));
    if (state === "none") fill(this.brief, this.game.colour && tool("button.analysis", () => void this.request()));
    else if (state !== "ready") fill(this.brief, make("p", { class: "hint", role: "status" }, text));
    else {
      const sentences = lines.map((each) => make("p", {}, each));
      const chat = this.game.colour && tool("button.analysis.to_chat", () => void this.send());
      const head = make("summary", {}, texts.get("page.analysis_brief"));
      fill(this.brief, make("details", {}, head, ...sentences, make("p", { class: "hint" }, text), chat));
    }
  }

  /**
   * Render the analysis of one move.
   * @param {number | null} number of the move in `placements`; null before the first move
   * @param {boolean} isBest whether the board shows the better play
   */
  draw(number, isBest) {
    const { texts } = this;
    const turn = number === null ? null : this.of(number);
    if (!turn) return fill(this.turn);
    const label = texts.get(`analysis.label.${turn.label}`);
    const { best } = turn;
    if (!best) return fill(this.turn, make("p", { class: "found" }, texts.get("page.best_found", { label })));
    const toggle = { type: "button", class: "tool", "aria-pressed": String(isBest), click: () => this.house.shown(!isBest) };
    fill(
      this.turn,
      make("p", {}, texts.get("page.best_was"), " ", make("b", {}, best.move), ` · ${texts.count(best.points, "points")}`),
      make("p", { class: "fault" }, texts.get("page.best_lost", { points: texts.count(turn.lost, "points"), label })),
      best.then ? make("p", { class: "hint" }, texts.get("page.best_then", { line: best.then })) : null,
      best.laid.length ? make("button", toggle, texts.get("button.analysis.on_board")) : null,
    );
  }
}
