// The board of one game with one's letters: typed, judged while it is typed, sent.

import { Board } from "./board.js";
import { keyOf, load, orderOf, save, shuffle } from "./device.js";
import { fill, make } from "./dom.js";
import { Draft, SIZE, draftOf, laidAsWritten } from "./draft.js";
import { hasMade, news, tilesOf } from "./history.js";
import { Judged } from "./judged.js";
import { Judging } from "./judging.js";
import { Keyboard } from "./keyboard.js";
import { Keys, askJoker, drawTheirs } from "./keys.js";
import { confirmClosing, feel } from "./telegram.js";
import { whoseTurn } from "./words.js";

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Preview} Preview
 * @typedef {import("./draft.js").Spot} Spot
 * @typedef {import("./words.js").Words} Words
 * @typedef {{draw: () => void, send: () => Promise<void>, busy: boolean}} Sender
 * @typedef {object} Purpose what is laid on it is for
 * @property {string} slot under which it is kept on the device
 * @property {string} unsent what stands under the board while something is laid
 * @property {(game: Game, placement: string, signal: AbortSignal) => Promise<Preview>} ask
 * @property {(table: Table) => Sender} sender who has Telegram's button
 * @property {(text: string) => void} told
 * @property {(code: string) => void} opened asks for another game
 * @property {(() => void) | null} replayed asks for the game again, move by move; null: never
 * @property {() => void} analysed asks for the analysis
 */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export class Table {
  /**
   * @param {Words} words
   * @param {Purpose} purpose
   */
  constructor(words, purpose) {
    this.words = words;
    this.purpose = purpose;
    this.board = new Board(
      words,
      (x, y) => this.touch(x, y),
      (from, x, y) => this.carry(from, x, y),
      (x, y) => this.freeUnder(x, y),
    );
    this.keys = new Keys(words, {
      lay: (letter) => void this.lay(letter),
      drop: (letter, x, y) => void this.drop(letter, x, y),
      ...this.board.receiving,
      back: () => this.change(() => this.draft.back()),
      clear: () => this.change(() => this.draft.clear()),
      shuffle: () => this.shuffle(),
      pass: () => this.change(() => this.pass()),
      zoom: () => this.zoom(),
    });
    this.board.zoomed = (zoomed) => this.keys.showZoomed(zoomed);
    this.judged = new Judged(words);
    this.unsent = make("p", { class: "unsent", hidden: true }, purpose.unsent);
    this.theirs = make("p", { class: "theirs" });
    this.waiting = make("p", { class: "waiting" });
    this.over = make("div", { class: "over" });
    this.element = make(
      "div",
      { class: "table" },
      this.board.element,
      this.theirs,
      this.waiting,
      this.over,
      make("div", { class: "foot" }, this.unsent, this.judged.element, this.keys.element),
    );
    this.draft = new Draft([], "");
    /** @type {Game | null} */
    this.game = null;
    /** @type {Preview | null} */
    this.found = null;
    /** What stands under the board once a move has been sent; empty: nothing. */
    this.sent = "";
    this.visible = true;
    /** Whether it is only there to be seen. */
    this.locked = false;
    this.sending = purpose.sender(this);
    this.judging = new Judging(
      (placement, signal) => purpose.ask(/** @type {Game} */ (this.game), placement, signal),
      { found: (found, placement) => this.take(found, placement), failed: (text) => this.judged.hint(text ?? words.say("page.offline")) },
    );
    this.keyboard = new Keyboard(this);
  }

  /** How many letters one would take. */
  get taken() {
    return this.found?.takes?.length ?? 0;
  }

  /** @param {Game} game */
  open(game) {
    this.game = game;
    this.sent = "";
    this.draft = draftOf(game);
    const kept = load(keyOf(game, this.purpose.slot));
    if (kept && !this.draft.take(kept)) this.draft.clear();
    this.changed();
  }

  /**
   * Show the game as it has become; what is typed stays as far as it still can.
   * @param {Game} game
   */
  update(game) {
    const before = this.game;
    const { placement } = this.draft;
    const kept = this.draft.kept();
    const isTyped = kept.laid.length > 0 || kept.pass;
    if (before?.turn !== game.turn) this.sent = "";
    this.game = game;
    this.draft = draftOf(game);
    const isMade = before !== null && isTyped && hasMade(before, game, placement);
    const whole = !isMade && this.draft.take(kept);
    if (!whole) this.draft.clear(); // what is left of a word is none
    if (before && isTyped) this.tellNews(before, game, whole || isMade);
    this.changed();
    if (before?.held && !game.held && before.turn !== game.turn) this.tellSent();
  }

  /**
   * Say to whoever is laying letters what happened meanwhile.
   * @param {Game} before
   * @param {Game} now
   * @param {boolean} isKept whether no letter has left the place where they laid it
   */
  tellNews(before, now, isKept) {
    const { words } = this;
    const told = news(words, before, now);
    if (!isKept) told.push(words.say("page.moved_on"));
    if (told.length) this.purpose.told(told.join(" "));
  }

  /** Say what the move that was just sent has brought, and whose turn it is. */
  tellSent() {
    const { words, game } = this;
    const made = game?.placements.filter((each) => each.stands && each.colour === game.colour).at(-1);
    if (!game?.colour || !made || game.held) return;
    const points = made.pass ? words.say("page.pass_is") : words.count(made.counted ?? 0, "points");
    this.sent = words.say("page.sent_is", { points, total: game.scores[game.colour], turn: whoseTurn(words, game) });
    this.changed();
  }

  /**
   * Lay what was planned, in the place of what is typed.
   * @param {import("./draft.js").Laid[]} laid
   */
  tryOut(laid) {
    this.change(() => {
      this.draft.clear();
      this.draft.take({ laid, arrow: null, pass: false });
    });
  }

  /** @param {boolean} visible */
  shown(visible) {
    this.visible = visible;
    this.sending.draw();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  touch(x, y) {
    const spot = this.draft.meant(x, y);
    if (!spot) return;
    this.board.focus = spot;
    this.change(() => this.draft.touch(spot));
  }

  /** @param {string} letter */
  async lay(letter) {
    if (!this.game?.colour) return;
    const chosen = await this.letterOf(letter);
    if (chosen === null) return;
    if (!this.draft.arrow) {
      this.judged.hint(this.words.say("page.choose_square"));
      feel("error");
      return;
    }
    feel("tap");
    this.change(() => this.draft.lay(chosen, letter === "?"));
  }

  /**
   * @param {string} letter
   * @param {number} clientX
   * @param {number} clientY
   */
  async drop(letter, clientX, clientY) {
    const spot = this.spotUnder(clientX, clientY);
    if (!spot) return;
    const chosen = await this.letterOf(letter);
    if (chosen !== null) this.change(() => this.draft.drop(spot, chosen, letter === "?"));
  }

  /**
   * A letter laid is carried to another square, or off the board.
   * @param {Spot} from
   * @param {number} clientX
   * @param {number} clientY
   */
  carry(from, clientX, clientY) {
    const letter = this.draft.typedAt(from);
    if (!letter) return;
    this.change(() => {
      this.draft.laid = this.draft.laid.filter((each) => each !== letter);
      const spot = this.spotUnder(clientX, clientY);
      if (spot) this.draft.drop(spot, letter.letter, letter.joker);
    });
  }

  /**
   * Return the square that a point of the screen means; null: none.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Spot | null}
   */
  spotUnder(clientX, clientY) {
    const box = this.board.grid.getBoundingClientRect();
    return this.draft.meant(
      ((clientX - box.left) / box.width) * 15,
      ((clientY - box.top) / box.height) * 15,
    );
  }

  /**
   * Return the square that would receive a letter let go at a point of the screen; null: none.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Spot | null}
   */
  freeUnder(clientX, clientY) {
    const spot = this.spotUnder(clientX, clientY);
    return spot && this.draft.isFree(spot) ? spot : null;
  }

  /**
   * Return the letter, asked for where it is a joker's; null: none.
   * @param {string} letter
   */
  async letterOf(letter) {
    if (letter !== "?") return letter;
    const values = this.game?.values ?? {};
    return askJoker(this.words, [...LETTERS].filter((each) => each in values));
  }

  /** Show the board larger around where one lays letters, or whole again. */
  zoom() {
    const { row, col } = this.draft.home;
    this.board.zoom(!this.board.isZoomed, (col + 0.5) / SIZE, (row + 0.5) / SIZE);
  }

  pass() {
    const { draft } = this;
    const pass = !draft.pass;
    draft.clear();
    draft.pass = pass;
  }

  shuffle() {
    if (!this.game) return;
    shuffle(this.game, this.draft.rack);
    this.draw();
  }

  /**
   * Show who has won, and the way to the other game of the match.
   * @param {Game} game
   */
  drawOver(game) {
    this.over.hidden = game.turn !== null || this.locked;
    const others = game.others.map((code) =>
      make("button", { type: "button", class: "tool", click: () => this.purpose.opened(code) }, this.words.say("page.other_game", { game: code })),
    );
    const { replayed, analysed } = this.purpose;
    const tool = (/** @type {string} */ key, /** @type {() => void} */ click) =>
      make("button", { type: "button", class: "tool", click }, this.words.say(key));
    fill(
      this.over,
      [game.state, ...game.result].map((each) => make("p", {}, each)),
      make(
        "div",
        { class: "acts" },
        replayed ? tool("page.replay", replayed) : null,
        game.colour && !game.analysis ? tool("button.analysis", analysed) : null,
        others,
      ),
      game.colour && game.analysis ? make("p", { class: "hint" }, game.analysis.text) : null,
    );
  }

  /** @param {() => unknown} act */
  change(act) {
    if (!this.game?.colour || this.locked || this.sending.busy) return;
    if (this.game.held && this.purpose.slot === "draft") return; // a sent move lies there
    act();
    this.sent = "";
    const kept = this.draft.kept();
    const isTyped = kept.laid.length > 0 || kept.pass;
    save(keyOf(this.game, this.purpose.slot), isTyped ? kept : null);
    confirmClosing(isTyped);
    this.changed();
  }

  /** Draw, and ask what it would do. */
  changed() {
    this.found = null;
    this.draw();
    const { placement } = this.draft;
    this.judging.judge(this.game?.colour ? placement : null);
    if (placement === null) {
      const gap = this.draft.laid.length > 0;
      this.judged.hint(this.idle(gap));
    }
    this.unsent.hidden = placement === null;
  }

  /**
   * Return what is said while nothing that could be judged is typed.
   * @param {boolean} gap
   */
  idle(gap) {
    const { words, game } = this;
    if (!game?.colour || this.locked) return "";
    if (gap) return words.say("page.one_line");
    if (this.sent) return this.sent;
    if (!game.turn) return "";
    if (game.held) return words.say("page.leaves", { placement: game.held.placement });
    if (game.hindrance?.error === "not_your_turn") return words.say("page.try_out");
    if (game.hindrance) return game.hindrance.text;
    const cap = game.caps[game.colour];
    const how = words.say(this.draft.arrow ? "page.type_letters" : "page.choose_square");
    return cap ? `${how} ${words.say("page.cap", { points: words.count(cap, "points") })}` : how;
  }

  /**
   * Show what the bot has said of a placement, if that is still what is laid.
   * @param {Preview} found
   * @param {string} placement
   */
  take(found, placement) {
    if (placement !== this.draft.placement) return;
    this.found = found;
    this.judged.show(found, this.draft.pass);
    this.sending.draw();
  }

  /** Return what lies on the board: the letters typed, or those of a sent move that is held. */
  get shownDraft() {
    const { game, draft } = this;
    if (!game?.held || this.purpose.slot !== "draft") return draft;
    const sent = draftOf(game);
    sent.laid = laidAsWritten(game.held.placement, game.board);
    return sent;
  }

  draw() {
    const { game } = this;
    if (!game) return;
    const draft = this.shownDraft;
    const isHeld = draft !== this.draft;
    this.board.draw(draft, game.premiums, game.values, tilesOf(game), game.colour);
    drawTheirs(this.words, this.theirs, game);
    this.drawOver(game);
    const { conditions } = game;
    this.waiting.hidden = this.locked || this.purpose.slot !== "draft" || conditions.length === 0;
    this.waiting.textContent = `${this.words.say("page.conditions")} ${conditions.map((each) => each.text).join(" · ")}`;
    const isMine = game.turn !== null && game.turn === game.colour;
    this.keys.draw(draft, orderOf(game, draft.rack), game.values, isMine && !isHeld);
    if (isHeld) this.keys.lock();
    this.judged.element.hidden = this.locked || (game.turn === null && !this.sent);
    this.keys.element.hidden = this.locked || game.colour === null || game.turn === null;
    this.sending.draw();
  }
}
