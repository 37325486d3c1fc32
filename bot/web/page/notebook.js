// Renders the private notebook: lines of play in which the user plays for both players.

import { RefusedError } from "./api.js";
import { toolButton } from "./components.js";
import { fill, make } from "./dom.js";
import { isSameMove } from "./history.js";
import { load, save, storageKey } from "./local_storage.js";
import { MoveEditor } from "./move_editor.js";
import { gameAfter, isOpen, movesTo, tilesLaidBy, withAnnotation, withLine, withoutPosition } from "./notebook_lines.js";
import { NotebookStore } from "./notebook_store.js";
import { closedLines, comparisonTable, positionTree } from "./notebook_tree.js";
import { positionDetails } from "./position_details.js";
import { SaveButton } from "./save_button.js";
import { setBackButton, setMainButton } from "./host.js";

/**
 * @import { Game, Line, Position } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 * @typedef {{moves: string[], annotation: {name?: string, note?: string}}} Typed unsaved name or note of a position
 * @typedef {object} Callbacks
 * @property {(text: string) => void} showMessage
 * @property {(error: unknown) => void} showError
 * @property {() => import("./draft.js").LaidTile[]} unsentTiles returns the unsent tiles of the Board tab
 * @property {(tiles: import("./draft.js").LaidTile[]) => void} layOnBoard lays tiles on the Board tab
 */

export class Notebook {
  /**
   * @param {import("./api.js").Api} api
   * @param {Texts} texts
   * @param {Callbacks} callbacks
   */
  constructor(api, texts, callbacks) {
    this.api = api;
    this.texts = texts;
    this.callbacks = callbacks;
    this.element = make("div", { class: "notebook" });
    this.editor = new MoveEditor(texts, {
      slot: "plan",
      unsent: texts.get("page.plan"),
      fetchPreview: (game, placement, signal) => api.preview(game.game, placement, signal, this.moves ?? []),
      createMainButton: (editor) => new SaveButton(editor, (placement) => this.add(placement)),
      showMessage: (text) => callbacks.showMessage(text),
      openGame: () => {},
      openReplay: null,
      openAnalysis: () => {},
      askRematch: () => {},
      openRequests: () => {},
    });
    this.editor.visible = false;
    /** @type {Game | null} */
    this.game = null;
    this.store = new NotebookStore(api);
    /** @type {string[] | null} the moves to the open position; null for the tree */
    this.moves = null;
    /** @type {string[] | null} the moves to the position to compare with the next chosen one */
    this.compareWith = null;
  }

  /**
   * Open the notebook of a game; save the name and note that were typed.
   * @param {Game} game
   */
  async open(game) {
    const isOtherGame = this.game?.game !== game.game;
    const hasChanged = isOtherGame || this.game?.version !== game.version;
    if (isOtherGame) {
      void this.saveTyped();
      this.store = new NotebookStore(this.api);
      this.compareWith = null;
      this.moves = null;
    }
    this.game = game;
    if (hasChanged || !this.store.lines) await this.load();
    else this.draw();
    if (this.game === game) await this.saveTyped();
  }

  /** Load the lines; stay at the same position, if it still exists. */
  async load() {
    const { game, store } = this;
    if (!game) return;
    try {
      const isFirst = store.lines === null;
      await store.load(game);
      if (this.game !== game) return;
      const previous = isFirst ? load(storageKey(game, "plan at")) : { at: this.moves, adding: !this.editor.locked };
      this.show(store.remainingMoves(previous?.at ?? null), Boolean(previous?.adding));
    } catch (error) {
      this.callbacks.showError(error);
    }
  }

  /**
   * Change the lines. If another device has written meanwhile, load its version.
   * @param {(lines: Line[]) => Line[]} change
   * @returns {Promise<unknown>} the error, which is shown, or null
   */
  async write(change) {
    const { game, store } = this;
    if (!game) return null;
    try {
      await store.load(game, change);
      this.callbacks.showMessage("");
      if (this.store === store) this.show(store.remainingMoves(this.moves), !this.editor.locked);
    } catch (error) {
      if (error instanceof RefusedError && error.isOutdated) await this.load();
      this.callbacks.showError(error);
      return error;
    }
    return null;
  }

