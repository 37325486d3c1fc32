// Renders the private notebook: lines of play in which the user plays for both players.

import { positionDetails, tool } from "./position_details.js";
import { RefusedError } from "./api.js";
import { storageKey, load, save } from "./local_storage.js";
import { fill, make } from "./dom.js";
import { NotebookStore } from "./notebook_store.js";
import { isSameMove } from "./history.js";
import { gameAfter, isOpen, tilesLaidBy, movesTo, withAnnotation, withLine, withoutPosition } from "./notebook_lines.js";
import { SaveButton } from "./save_button.js";
import { MoveEditor } from "./move_editor.js";
import { setBackButton, setMainButton } from "./telegram.js";
import { comparisonTable, closedLines, positionTree } from "./notebook_tree.js";

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Line} Line
 * @typedef {import("./api.js").Position} Position
 * @typedef {import("./texts.js").Texts} Texts
 * @typedef {object} Callbacks
 * @property {(text: string) => void} showMessage
 * @property {(error: unknown) => void} showError
 * @property {() => import("./draft.js").LaidTile[]} unsentTiles returns the unsent tiles of the Board tab
 * @property {(laid: import("./draft.js").LaidTile[]) => void} layOnBoard lays tiles on the Board tab
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
      createMainButton: (table) => new SaveButton(table, (placement) => this.add(placement)),
      showMessage: (text) => callbacks.showMessage(text),
      openGame: () => {},
      openReplay: null,
      openAnalysis: () => {},
    });
    this.editor.visible = false;
    /** @type {Game | null} */
    this.game = null;
    this.store = new NotebookStore(api);
    /** @type {string[] | null} the moves to the open position; null for the tree */
    this.moves = null;
    /** @type {string[] | null} the moves to the position to compare with the next chosen one */
    this.compareWith = null;
    /** @type {{at: string[], said: {name?: string, note?: string}} | null} unsaved name or note of a position */
    this.unsaved = null;
  }

  /**
   * Open the notebook of a game; save unsaved input if the game has moved on.
   * @param {Game} game
   */
  async open(game) {
    const isOtherGame = this.game?.game !== game.game;
    const hasChanged = isOtherGame || this.game?.version !== game.version;
    this.game = game;
    if (isOtherGame) {
      this.store.reset();
      this.compareWith = null;
      this.moves = null;
    }
    const { unsaved } = this;
    this.unsaved = null;
    if (unsaved && hasChanged && !isOtherGame) await this.write(withAnnotation(this.store.lines ?? [], unsaved.at, unsaved.said));
    else if (hasChanged) await this.load();
    else this.draw();
  }

  /** Load the lines; stay at the same position, if it still exists. */
  async load() {
    const { game } = this;
    if (!game) return;
    try {
      const isFirst = this.store.lines === null;
      await this.store.load(game, () => this.game === game);
      if (this.game !== game) return;
      const was = isFirst ? load(storageKey(game, "plan at")) : { at: this.moves, adding: !this.editor.locked };
      this.show(this.store.remainingMoves(was?.at ?? null), Boolean(was?.adding));
    } catch (error) {
      this.callbacks.showError(error);
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
      await this.store.write(game, lines);
      this.callbacks.showMessage("");
    } catch (error) {
      if (error instanceof RefusedError && error.status === 409) await this.load();
      this.callbacks.showError(error);
      return false;
    }
    await this.load();
    return true;
  }

  /**
   * Open a position or the tree.
   * @param {string[] | null} at moves to the position; null for the tree
   * @param {boolean} [adding] whether the user can lay tiles
   */
  show(at, adding = false) {
    const { game } = this;
    if (!game) return;
    const isOther = String(at) !== String(this.moves);
    const before = load(storageKey(game, "plan at"));
    this.moves = at;
    if (isOther && String(before?.at ?? null) !== String(at)) {
      for (const colour of /** @type {const} */ (["red", "blue"])) save(storageKey({ ...game, colour }, "plan"), null);
    }
    save(storageKey(game, "plan at"), at && { at, adding });
    this.editor.locked = !adding;
    if (at) this.editor.open(gameAfter(game, this.store.path(at)));
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
    const { moves } = this;
    if (!(await this.write(withLine(this.store.lines, [...moves, placement])))) return false;
    const above = this.store.path(moves).at(-1)?.number ?? null;
    const last = this.store.positions.find((each) => each.above === above && isSameMove(each, placement));
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

  /** Release Telegram's buttons when another tab opens. */
  close() {
    this.editor.visible = false;
    document.body.classList.remove("planning");
    setBackButton(null);
  }

  /** @param {Line[]} lines */
  drawTree(lines) {
    const { texts, game } = this;
    const { positions } = this.store;
    if (!game) return;
    const first = game.turn ? tool(texts, "button.line.add_first", () => this.startLine()) : null;
    const asked = this.compareWith && this.store.path(this.compareWith).at(-1);
    fill(
      this.element,
      make("p", { class: "hint" }, asked ? texts.get("page.compare_with", { number: asked.number, move: asked.move }) : texts.get("page.notebook_private")),
      positions.length ? positionTree(texts, game, positions, (each) => this.choose(each)) : null,
      asked ? tool(this.texts, "button.line.back", () => this.showTree()) : first,
      closedLines(texts, lines.filter((each) => !isOpen(each)), () => void this.write(lines.filter(isOpen))),
    );
  }

  /** @param {string[]} at */
  drawPosition(at) {
    const { texts, game, editor } = this;
    if (!game) return;
    const path = this.store.path(at);
    const last = path.at(-1);
    fill(
      this.element,
      make("div", { class: "banner" }, editor.locked ? tool(this.texts, "button.line.back", () => this.showTree()) : this.doneButton(at), make("p", {}, make("b", {}, texts.get("page.plan")), this.nextPlayer())),
      editor.locked ? make("p", { class: "path" }, path.map((each) => each.move).join(" → ")) : null,
      editor.element,
      editor.locked ? this.details(at, last) : null,
    );
  }

  /**
   * Return the button that ends laying tiles.
   * @param {string[]} at
   */
  doneButton(at) {
    return tool(this.texts, "button.line.done", () => (at.length ? this.show(at) : this.showTree()));
  }

  /** Return the name of the player whose move is being laid, or null. */
  nextPlayer() {
    const { texts, editor } = this;
    const name = editor.game?.colour ? editor.game.players[editor.game.colour] : "";
    return editor.locked ? null : make("small", {}, texts.get("page.line_next", { name }));
  }

  /**
   * Return the details and actions of a position.
   * @param {string[]} at
   * @param {Position | undefined} last
   */
  details(at, last) {
    const own = this.game?.colour;
    if (!last || !own) return null;
    return positionDetails(this.texts, own, last, {
      add: () => this.show(at, true),
      play: this.playAction(at, last),
      makeConditional: () => void this.makeConditional(at),
      compare: this.store.positions.length < 2 ? null : () => this.chooseOther(at),
      remove: () => void this.remove(at),
      onInput: (said) => (this.unsaved = { at, said }),
      onChange: (said) => {
        if (!this.unsaved) return; // `open` saved it when the game moved on
        this.unsaved = null;
        void this.write(withAnnotation(this.store.lines ?? [], at, said));
      },
    });
  }

  /**
   * Return the action that lays the move on the Board tab, or null if it cannot be played now.
   * @param {string[]} at
   * @param {Position} position
   */
  playAction(at, position) {
    const { game } = this;
    const isNow = game !== null && game.turn === game.colour && at.length === 1;
    if (!isNow || position.pass || !position.colour) return null;
    return () => this.callbacks.layOnBoard(tilesLaidBy(game, position));
  }

  /**
   * Delete a position and its descendants.
   * @param {string[]} at
   */
  async remove(at) {
    const led = at.slice(0, -1);
    if (await this.write(withoutPosition(this.store.lines ?? [], at))) this.show(led.length ? led : null);
  }

  /**
   * Open the tree to choose the position to compare with.
   * @param {string[]} at
   */
  chooseOther(at) {
    this.compareWith = at;
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
    fill(this.element, comparisonTable(this.texts, own, paths[0], paths[1]), tool(this.texts, "button.line.back", () => this.showTree()));
    setBackButton(() => this.showTree());
  }

  /**
   * Make the line a conditional move.
   * @param {string[]} at
   */
  async makeConditional(at) {
    const { game, texts } = this;
    if (!game) return;
    try {
      const { results } = await this.api.setCondition(game.game, at);
      this.callbacks.showMessage(texts.get("page.line_conditional", { line: results[0].line }));
    } catch (error) {
      this.callbacks.showError(error);
    }
  }
}
