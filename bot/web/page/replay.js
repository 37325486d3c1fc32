// Renders the replay of a game, move by move, with buttons, keys and swipes.

import { AnalysisView } from "./analysis.js";
import { Board } from "./board.js";
import { playerName, signButton, toolButton } from "./components.js";
import { fill, make } from "./dom.js";
import { Draft, spotOf } from "./draft.js";
import { opponentOf, tilesOf } from "./history.js";
import { onSwipe } from "./swipes.js";
import { formatTiles } from "./texts.js";

/**
 * @import { Game, Step } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 * @typedef {Omit<import("./analysis.js").Callbacks, "showBest"> & {close: () => void}} Callbacks
 */

export class Replay {
  /**
   * @param {Texts} texts
   * @param {Game} game
   * @param {Step[]} steps
   * @param {Callbacks} callbacks
   */
  constructor(texts, game, steps, callbacks) {
    this.texts = texts;
    this.game = game;
    this.steps = steps;
    /** Number of moves on the board. */
    this.shownMoves = steps.length;
    const ignore = () => {};
    this.board = new Board(texts, ignore, ignore, () => null);
    this.board.newTileKey = "page.best_tile";
    this.analysis = new AnalysisView(texts, game, { ...callbacks, showBest: (best) => this.show(this.shownMoves, best) });
    this.description = make("div", { class: "step", role: "status" });
    const { length } = steps;
    this.first = this.stepButton("⇤", "page.replay_first", () => 0);
    this.previous = this.stepButton("←", "page.replay_before", () => this.shownMoves - 1);
    this.next = this.stepButton("→", "page.replay_next", () => this.shownMoves + 1);
    this.last = this.stepButton("⇥", "page.replay_last", () => length);
    const close = toolButton(texts.get("page.replay_close"), callbacks.close);
    this.element = make(
      "div",
      { class: "replay" },
      this.board.element,
      this.description,
      this.analysis.turnElement,
      this.analysis.summaryElement,
      make("div", { class: "tools" }, this.first, this.previous, this.next, this.last, close),
    );
    // On the document, because a button that disables itself loses the focus.
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (this.element.isConnected) this.handleKey(event);
      else document.removeEventListener("keydown", press);
    };
    document.addEventListener("keydown", press);
    onSwipe(this.element, (by) => this.show(this.shownMoves + by), "never");
    this.show(this.shownMoves);
    void this.analysis.load();
  }

  /**
   * Return a navigation button.
   * @param {string} sign
   * @param {string} key of its label
   * @param {() => number} to returns the number of moves to show
   */
  stepButton(sign, key, to) {
    return signButton(sign, this.texts.get(key), () => this.show(to()));
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const to = { ArrowLeft: this.shownMoves - 1, ArrowRight: this.shownMoves + 1, Home: 0, End: this.steps.length }[event.key];
    const isTab = /** @type {Element} */ (event.target).closest("nav");
    if (to === undefined || isTab || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.show(to);
  }

  /**
   * Render the game after a number of moves.
   * @param {number} count
   * @param {boolean} [isBest] whether the better play replaces the last move
   */
  show(count, isBest = false) {
    const { game, steps, texts } = this;
    this.shownMoves = Math.min(Math.max(count, 0), steps.length);
    const step = steps[this.shownMoves - 1];
    const best = isBest && step ? this.analysis.turnOf(step.number)?.best : null;
    const before = steps.slice(0, best ? this.shownMoves - 1 : this.shownMoves);
    const moves = before.map(({ number }) => game.placements[number - 1]);
    const empty = game.board.map((row) => ".".repeat(row.length));
    const draft = new Draft(before.at(-1)?.board ?? empty, "");
    draft.laid = (best?.laid ?? []).map(([square, letter]) => {
      const joker = letter !== letter.toUpperCase();
      return { ...spotOf(square), letter: letter.toUpperCase(), joker };
    });
    this.board.draw(draft, game.premiums, game.values, tilesOf({ ...game, placements: moves }), null);
    this.analysis.drawTurn(step?.number ?? null, Boolean(best));
    const counter = make("span", { class: "hint" }, `${this.shownMoves} / ${steps.length} · `);
    fill(this.description, step ? this.describe(step, counter) : make("p", {}, counter, texts.get("page.replay_start")));
    for (const button of [this.first, this.previous]) button.toggleAttribute("disabled", this.shownMoves === 0);
    for (const button of [this.next, this.last]) button.toggleAttribute("disabled", this.shownMoves === steps.length);
  }

  /**
   * Return the description of a move.
   * @param {Step} step
   * @param {HTMLElement} counter
   */
  describe({ number, rack, scores }, counter) {
    const { game, texts } = this;
    const { colour, round, pass, position, word, counted } = game.placements[number - 1];
    const player = playerName(game.players[colour], colour);
    const move = pass ? "PAS" : `${position} ${word} · ${texts.count(counted ?? 0, "points")}`;
    const own = game.colour ?? "red";
    const opponent = opponentOf(own);
    return [
      make("p", {}, counter, player, ` · ${texts.get("page.round_is", { round })}`),
      make("p", { class: "made" }, make("b", {}, move)),
      make("p", { class: "hint" }, texts.get("page.replay_rack", { letters: formatTiles(texts, rack) })),
      make("p", { class: "made" }, `${game.players[own]} ${scores[own]}–${scores[opponent]} ${game.players[opponent]}`),
    ];
  }
}