  /** Save the typed names and notes. The device keeps them until the server has answered. */
  async saveTyped() {
    const { game, store } = this;
    if (!game || !store.lines) return;
    const key = storageKey(game, "typed");
    let typed = load(key);
    if (!typed) return;
    const error = await this.write((lines) => {
      typed = load(key) ?? [];
      for (const { moves, annotation } of typed) {
        const remaining = store.remainingMoves(moves);
        if (remaining) lines = withAnnotation(lines, remaining, annotation);
      }
      return lines;
    });
    const isKept = error && !(error instanceof RefusedError && error.isFinal);
    if (!isKept && JSON.stringify(load(key)) === JSON.stringify(typed)) save(key, null);
  }

  /**
   * Open a position or the tree.
   * @param {string[] | null} moves moves to the position; null for the tree
   * @param {boolean} [adding] whether the user can lay tiles
   */
  show(moves, adding = false) {
    const { game } = this;
    if (!game) return;
    const hasMoved = String(moves) !== String(this.moves);
    const stored = load(storageKey(game, "plan at"));
    this.moves = moves;
    if (hasMoved) void this.saveTyped();
    if (hasMoved && String(stored?.at ?? null) !== String(moves)) {
      for (const colour of /** @type {const} */ (["red", "blue"])) save(storageKey({ ...game, colour }, "plan"), null);
    }
    save(storageKey(game, "plan at"), moves && { at: moves, adding });
    this.editor.locked = !adding;
    if (moves) this.editor.open(gameAfter(game, this.store.path(moves)));
    this.draw();
  }

  /** Start a line with the unsent tiles of the Board tab. */
  startLine() {
    this.show([], true);
    const { draft, game } = this.editor;
    const isOwn = this.game !== null && game?.colour === this.game.colour;
    if (isOwn && draft.laid.length === 0) this.editor.setTiles(this.callbacks.unsentTiles());
  }

  /**
   * Append a move to the open line, save it, and open the new position.
   * @param {string} placement
   * @returns {Promise<boolean>} whether it was saved
   */
  async add(placement) {
    if (!this.store.lines || !this.moves) return false;
    const { moves, store } = this;
    if (await this.write((lines) => withLine(lines, [...moves, placement]))) return false;
    if (this.store !== store) return true;
    const above = store.path(moves).at(-1)?.number ?? null;
    const last = store.positions.find((each) => each.above === above && isSameMove(each, placement));
    this.show(last ? [...moves, last.move] : moves, Boolean(last?.turn));
    return true;
  }

  /**
   * Open the position, or compare it with the one chosen before.
   * @param {Position} position
   */
  choose(position) {
    const moves = movesTo(this.store.positions, position);
    if (this.compareWith) this.compare(this.compareWith, moves);
    else this.show(moves);
  }

  /** Render the tree or the open position, if the notebook is on the screen. */
  draw() {
    const { lines } = this.store;
    const isShown = this.element.isConnected;
    this.editor.visible = isShown && this.moves !== null;
    if (!lines || !isShown) return;
    setBackButton(this.moves || this.compareWith ? () => this.showTree() : null);
    if (this.moves) this.drawPosition(this.moves);
    else this.drawTree(lines);
    if (this.moves) this.editor.setVisible(true);
    else setMainButton(null);
    this.element.classList.toggle("plan", this.moves !== null);
    document.body.classList.toggle("planning", this.moves !== null && !this.editor.locked);
  }

  /** Return to the tree. */
  showTree() {
    this.compareWith = null;
    this.show(null);
  }

  /** Save what is typed and release Telegram's buttons. */
  close() {
    if (this.editor.visible) void this.saveTyped();
    this.editor.visible = false;
    document.body.classList.remove("planning");
    setBackButton(null);
  }

  /** @param {Line[]} lines */
  drawTree(lines) {
    const { texts, game } = this;
    const { positions } = this.store;
    if (!game) return;
    const startButton = game.turn ? toolButton(texts.get("button.line.add_first"), () => this.startLine()) : null;
    const compared = this.compareWith && this.store.path(this.compareWith).at(-1);
    fill(
      this.element,
      make("p", { class: "hint" }, compared ? texts.get("page.compare_with", { number: compared.number, move: compared.move }) : texts.get("page.notebook_private")),
      positions.length ? positionTree(texts, game, positions, (each) => this.choose(each)) : null,
      compared ? toolButton(texts.get("button.line.back"), () => this.showTree()) : startButton,
      closedLines(texts, lines.filter((each) => !isOpen(each)), () => void this.write((all) => all.filter(isOpen))),
    );
  }

