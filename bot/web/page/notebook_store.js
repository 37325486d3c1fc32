// The notebook's store: reads and writes the lines of a game on the server.

import { Retry } from "./api.js";
import { pathTo } from "./notebook_lines.js";

/** @import { Game, Line, Position } from "./api_types.d.ts" */

export class NotebookStore {
  /** @param {import("./api.js").Api} api */
  constructor(api) {
    this.api = api;
    /** @type {Line[] | null} null until loaded */
    this.lines = null;
    /** @type {Position[]} */
    this.positions = [];
    this.revision = 0;
    this.retry = new Retry();
  }

  /** Reset the store. */
  reset() {
    Object.assign(this, { lines: null, positions: [], revision: 0 });
  }

  /**
   * Load the lines of a game.
   * @param {Game} game
   * @param {() => boolean} isCurrent if it returns false, the response is ignored
   */
  async load(game, isCurrent) {
    const { lines, positions, revision } = await this.api.notebook(game.game);
    if (isCurrent()) Object.assign(this, { lines, positions, revision });
  }

  /**
   * Write all lines; fails if another device has written meanwhile.
   * @param {Game} game
   * @param {Line[]} lines
   */
  async write(game, lines) {
    const sent = lines.map(({ moves, root, name, note }) => ({ moves, root, name, note }));
    const notebook = { lines: sent, version: game.version, revision: this.revision };
    await this.retry.send([game.game, notebook], (id) => this.api.writeNotebook(game.game, { ...notebook, id }));
  }

  /**
   * Return the positions after each of these moves, up to the first unknown one.
   * @param {string[]} moves
   */
  path(moves) {
    return pathTo(this.positions, moves);
  }

  /**
   * Return the moves from the current board to the same position, or null if it no longer exists.
   * The first moves may have been played meanwhile.
   * @param {string[] | null} moves
   * @returns {string[] | null}
   */
  remainingMoves(moves) {
    if (!moves) return null;
    if (this.path(moves).length === moves.length) return moves;
    return moves.length > 1 ? this.remainingMoves(moves.slice(1)) : null;
  }
}
