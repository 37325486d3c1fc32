// The lines of a game as the bot keeps them: read with what has become of them, and written.

import { RefusedError } from "./api.js";
import { pathTo } from "./lines.js";

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Line} Line
 * @typedef {import("./api.js").Position} Position
 */

export class Kept {
  /** @param {import("./api.js").Api} api */
  constructor(api) {
    this.api = api;
    /** @type {Line[] | null} null: not read yet */
    this.lines = null;
    /** @type {Position[]} */
    this.positions = [];
    this.revision = 0;
    /** @type {{what: string, id: string} | null} what was written last and never answered */
    this.unanswered = null;
  }

  /** Know nothing of any game. */
  forget() {
    Object.assign(this, { lines: null, positions: [], revision: 0 });
  }

  /**
   * Read the lines of a game.
   * @param {Game} game
   * @param {() => boolean} isWanted asked when they have come
   */
  async read(game, isWanted) {
    const { lines, positions, revision } = await this.api.notebook(game.game);
    if (isWanted()) Object.assign(this, { lines, positions, revision });
  }

  /**
   * Write all lines; refused where another device has written meanwhile. The same again, after an
   * answer that never came, is written once.
   * @param {Game} game
   * @param {Line[]} lines
   */
  async write(game, lines) {
    const sent = lines.map(({ moves, root, name, note }) => ({ moves, root, name, note }));
    const book = { lines: sent, version: game.version, revision: this.revision };
    const what = JSON.stringify([game.game, book]);
    if (this.unanswered?.what !== what) this.unanswered = { what, id: crypto.randomUUID() };
    try {
      await this.api.writeNotebook(game.game, { ...book, id: this.unanswered.id });
      this.unanswered = null;
    } catch (error) {
      if (error instanceof RefusedError) this.unanswered = null;
      throw error;
    }
  }

  /**
   * Return the positions to which these moves lead, as far as there are any.
   * @param {string[]} moves
   */
  path(moves) {
    return pathTo(this.positions, moves);
  }

  /**
   * Return the moves that lead to the same position from the present board: its first ones may have
   * been played meanwhile. null: the position is none any more.
   * @param {string[] | null} moves
   * @returns {string[] | null}
   */
  nearest(moves) {
    if (!moves) return null;
    if (this.path(moves).length === moves.length) return moves;
    return moves.length > 1 ? this.nearest(moves.slice(1)) : null;
  }
}
