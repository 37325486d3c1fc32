// The state of an unsent move: its tiles and the arrow. Pure, without DOM.

export const SIZE = 15;
const EMPTY = ".";
const MIDDLE = 7;

/**
 * @typedef {{row: number, col: number}} Spot
 * @typedef {Spot & {letter: string, joker: boolean}} Laid
 * @typedef {Spot & {down: boolean}} Arrow
 */

/**
 * Return the name of a square, `H8`.
 * @param {Spot} spot
 */
export function nameOf(spot) {
  return `${String.fromCharCode(65 + spot.row)}${spot.col + 1}`;
}

/**
 * Return the square of a name, `H8`.
 * @param {string} name
 * @returns {Spot}
 */
export function spotOf(name) {
  return { row: name.charCodeAt(0) - 65, col: Number(name.slice(1)) - 1 };
}

/**
 * Return the tiles that a move in notation lays on a board; none for a pass.
 * @param {string} placement `H8 CASA` across, `8H CASA` down
 * @param {string[]} board
 * @returns {Laid[]}
 */
export function laidAsWritten(placement, board) {
  const [position, word] = placement.split(" ");
  if (!word) return [];
  const start = { row: position.replace(/\d+/, "").charCodeAt(0) - 65, col: parseInt(position.replace(/\D/g, ""), 10) - 1 };
  const isDown = /^\d/.test(position);
  return [...word].flatMap((letter, n) => {
    const spot = isDown ? { row: start.row + n, col: start.col } : { row: start.row, col: start.col + n };
    const joker = letter !== letter.toUpperCase();
    return board[spot.row]?.[spot.col] === EMPTY ? [{ ...spot, letter: letter.toUpperCase(), joker }] : [];
  });
}

/**
 * @param {Spot} one
 * @param {Spot} other
 */
export function same(one, other) {
  return one.row === other.row && one.col === other.col;
}

export class Draft {
  /**
   * @param {string[]} board 15 rows of 15: `.` empty, upper case a tile, lower case a blank
   * @param {string} rack the player's tiles, `?` a blank
   */
  constructor(board, rack) {
    this.board = board;
    this.rack = rack;
    /** @type {Laid[]} in typing order */
    this.laid = [];
    /** @type {Arrow | null} */
    this.arrow = null;
    this.pass = false;
  }

  /**
   * Return the letter of a played tile, or null.
   * @param {Spot} spot
   */
  onBoard(spot) {
    const letter = this.board[spot.row]?.[spot.col];
    return letter === undefined || letter === EMPTY ? null : letter;
  }

  /**
   * Return the unsent tile on a square, or null.
   * @param {Spot} spot
   */
  typedAt(spot) {
    return this.laid.find((each) => same(each, spot)) ?? null;
  }

  /** @param {Spot} spot */
  isFree(spot) {
    return isInside(spot) && this.onBoard(spot) === null && this.typedAt(spot) === null;
  }

  /** The tiles that are still on the rack, in its order. */
  get left() {
    const left = [...this.rack];
    for (const each of this.laid) {
      const at = left.indexOf(each.joker ? "?" : each.letter);
      if (at >= 0) left.splice(at, 1);
    }
    return left;
  }

  /**
   * Handle a tap: an unsent tile returns to the rack. Else the arrow is set across, then down, then removed.
   * @param {Spot} spot
   */
  touch(spot) {
    this.pass = false;
    const typed = this.typedAt(spot);
    if (typed) {
      this.laid = this.laid.filter((each) => each !== typed);
      this.arrow = { row: spot.row, col: spot.col, down: this.arrow?.down ?? false };
    } else if (this.arrow && same(this.arrow, spot)) {
      this.arrow = this.arrow.down ? null : { ...this.arrow, down: true };
    } else {
      const down = this.laid.length > 0 && (this.arrow?.down ?? false);
      this.arrow = { row: spot.row, col: spot.col, down };
    }
  }

  /**
   * Return the square at a point. If it has a played tile, return the nearest adjacent square without one, or null.
   * @param {number} x in squares from the left edge
   * @param {number} y in squares from the top edge
   * @returns {Spot | null}
   */
  meant(x, y) {
    const spot = { row: Math.floor(y), col: Math.floor(x) };
    if (!isInside(spot)) return null;
    if (this.onBoard(spot) === null) return spot;
    /** @type {{spot: Spot, far: number}[]} */
    const near = [];
    for (const [down, right] of [[0, 1], [1, 0], [0, -1], [-1, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]]) {
      const other = { row: spot.row + down, col: spot.col + right };
      if (!isInside(other) || this.onBoard(other) !== null) continue;
      near.push({ spot: other, far: Math.hypot(other.col + 0.5 - x, other.row + 0.5 - y) });
    }
    near.sort((one, two) => one.far - two.far);
    return near[0] && near[0].far < 1.1 ? near[0].spot : null;
  }