  /** @param {string[]} moves */
  drawPosition(moves) {
    const { texts, game, editor } = this;
    if (!game) return;
    const path = this.store.path(moves);
    const last = path.at(-1);
    fill(
      this.element,
      make("div", { class: "banner" }, editor.locked ? toolButton(texts.get("button.line.back"), () => this.showTree()) : this.doneButton(moves), make("p", {}, make("b", {}, texts.get("page.plan")), this.nextPlayer())),
      editor.locked ? make("p", { class: "path" }, path.map((each) => each.move).join(" → ")) : null,
      editor.element,
      editor.locked ? this.details(moves, last) : null,
    );
  }

  /**
   * Return the button that ends laying tiles.
   * @param {string[]} moves
   */
  doneButton(moves) {
    return toolButton(this.texts.get("button.line.done"), () => (moves.length ? this.show(moves) : this.showTree()));
  }

  /** Return the name of the player whose move is being laid, or null. */
  nextPlayer() {
    const { texts, editor } = this;
    const name = editor.game?.colour ? editor.game.players[editor.game.colour] : "";
    return editor.locked ? null : make("small", {}, texts.get("page.line_next", { name }));
  }

  /**
   * Return the details and actions of a position.
   * @param {string[]} moves
   * @param {Position | undefined} position
   */
  details(moves, position) {
    const { game } = this;
    if (!position || !game?.colour) return null;
    const key = storageKey(game, "typed");
    /** @type {() => Typed[]} */
    const typed = () => load(key) ?? [];
    /** @param {Typed} each */
    const isHere = (each) => String(this.store.remainingMoves(each.moves)) === String(moves);
    const annotation = () => typed().find(isHere)?.annotation;
    return positionDetails(this.texts, game.colour, { ...position, ...annotation() }, {
      add: () => this.show(moves, true),
      play: this.playAction(moves, position),
      makeConditional: () => void this.makeConditional(moves),
      compare: this.store.positions.length < 2 ? null : () => this.chooseOther(moves),
      remove: () => void this.remove(moves),
      onInput: (changed) => save(key, [...typed().filter((each) => !isHere(each)), { moves, annotation: { ...annotation(), ...changed } }]),
      onChange: () => void this.saveTyped(),
    });
  }

  /**
   * Return the action that lays the move on the Board tab, or null if it cannot be played now.
   * @param {string[]} moves
   * @param {Position} position
   */
  playAction(moves, position) {
    const { game } = this;
    const isPlayable = game !== null && game.turn === game.colour && moves.length === 1;
    if (!isPlayable || position.pass || !position.colour) return null;
    return () => this.callbacks.layOnBoard(tilesLaidBy(game, position));
  }

  /**
   * Delete a position and its descendants.
   * @param {string[]} moves
   */
  async remove(moves) {
    const { store } = this;
    const parent = moves.slice(0, -1);
    if (await this.write((lines) => withoutPosition(lines, moves))) return;
    if (this.store === store) this.show(parent.length ? parent : null);
  }

  /**
   * Open the tree to choose the position to compare with.
   * @param {string[]} moves
   */
  chooseOther(moves) {
    this.compareWith = moves;
    this.show(null);
  }

  /**
   * Render two lines side by side.
   * @param {string[]} one
   * @param {string[]} other
   */
  compare(one, other) {
    const own = this.game?.colour;
    if (!own) return;
    this.compareWith = null;
    const paths = [one, other].map((each) => this.store.path(each));
    fill(this.element, comparisonTable(this.texts, own, paths[0], paths[1]), toolButton(this.texts.get("button.line.back"), () => this.showTree()));
    setBackButton(() => this.showTree());
  }

  /**
   * Make the line a conditional move.
   * @param {string[]} moves
   */
  async makeConditional(moves) {
    const { game, texts } = this;
    if (!game) return;
    try {
      const { results } = await this.api.setCondition(game.game, moves);
      this.callbacks.showMessage(texts.get("page.line_conditional", { line: results[0].line }));
    } catch (error) {
      this.callbacks.showError(error);
    }
  }
}
