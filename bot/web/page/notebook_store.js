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
    /** @type {Promise<unknown>} ends with the last request, and never fails */
    this.last = Promise.resolve();
  }

  /**
   * Change and load the lines after earlier requests; fails if another device has written meanwhile.
   * @param {Game} game
   * @param {(lines: Line[]) => Line[]} [change] nothing is written if it returns the same
   */
  async load(game, change = (lines) => lines) {
    const answer = this.last.then(async () => {
      const before = this.lines ?? [];
      const lines = change(before);
      if (lines !== before) await this.write(game, lines);
      ({ lines: this.lines, positions: this.positions, revision: this.revision } = await this.api.notebook(game.game));
    });
    this.last = answer.catch(() => {});
    await answer;
  }

  /**
   * Write all lines.
   * @param {Game} game
   * @param {Line[]} lines
   */
  async write(game, lines) {
    const sent = lines.map(({ moves, root, name, note }) => ({ moves, root, name, note }));
    const notebook = { lines: sent, version: game.version, revision: this.revision };
    ({ revision: this.revision } = await this.retry.send([notebook], (id) => this.api.writeNotebook(game.game, { ...notebook, id })));
    this.lines = lines;
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
