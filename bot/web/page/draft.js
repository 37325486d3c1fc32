// What is typed and not sent: letters on squares, and the arrow. Pure: nothing is drawn here.

export const SIZE = 15;
const EMPTY = ".";
const MIDDLE = 7;

/**
 * @typedef {{row: number, col: number}} Spot
 * @typedef {Spot & {letter: string, joker: boolean}} Laid
 * @typedef {Spot & {down: boolean}} Arrow
 */

/**
 * Return a square's name, as for a word across from it.
 * @param {Spot} spot
 */
export function nameOf(spot) {
  return `${String.fromCharCode(65 + spot.row)}${spot.col + 1}`;
}

/**
 * Return the square of that name.
 * @param {string} name
 * @returns {Spot}
 */
export function spotOf(name) {
  return { row: name.charCodeAt(0) - 65, col: Number(name.slice(1)) - 1 };
}

/**
 * Return the letters that a written move lays on a board: `H8 CASA` across, `8H CASA` down.
 * @param {string} placement
 * @param {string[]} board
 * @returns {Laid[]} none for a pass
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
   * @param {string[]} board 15 rows of 15: `.` empty, upper case a tile, lower case a joker
   * @param {string} rack the tiles in hand, `?` a joker
   */
  constructor(board, rack) {
    this.board = board;
    this.rack = rack;
    /** @type {Laid[]} in the order in which they were laid */
    this.laid = [];
    /** @type {Arrow | null} */
    this.arrow = null;
    this.pass = false;
  }

  /** @param {Spot} spot */
  onBoard(spot) {
    const letter = this.board[spot.row]?.[spot.col];
    return letter === undefined || letter === EMPTY ? null : letter;
  }

  /** @param {Spot} spot */
  typedAt(spot) {
    return this.laid.find((each) => same(each, spot)) ?? null;
  }

  /** @param {Spot} spot */
  isFree(spot) {
    return isInside(spot) && this.onBoard(spot) === null && this.typedAt(spot) === null;
  }

  /** Return the tiles still in hand, in the order of the rack. */
  get left() {
    const left = [...this.rack];
    for (const each of this.laid) {
      const at = left.indexOf(each.joker ? "?" : each.letter);
      if (at >= 0) left.splice(at, 1);
    }
    return left;
  }

  /**
   * Touch a square: an arrow across; again: down; again: none. A typed letter comes back.
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
   * Return the square that a touch means: itself if it is free or typed on, else the nearest free
   * one, of those beside it.
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
   * Lay a letter where the arrow is, and move the arrow on over what is filled.
   * @param {string} letter
   * @param {boolean} joker
   * @returns {boolean} whether it was laid
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
   * Lay a letter on a square, wherever the arrow is.
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

  /** Take the last letter back; the arrow goes where it was. */
  back() {
    const last = this.laid.pop();
    if (last) this.arrow = { row: last.row, col: last.col, down: this.arrow?.down ?? false };
    else this.pass = false;
  }

  clear() {
    const [first] = this.laid;
    if (first) this.arrow = { row: first.row, col: first.col, down: this.arrow?.down ?? false };
    this.laid = [];
    this.pass = false;
  }

  /**
   * Return the first free square from there on, in the arrow's direction.
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
   * Return the placement as it is written, `H8 CAS(A)`; null where nothing is typed, or where the
   * letters do not lie in one line without a gap.
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
   * Return all filled squares through that one, in a line.
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

  /** @param {Spot} spot */
  written(spot) {
    const typed = this.typedAt(spot);
    if (typed) return typed.joker ? `(${typed.letter.toLowerCase()})` : typed.letter;
    const letter = this.onBoard(spot) ?? "";
    return letter === letter.toLowerCase() ? `(${letter})` : letter;
  }

  /** Return what is kept on the device while it is not sent. */
  kept() {
    return { laid: this.laid, arrow: this.arrow, pass: this.pass };
  }

  /**
   * Take up what was kept, as far as board and hand still allow it.
   * @param {{laid: Laid[], arrow: Arrow | null, pass: boolean}} kept
   * @returns {boolean} whether all of it could be taken up
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

  /** Return the square where the keyboard begins: the arrow's, else the middle. */
  get home() {
    return this.arrow ?? { row: MIDDLE, col: MIDDLE };
  }
}

/**
 * Return the board of a game with nothing typed.
 * @param {import("./api.js").Game} game
 */
export function draftOf(game) {
  return new Draft(game.board, game.colour ? game.racks[game.colour] : "");
}

/** @param {Spot} spot */
function isInside(spot) {
  return spot.row >= 0 && spot.row < SIZE && spot.col >= 0 && spot.col < SIZE;
}