  /**
   * Lay a tile at the arrow, and move the arrow to the next free square.
   * @param {string} letter
   * @param {boolean} joker
   * @returns {boolean} whether the tile was laid
   */
  lay(letter, joker) {
    if (!this.arrow || !this.left.includes(joker ? "?" : letter)) return false;
    const spot = this.next(this.arrow);
    if (spot === null) return false;
    this.pass = false;
    this.laid.push({ ...spot, letter, joker });
    const { down } = this.arrow;
    const after = this.next({ ...spot, down });
    this.arrow = after ? { ...after, down } : { ...spot, down };
    return true;
  }

  /**
   * Lay a tile on a square, and move the arrow there.
   * @param {Spot} spot
   * @param {string} letter
   * @param {boolean} joker
   */
  drop(spot, letter, joker) {
    if (!this.isFree(spot)) return false;
    const along = this.laid[0];
    const down = along ? along.col === spot.col : (this.arrow?.down ?? false);
    this.arrow = { row: spot.row, col: spot.col, down };
    return this.lay(letter, joker);
  }

  /** Remove the last tile; the arrow moves to its square. */
  back() {
    const last = this.laid.pop();
    if (last) this.arrow = { row: last.row, col: last.col, down: this.arrow?.down ?? false };
    else this.pass = false;
  }

  /** Remove all tiles; the arrow moves to the first one's square. */
  clear() {
    const [first] = this.laid;
    if (first) this.arrow = { row: first.row, col: first.col, down: this.arrow?.down ?? false };
    this.laid = [];
    this.pass = false;
  }

  /**
   * Return the first free square from the arrow on, in its direction, or null.
   * @param {Arrow} arrow
   * @returns {Spot | null}
   */
  next(arrow) {
    let { row, col } = arrow;
    while (isInside({ row, col })) {
      if (this.isFree({ row, col })) return { row, col };
      if (arrow.down) row += 1;
      else col += 1;
    }
    return null;
  }

  /**
   * The move in notation, `H8 CAS(A)`. Null if there are no tiles, or if they form no line without gaps.
   */
  get placement() {
    if (this.pass) return "PAS";
    const [first] = this.laid;
    if (!first) return null;
    const inRow = this.laid.every((each) => each.row === first.row);
    const inColumn = this.laid.every((each) => each.col === first.col);
    if (!inRow && !inColumn) return null;
    let down = !inRow;
    if (inRow && inColumn) {
      down = this.arrow?.down ?? false;
      if (this.run(first, down).length === 1) down = !down;
      if (this.run(first, down).length === 1) down = this.arrow?.down ?? false;
    }
    const run = this.run(first, down);
    const all = this.laid.every((each) => run.some((spot) => same(spot, each)));
    if (!all) return null;
    const { row, col } = run[0];
    const at = String.fromCharCode(65 + row);
    const word = run.map((spot) => this.written(spot)).join("");
    return `${down ? `${col + 1}${at}` : `${at}${col + 1}`} ${word}`;
  }

  /**
   * Return the unbroken line of filled squares through a square.
   * @param {Spot} spot
   * @param {boolean} down
   */
  run(spot, down) {
    const isFilled = (/** @type {Spot} */ each) => isInside(each) && !this.isFree(each);
    const step = (/** @type {Spot} */ each, /** @type {number} */ by) =>
      down ? { row: each.row + by, col: each.col } : { row: each.row, col: each.col + by };
    let start = { row: spot.row, col: spot.col };
    while (isFilled(step(start, -1))) start = step(start, -1);
    const run = [];
    for (let each = start; isFilled(each); each = step(each, 1)) run.push(each);
    return run;
  }

  /**
   * Return the letter of a square in notation; a blank is in brackets.
   * @param {Spot} spot
   */
  written(spot) {
    const typed = this.typedAt(spot);
    if (typed) return typed.joker ? `(${typed.letter.toLowerCase()})` : typed.letter;
    const letter = this.onBoard(spot) ?? "";
    return letter === letter.toLowerCase() ? `(${letter})` : letter;
  }

  /** Return the state to store on the device. */
  kept() {
    return { laid: this.laid, arrow: this.arrow, pass: this.pass };
  }

  /**
   * Restore a stored state, as far as board and rack still allow it.
   * @param {{laid: Laid[], arrow: Arrow | null, pass: boolean}} kept
   * @returns {boolean} whether every tile was restored
   */
  take(kept) {
    let whole = true;
    for (const each of kept.laid) {
      const possible = this.isFree(each) && this.left.includes(each.joker ? "?" : each.letter);
      if (possible) this.laid.push(each);
      whole &&= possible;
    }
    this.arrow = kept.arrow && this.onBoard(kept.arrow) === null ? kept.arrow : null;
    this.pass = kept.pass && this.laid.length === 0;
    return whole;
  }

  /** The arrow's square, or else the middle. */
  get home() {
    return this.arrow ?? { row: MIDDLE, col: MIDDLE };
  }
}

/**
 * Return an empty draft for a game.
 * @param {import("./api.js").Game} game
 */
export function draftOf(game) {
  return new Draft(game.board, game.colour ? game.racks[game.colour] : "");
}

/** @param {Spot} spot */
function isInside(spot) {
  return spot.row >= 0 && spot.row < SIZE && spot.col >= 0 && spot.col < SIZE;
}
