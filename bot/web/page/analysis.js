// Renders the analysis of a finished game beside its replay; loads it on demand.

import { toolButton } from "./components.js";
import { fill, make } from "./dom.js";

/**
 * @import { Game, Analysis, Turn } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 * @typedef {{loadAnalysis: () => Promise<Analysis>, requestAnalysis: () => Promise<{text: string}>,
 *            showMessage: (text: string) => void, showError: (error: unknown) => void, showBest: (best: boolean) => void}} Callbacks
 */

/** Polling interval for a requested analysis; usually an event comes earlier. */
const POLL_MS = 20_000;

export class AnalysisView {
  /**
   * @param {Texts} texts
   * @param {Game} game
   * @param {Callbacks} callbacks
   */
  constructor(texts, game, callbacks) {
    this.texts = texts;
    this.game = game;
    this.callbacks = callbacks;
    /** @type {Analysis | null} null until loaded */
    this.analysis = null;
    this.turnElement = make("div", { class: "best" });
    this.summaryElement = make("div", { class: "brief" });
  }

  /**
   * Return the analysed turn of a move, or null.
   * @param {number} number of the move in `placements`
   * @returns {Turn | null}
   */
  turnOf(number) {
    return this.analysis?.turns.find((turn) => turn.number === number) ?? null;
  }

  /** Load the analysis; poll until it is ready. */
  async load() {
    if (this.game.analysis) return; // not available for this game
    try {
      this.analysis = await this.callbacks.loadAnalysis();
      this.drawSummary(this.analysis);
      this.callbacks.showBest(false);
      if (this.analysis.state === "waiting") setTimeout(() => this.summaryElement.isConnected && void this.load(), POLL_MS);
    } catch (error) {
      this.callbacks.showError(error);
    }
  }

  /** Request the analysis if there is none. */
  async request() {
    try {
      if (!this.analysis) await this.load();
      if (this.analysis?.state !== "none" || !this.game.colour) return;
      await this.callbacks.requestAnalysis();
      await this.load();
    } catch (error) {
      this.callbacks.showError(error);
    }
  }

  /** Send the analysis to the chat. */
  async sendToChat() {
    try {
      this.callbacks.showMessage((await this.callbacks.requestAnalysis()).text);
    } catch (error) {
      this.callbacks.showError(error);
    }
  }

  /**
   * Render the summary of the game, or the button that requests the analysis.
   * @param {Analysis} analysis
   */
  drawSummary({ state, text, lines }) {
    const { texts } = this;
    if (state === "none") fill(this.summaryElement, this.game.colour && toolButton(texts.get("button.analysis"), () => void this.request()));
    else if (state !== "ready") fill(this.summaryElement, make("p", { class: "hint", role: "status" }, text));
    else {
      const paragraphs = lines.map((line) => make("p", {}, line));
      const sendButton = this.game.colour && toolButton(texts.get("button.analysis.to_chat"), () => void this.sendToChat());
      const summary = make("summary", {}, texts.get("page.analysis_brief"));
      fill(this.summaryElement, make("details", {}, summary, ...paragraphs, make("p", { class: "hint" }, text), sendButton));
    }
  }

  /**
   * Render the analysis of one move.
   * @param {number | null} number of the move in `placements`; null before the first move
   * @param {boolean} isBest whether the board shows the better play
   */
  drawTurn(number, isBest) {
    const { texts } = this;
    const turn = number === null ? null : this.turnOf(number);
    if (!turn) return fill(this.turnElement);
    const label = texts.get(`analysis.label.${turn.label}`);
    const { best } = turn;
    if (!best) return fill(this.turnElement, make("p", { class: "found" }, texts.get("page.best_found", { label })));
    const toggle = { type: "button", class: "tool", "aria-pressed": String(isBest), click: () => this.callbacks.showBest(!isBest) };
    fill(
      this.turnElement,
      make("p", {}, texts.get("page.best_was"), " ", make("b", {}, best.move), ` · ${texts.count(best.points, "points")}`),
      make("p", { class: "fault" }, texts.get("page.best_lost", { points: texts.count(turn.lost, "points"), label })),
      best.then ? make("p", { class: "hint" }, texts.get("page.best_then", { line: best.then })) : null,
      best.laid.length ? make("button", toggle, texts.get("button.analysis.on_board")) : null,
    );
  }
}
