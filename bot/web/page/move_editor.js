// Renders a game's board, rack, preview and result, and handles the input of one move.

import { Board } from "./board.js";
import { toolButton, withCommands } from "./components.js";
import { fill, make } from "./dom.js";
import { Draft, SIZE, newDraft, tilesOfMove } from "./draft.js";
import { describeNewMoves, isAlreadyMade, lastMoveText, tilesOf } from "./history.js";
import { Keyboard } from "./keyboard.js";
import { load, moveInRack, orderedRack, save, shuffleRack, storageKey } from "./local_storage.js";
import { PreviewPanel } from "./preview_panel.js";
import { PreviewRequest } from "./preview_request.js";
import { Rack, askBlankLetter, drawOpponentRack } from "./rack.js";
import { confirmClosing, hapticFeedback } from "./host.js";
import { turnText } from "./texts.js";

/**
 * @import { Game, Preview } from "./api_types.d.ts"
 * @import { Spot } from "./draft.js"
 * @import { Texts } from "./texts.js"
 * @typedef {{draw: () => void, send: () => Promise<void>, busy: boolean}} MainButton
 * @typedef {object} Options options and callbacks
 * @property {string} slot the storage key of the draft: `draft` on the Board tab, `plan` in the notebook
 * @property {string} unsent the text below the board while the draft has tiles
 * @property {(game: Game, placement: string, signal: AbortSignal) => Promise<Preview>} fetchPreview
 * @property {(editor: MoveEditor) => MainButton} createMainButton creates the handler of Telegram's main button
 * @property {(text: string) => void} showMessage
 * @property {(code: string) => void} openGame opens another game
 * @property {(() => void) | null} openReplay opens the replay; null if there is none
 * @property {() => void} openAnalysis opens the analysis
 * @property {(match: string) => void} askRematch asks the opponent for another match
 * @property {() => void} openRequests opens the requests for matches
 */

