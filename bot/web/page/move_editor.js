// Renders a game's board, rack, preview and result, and handles the input of one move.

import { Board } from "./board.js";
import { keyOf, load, orderOf, save, shuffle } from "./local_storage.js";
import { fill, make } from "./dom.js";
import { Draft, SIZE, draftOf, laidAsWritten } from "./draft.js";
import { hasMade, news, tilesOf } from "./history.js";
import { PreviewPanel } from "./preview_panel.js";
import { PreviewRequest } from "./preview_request.js";
import { Keyboard } from "./keyboard.js";
import { Rack, askBlankLetter, drawOpponentRack } from "./rack.js";
import { confirmClosing, feel } from "./telegram.js";
import { whoseTurn } from "./texts.js";

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Preview} Preview
 * @typedef {import("./draft.js").Spot} Spot
 * @typedef {import("./texts.js").Texts} Texts
 * @typedef {{draw: () => void, send: () => Promise<void>, busy: boolean}} Sender
 * @typedef {object} Purpose options and callbacks
 * @property {string} slot the storage key of the draft: `draft` on the Board tab, `plan` in the notebook
 * @property {string} unsent the text below the board while the draft has tiles
 * @property {(game: Game, placement: string, signal: AbortSignal) => Promise<Preview>} ask
 * @property {(table: MoveEditor) => Sender} sender creates the handler of Telegram's main button
 * @property {(text: string) => void} told
 * @property {(code: string) => void} opened opens another game
 * @property {(() => void) | null} replayed opens the replay; null if there is none
 * @property {() => void} analysed opens the analysis
 */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export class MoveEditor {
  /**
   * @param {Texts} texts
   * @param {Purpose} purpose
   */
  constructor(texts, purpose) {
    this.texts = texts;
    this.purpose = purpose;
    this.board = new Board(
      texts,
      (x, y) => this.touch(x, y),
      (from, x, y) => this.carry(from, x, y),
      (x, y) => this.freeUnder(x, y),
    );
    this.keys = new Rack(texts, {
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
    this.judged = new PreviewPanel(texts);
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
    /** The text below the board after a move was sent, or empty. */
    this.sent = "";
    this.visible = true;
    /** Whether the board is read-only. */
    this.locked = false;
    this.sending = purpose.sender(this);
    this.judging = new PreviewRequest(
      (placement, signal) => purpose.ask(/** @type {Game} */ (this.game), placement, signal),
      { found: (found, placement) => this.take(found, placement), failed: (text) => this.judged.hint(text ?? texts.get("page.offline")) },
    );
    this.keyboard = new Keyboard(this);
  }

  /** Number of tiles that the previewed move draws. */
  get taken() {
    return this.found?.takes?.length ?? 0;
  }

  /**
   * Open a game and restore its stored draft.
   * @param {Game} game
   */
  open(game) {
    this.game = game;
    this.sent = "";
    this.draft = draftOf(game);
    const kept = load(keyOf(game, this.purpose.slot));
    if (kept && !this.draft.take(kept)) this.draft.clear();
    this.changed();
  }

  /**
   * Replace the game by a newer version; keep the draft if all its tiles are still possible.
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
    if (!whole) this.draft.clear(); // part of a word is useless
    if (before && isTyped) this.tellNews(before, game, whole || isMade);
    this.changed();
    if (before?.held && !game.held && before.turn !== game.turn) this.tellSent();
  }

  /**
   * Show the moves that were made while the user was typing.
   * @param {Game} before
   * @param {Game} now
   * @param {boolean} isKept whether the draft is unchanged
   */
  tellNews(before, now, isKept) {
    const { texts } = this;
    const told = news(texts, before, now);
    if (!isKept) told.push(texts.get("page.moved_on"));
    if (told.length) this.purpose.told(told.join(" "));
  }

  /** Show the points of the sent move, and whose turn it is. */
  tellSent() {
    const { texts, game } = this;
    const made = game?.placements.filter((each) => each.stands && each.colour === game.colour).at(-1);
    if (!game?.colour || !made || game.held) return;
    const points = made.pass ? texts.get("page.pass_is") : texts.count(made.counted ?? 0, "points");
    this.sent = texts.get("page.sent_is", { points, total: game.scores[game.colour], turn: whoseTurn(texts, game) });
    this.changed();
  }

  /**
   * Replace the draft by the given tiles.
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
   * Handle a tap on the board.
   * @param {number} x in squares from the left edge
   * @param {number} y in squares from the top edge
   */
  touch(x, y) {
    const spot = this.draft.meant(x, y);
    if (!spot) return;
    this.board.focus = spot;
    this.change(() => this.draft.touch(spot));
  }

  /**
   * Lay a tile at the arrow.
   * @param {string} letter
   */
  async lay(letter) {
    if (!this.game?.colour) return;
    const chosen = await this.letterOf(letter);
    if (chosen === null) return;
    if (!this.draft.arrow) {
      this.judged.hint(this.texts.get("page.choose_square"));
      feel("error");
      return;
    }
    feel("tap");
    this.change(() => this.draft.lay(chosen, letter === "?"));
  }

  /**
   * Lay a tile where it was dropped.
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
   * Move an unsent tile to another square, or off the board.
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
   * Return the square at a screen position, or null.
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
   * Return the free square for a tile dropped at a screen position, or null.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Spot | null}
   */
  freeUnder(clientX, clientY) {
    const spot = this.spotUnder(clientX, clientY);
    return spot && this.draft.isFree(spot) ? spot : null;
  }

  /**
   * Return the letter; for a blank, ask the user for it. Null if cancelled.
   * @param {string} letter
   */
  async letterOf(letter) {
    if (letter !== "?") return letter;
    const values = this.game?.values ?? {};
    return askBlankLetter(this.texts, [...LETTERS].filter((each) => each in values));
  }

  /** Toggle the zoom around the arrow. */
  zoom() {
    const { row, col } = this.draft.home;
    this.board.zoom(!this.board.isZoomed, (col + 0.5) / SIZE, (row + 0.5) / SIZE);
  }

  /** Toggle a pass. */
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
   * Render the result, and the buttons for replay, analysis and the match's other games.
   * @param {Game} game
   */
  drawOver(game) {
    this.over.hidden = game.turn !== null || this.locked;
    const others = game.others.map((code) =>
      make("button", { type: "button", class: "tool", click: () => this.purpose.opened(code) }, this.texts.get("page.other_game", { game: code })),
    );
    const { replayed, analysed } = this.purpose;
    const tool = (/** @type {string} */ key, /** @type {() => void} */ click) =>
      make("button", { type: "button", class: "tool", click }, this.texts.get(key));
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

  /**
   * Change the draft, if it is editable, and store it.
   * @param {() => unknown} act
   */
  change(act) {
    if (!this.game?.colour || this.locked || this.sending.busy) return;
    if (this.game.held && this.purpose.slot === "draft") return; // a sent move is held
    act();
    this.sent = "";
    const kept = this.draft.kept();
    const isTyped = kept.laid.length > 0 || kept.pass;
    save(keyOf(this.game, this.purpose.slot), isTyped ? kept : null);
    confirmClosing(isTyped);
    this.changed();
  }

  /** Render, and request the preview of the draft. */
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
   * Return the hint for a draft that cannot be previewed.
   * @param {boolean} gap whether its tiles form no line
   */
  idle(gap) {
    const { texts, game } = this;
    if (!game?.colour || this.locked) return "";
    if (gap) return texts.get("page.one_line");
    if (this.sent) return this.sent;
    if (!game.turn) return "";
    if (game.held) return texts.get("page.leaves", { placement: game.held.placement });
    if (game.hindrance?.error === "not_your_turn") return texts.get("page.try_out");
    if (game.hindrance) return game.hindrance.text;
    const cap = game.caps[game.colour];
    const how = texts.get(this.draft.arrow ? "page.type_letters" : "page.choose_square");
    return cap ? `${how} ${texts.get("page.cap", { points: texts.count(cap, "points") })}` : how;
  }

  /**
   * Show a preview, unless the draft has changed since.
   * @param {Preview} found
   * @param {string} placement
   */
  take(found, placement) {
    if (placement !== this.draft.placement) return;
    this.found = found;
    this.judged.show(found, this.draft.pass);
    this.sending.draw();
  }

  /** The draft to render: the typed tiles, or those of a held move. */
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
    drawOpponentRack(this.texts, this.theirs, game);
    this.drawOver(game);
    const { conditions } = game;
    this.waiting.hidden = this.locked || this.purpose.slot !== "draft" || conditions.length === 0;
    this.waiting.textContent = `${this.texts.get("page.conditions")} ${conditions.map((each) => each.text).join(" · ")}`;
    const isMine = game.turn !== null && game.turn === game.colour;
    this.keys.draw(draft, orderOf(game, draft.rack), game.values, isMine && !isHeld);
    if (isHeld) this.keys.lock();
    this.judged.element.hidden = this.locked || (game.turn === null && !this.sent);
    this.keys.element.hidden = this.locked || game.colour === null || game.turn === null;
    this.sending.draw();
  }
}
