// Renders the replay of a game, move by move, with buttons, keys and swipes.

import { AnalysisView } from "./analysis.js";
import { Board } from "./board.js";
import { fill, make } from "./dom.js";
import { Draft, spotOf } from "./draft.js";
import { tilesOf } from "./history.js";
import { heedSwipes } from "./swipes.js";
import { lettersOf } from "./texts.js";

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Step} Step
 * @typedef {import("./texts.js").Texts} Texts
 * @typedef {Omit<import("./analysis.js").House, "shown"> & {left: () => void}} House
 */

export class Replay {
  /**
   * @param {Texts} texts
   * @param {Game} game
   * @param {Step[]} steps
   * @param {House} house
   */
  constructor(texts, game, steps, house) {
    this.texts = texts;
    this.game = game;
    this.steps = steps;
    /** Number of moves on the board. */
    this.at = steps.length;
    const none = () => {};
    this.board = new Board(texts, none, none, () => null);
    this.board.laid = "page.best_tile";
    this.analysed = new AnalysisView(texts, game, { ...house, shown: (best) => this.go(this.at, best) });
    this.said = make("div", { class: "step", role: "status" });
    const { length } = steps;
    this.first = this.button("⇤", "page.replay_first", () => 0);
    this.before = this.button("←", "page.replay_before", () => this.at - 1);
    this.next = this.button("→", "page.replay_next", () => this.at + 1);
    this.last = this.button("⇥", "page.replay_last", () => length);
    const close = make("button", { type: "button", class: "tool", click: house.left }, texts.get("page.replay_close"));
    this.element = make(
      "div",
      { class: "replay" },
      this.board.element,
      this.said,
      this.analysed.turn,
      this.analysed.brief,
      make("div", { class: "tools" }, this.first, this.before, this.next, this.last, close),
    );
    // On the document, because a button that disables itself loses the focus.
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (this.element.isConnected) this.press(event);
      else document.removeEventListener("keydown", press);
    };
    document.addEventListener("keydown", press);
    heedSwipes(this.element, (by) => this.go(this.at + by), "never");
    this.go(this.at);
    void this.analysed.read();
  }

  /**
   * Return a navigation button.
   * @param {string} sign
   * @param {string} key of its label
   * @param {() => number} to returns the number of moves to show
   */
  button(sign, key, to) {
    const attributes = { type: "button", class: "tool", "aria-label": this.texts.get(key), click: () => this.go(to()) };
    return make("button", attributes, make("span", { class: "sign", "aria-hidden": "true" }, sign));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length }[event.key];
    const isTab = /** @type {Element} */ (event.target).closest("nav");
    if (to === undefined || isTab || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.go(to);
  }

  /**
   * Render the game after a number of moves.
   * @param {number} wanted
   * @param {boolean} [isBest] whether the better play replaces the last move
   */
  go(wanted, isBest = false) {
    const { game, steps, texts } = this;
    this.at = Math.min(Math.max(wanted, 0), steps.length);
    const step = steps[this.at - 1];
    const best = isBest && step ? this.analysed.of(step.number)?.best : null;
    const before = steps.slice(0, best ? this.at - 1 : this.at);
    const made = before.map(({ number }) => game.placements[number - 1]);
    const empty = game.board.map((row) => ".".repeat(row.length));
    const draft = new Draft(before.at(-1)?.board ?? empty, "");
    draft.laid = (best?.laid ?? []).map(([square, letter]) => {
      const joker = letter !== letter.toUpperCase();
      return { ...spotOf(square), letter: letter.toUpperCase(), joker };
    });
    this.board.draw(draft, game.premiums, game.values, tilesOf({ ...game, placements: made }), null);
    this.analysed.draw(step?.number ?? null, Boolean(best));
    const count = make("span", { class: "hint" }, `${this.at} / ${steps.length} · `);
    fill(this.said, step ? this.told(step, count) : make("p", {}, count, texts.get("page.replay_start")));
    for (const each of [this.first, this.before]) each.toggleAttribute("disabled", this.at === 0);
    for (const each of [this.next, this.last]) each.toggleAttribute("disabled", this.at === steps.length);
  }

  /**
   * Return the description of a move.
   * @param {Step} step
   * @param {HTMLElement} count
   */
  told({ number, rack, scores }, count) {
    const { game, texts } = this;
    const { colour, round, pass, position, word, counted } = game.placements[number - 1];
    const mark = make("span", { class: `player ${colour}` }, make("span", { class: "mark", "aria-hidden": "true" }), game.players[colour]);
    const move = pass ? "PAS" : `${position} ${word} · ${texts.count(counted ?? 0, "points")}`;
    const own = game.colour ?? "red";
    const other = own === "red" ? "blue" : "red";
    return [
      make("p", {}, count, mark, ` · ${texts.get("page.round_is", { round })}`),
      make("p", { class: "made" }, make("b", {}, move)),
      make("p", { class: "hint" }, texts.get("page.replay_rack", { letters: lettersOf(rack) })),
      make("p", { class: "made" }, `${game.players[own]} ${scores[own]} – ${scores[other]} ${game.players[other]}`),
    ];
  }
}