/** The letters that a blank may be, as far as the game has them. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export class MoveEditor {
  /**
   * @param {Texts} texts
   * @param {Options} options
   */
  constructor(texts, options) {
    this.texts = texts;
    this.options = options;
    this.board = new Board(
      texts,
      (x, y) => this.tap(x, y),
      (from, x, y) => this.moveTile(from, x, y),
      (x, y) => this.freeSquareAt(x, y),
    );
    this.rack = new Rack(texts, {
      lay: (letter) => void this.layTile(letter),
      drop: (letter, x, y) => void this.dropTile(letter, x, y),
      ...this.board.dragCallbacks,
      undo: () => this.change(() => this.draft.undo()),
      clear: () => this.change(() => this.draft.clear()),
      shuffle: () => this.shuffleRack(),
      reorder: (from, to) => this.reorderRack(from, to),
      togglePass: () => this.change(() => this.togglePass()),
      toggleZoom: () => this.toggleZoom(),
    });
    this.board.onZoom = (zoomed) => this.rack.setZoomed(zoomed);
    this.previewPanel = new PreviewPanel(texts);
    this.unsentLabel = make("p", { class: "unsent", hidden: true }, options.unsent);
    this.opponentRack = make("p", { class: "theirs" });
    this.lastMove = make("p", { class: "last" });
    this.conditions = make("p", { class: "waiting" });
    this.result = make("div", { class: "over" });
    this.element = make(
      "div",
      { class: "table" },
      this.board.element,
      this.opponentRack,
      this.lastMove,
      this.conditions,
      this.result,
      make("div", { class: "foot" }, this.unsentLabel, this.previewPanel.element, this.rack.element),
    );
    this.draft = new Draft([], "");
    /** @type {Game | null} */
    this.game = null;
    /** @type {Preview | null} */
    this.preview = null;
    /** The text below the board after a move was sent, or empty. */
    this.sentText = "";
    /** Whether the editor is on the screen, so that the main button is its own. */
    this.visible = true;
    /** Whether the board is read-only. */
    this.locked = false;
    this.mainButton = options.createMainButton(this);
    this.previewRequest = new PreviewRequest(
      (placement, signal) => options.fetchPreview(/** @type {Game} */ (this.game), placement, signal),
      { onPreview: (preview, placement) => this.showPreview(preview, placement), onError: (text) => this.previewPanel.hint(text ?? texts.get("page.offline")) },
    );
    this.keyboard = new Keyboard(this);
  }

  /** Number of tiles that the previewed move draws. */
  get tilesDrawn() {
    return this.preview?.takes?.length ?? 0;
  }

  /**
   * Open a game and restore its stored draft.
   * @param {Game} game
   */
  open(game) {
    this.game = game;
    this.sentText = "";
    this.draft = newDraft(game);
    const stored = load(storageKey(game, this.options.slot));
    if (stored && !this.draft.restore(stored)) this.draft.clear();
    this.draftChanged();
  }

  /**
   * Replace the game by a newer version; keep the draft if all its tiles are still possible.
   * @param {Game} game
   */
  update(game) {
    const before = this.game;
    const { placement } = this.draft;
    const snapshot = this.draft.snapshot();
    const isTyped = !this.draft.isEmpty;
    if (before?.turn !== game.turn) this.sentText = "";
    this.game = game;
    this.draft = newDraft(game);
    const isSent = before !== null && isTyped && isAlreadyMade(before, game, placement);
    const isRestored = !isSent && this.draft.restore(snapshot);
    if (!isRestored) this.draft.clear(); // part of a word is useless
    if (before && isTyped) this.showNewMoves(before, game, isRestored || isSent);
    this.draftChanged();
    if (before?.held && !game.held && before.turn !== game.turn) this.showSent();
  }

  /**
   * Show the moves that were made while the user was typing.
   * @param {Game} before
   * @param {Game} now
   * @param {boolean} isUnchanged whether the draft is unchanged
   */
  showNewMoves(before, now, isUnchanged) {
    const { texts } = this;
    const sentences = describeNewMoves(texts, before, now);
    if (!isUnchanged) sentences.push(texts.get("page.moved_on"));
    if (sentences.length) this.options.showMessage(sentences.join(" "));
  }

  /** Show the points of the sent move, and whose turn it is. */
  showSent() {
    const { texts, game } = this;
    const lastMove = game?.placements.filter((each) => each.stands && each.colour === game.colour).at(-1);
    if (!game?.colour || !lastMove || game.held) return;
    const points = lastMove.pass ? texts.get("page.pass_is") : texts.count(lastMove.counted ?? 0, "points");
    this.sentText = texts.get("page.sent_is", { points, total: game.scores[game.colour], turn: turnText(texts, game) });
    this.draftChanged();
  }

  /**
   * Replace the draft by the given tiles.
   * @param {import("./draft.js").LaidTile[]} tiles
   */
  setTiles(tiles) {
    this.change(() => {
      this.draft.clear();
      this.draft.restore({ laid: tiles, arrow: null, pass: false });
    });
  }

  /** @param {boolean} visible */
  setVisible(visible) {
    this.visible = visible;
    this.mainButton.draw();
  }

  /**
   * Handle a tap on the board.
   * @param {number} x in squares from the left edge
   * @param {number} y in squares from the top edge
   */
  tap(x, y) {
    const spot = this.draft.squareNear(x, y);
    if (!spot) return;
    this.board.focus = spot;
    this.change(() => this.draft.tap(spot));
  }

  /**
   * Lay a tile at the arrow.
   * @param {string} letter
   */
  async layTile(letter) {
    if (!this.game?.colour) return;
    const chosen = await this.chooseLetter(letter);
    if (chosen === null) return;
    if (!this.draft.arrow) {
      this.previewPanel.hint(this.texts.get("page.choose_square"));
      hapticFeedback("error");
      return;
    }
    hapticFeedback("tap");
    this.change(() => this.draft.layAtArrow(chosen, letter === "?"));
  }

  /**
   * Lay a tile where it was dropped.
   * @param {string} letter
   * @param {number} clientX
   * @param {number} clientY
   */
  async dropTile(letter, clientX, clientY) {
    const spot = this.squareAt(clientX, clientY);
    if (!spot) return;
    const chosen = await this.chooseLetter(letter);
    if (chosen !== null) this.change(() => this.draft.layAt(spot, chosen, letter === "?"));
  }

  /**
   * Move an unsent tile to another square, or off the board.
   * @param {Spot} from
   * @param {number} clientX
   * @param {number} clientY
   */
  moveTile(from, clientX, clientY) {
    const tile = this.draft.typedAt(from);
    if (!tile) return;
    this.change(() => {
      this.draft.laid = this.draft.laid.filter((each) => each !== tile);
      const spot = this.squareAt(clientX, clientY);
      if (spot) this.draft.layAt(spot, tile.letter, tile.joker);
    });
  }

  /**
   * Return the square at a screen position, or null.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Spot | null}
   */
  squareAt(clientX, clientY) {
    const box = this.board.grid.getBoundingClientRect();
    return this.draft.squareNear(
      ((clientX - box.left) / box.width) * SIZE,
      ((clientY - box.top) / box.height) * SIZE,
    );
  }

  /**
   * Return the free square for a tile dropped at a screen position, or null.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Spot | null}
   */
  freeSquareAt(clientX, clientY) {
    const spot = this.squareAt(clientX, clientY);
    return spot && this.draft.isFree(spot) ? spot : null;
  }

  /**
   * Return the letter; for a blank, ask the user for it. Null if cancelled.
   * @param {string} letter
   */
  async chooseLetter(letter) {
    if (letter !== "?") return letter;
    const values = this.game?.values ?? {};
    return askBlankLetter(this.texts, [...LETTERS].filter((each) => each in values));
  }

  /** Toggle the zoom around the arrow. */
  toggleZoom() {
    const { row, col } = this.draft.startSquare;
    this.board.zoom(!this.board.isZoomed, (col + 0.5) / SIZE, (row + 0.5) / SIZE);
  }

  /** Toggle a pass. */
  togglePass() {
    const { draft } = this;
    const pass = !draft.pass;
    draft.clear();
    draft.pass = pass;
  }

  shuffleRack() {
    if (!this.game) return;
    shuffleRack(this.game, this.draft.rack);
    this.draw();
  }

  /**
   * Move a tile of the rack to another place.
   * @param {number} from
   * @param {number} to
   */
  reorderRack(from, to) {
    if (!this.game) return;
    moveInRack(this.game, this.draft.rack, from, to);
    this.draw();
  }

  /**
   * Render the result, and the buttons for replay, analysis and the match's other games.
   * @param {Game} game
   */
  drawResult(game) {
    const { texts } = this;
    this.result.hidden = game.turn !== null || this.locked;
    const others = game.others.map((code) =>
      toolButton(texts.get("page.other_game", { game: code }), () => this.options.openGame(code)),
    );
    const { openReplay, openAnalysis, askRematch, openRequests } = this.options;
    const { end } = game;
    const rematch = end?.rematch ?? null;
    fill(
      this.result,
      end && make("p", { class: "head" }, end.head),
      [game.state, ...game.result].map((each) => make("p", {}, each)),
      make(
        "div",
        { class: "acts" },
        rematch && openReplay ? toolButton(texts.get("button.requests.rematch"), () => askRematch(rematch)) : null,
        game.colour && !game.analysis ? toolButton(texts.get("button.analysis"), openAnalysis) : null,
        end && game.colour && openReplay ? toolButton(texts.get("button.requests.another"), openRequests) : null,
        openReplay ? toolButton(texts.get("page.replay"), openReplay) : null,
        others,
      ),
      end && make("details", {}, make("summary", {}, texts.get("button.coefficient")), end.coefficient.map((each) => make("p", {}, each))),
      game.colour && game.analysis ? make("p", { class: "hint" }, withCommands(game.analysis.text)) : null,
    );
  }

  /**
   * Change the draft, if it is editable, and store it.
   * @param {() => unknown} edit
   */
  change(edit) {
    if (!this.game?.colour || this.locked || this.mainButton.busy) return;
    if (this.game.held && this.options.slot === "draft") return; // a sent move is held
    edit();
    this.sentText = "";
    const { isEmpty } = this.draft;
    save(storageKey(this.game, this.options.slot), isEmpty ? null : this.draft.snapshot());
    confirmClosing(!isEmpty);
    this.draftChanged();
  }

  /** Render, and request the preview of the draft. */
  draftChanged() {
    this.preview = null;
    this.draw();
    const { placement } = this.draft;
    this.previewRequest.schedule(this.game?.colour ? placement : null);
    if (placement === null) this.previewPanel.hint(this.hint(this.draft.laid.length > 0));
    this.unsentLabel.hidden = placement === null;
  }

  /**
   * Return the hint for a draft that cannot be previewed.
   * @param {boolean} hasGap whether its tiles form no line
   */
  hint(hasGap) {
    const { texts, game } = this;
    if (!game?.colour || this.locked) return "";
    if (hasGap) return texts.get("page.one_line");
    if (this.sentText) return this.sentText;
    if (!game.turn) return "";
    if (game.held) return texts.get("page.leaves", { placement: game.held.placement });
    if (game.hindrance?.error === "not_your_turn") return texts.get("page.try_out");
    if (game.hindrance) return game.hindrance.text;
    const cap = game.caps[game.colour];
    const hint = texts.get(this.draft.arrow ? "page.type_letters" : "page.choose_square");
    return cap ? `${hint} ${texts.get("page.cap", { points: texts.count(cap, "points") })}` : hint;
  }

  /**
   * Show a preview, unless the draft has changed since.
   * @param {Preview} preview
   * @param {string} placement
   */
  showPreview(preview, placement) {
    if (placement !== this.draft.placement) return;
    this.preview = preview;
    this.previewPanel.show(preview, this.draft.pass);
    this.mainButton.draw();
  }

  /** The draft to render: the typed tiles, or those of a held move. */
  get visibleDraft() {
    const { game, draft } = this;
    if (!game?.held || this.options.slot !== "draft") return draft;
    const heldDraft = newDraft(game);
    heldDraft.laid = tilesOfMove(game.held.placement, game.board);
    return heldDraft;
  }

  /** Render the game and the draft. */
  draw() {
    const { game } = this;
    if (!game) return;
    const draft = this.visibleDraft;
    const isHeld = draft !== this.draft;
    this.board.draw(draft, game.premiums, game.values, tilesOf(game), game.colour);
    drawOpponentRack(this.texts, this.opponentRack, game);
    this.lastMove.textContent = lastMoveText(this.texts, game);
    this.lastMove.hidden = this.locked || this.lastMove.textContent === "";
    this.drawResult(game);
    const { conditions } = game;
    this.conditions.hidden = this.locked || this.options.slot !== "draft" || conditions.length === 0;
    this.conditions.textContent = `${this.texts.get("page.conditions")} ${conditions.map((each) => each.text).join(" · ")}`;
    const isMine = game.turn !== null && game.turn === game.colour;
    this.rack.draw(draft, orderedRack(game, draft.rack), game.values, isMine && !isHeld);
    if (isHeld) this.rack.disableUndo();
    this.previewPanel.element.hidden = this.locked || (game.turn === null && !this.sentText);
    this.rack.element.hidden = this.locked || game.colour === null || game.turn === null;
    this.mainButton.draw();
  }
}
