// The state of an unsent move: its tiles and the arrow. Pure, without DOM.

export const SIZE = 15;
const EMPTY = ".";
/** Distance, in squares, of a square that a tap beside it may mean. */
const NEAR_SQUARES = 1.1;
/** The row and the column of the middle square. */
export const MIDDLE = 7;

/**
 * @typedef {{row: number, col: number}} Spot square of the board, counted from 0
 * @typedef {Spot & {letter: string, joker: boolean}} LaidTile tile that is not sent; `joker` for a blank
 * @typedef {Spot & {down: boolean}} Arrow where the next tile is laid
 */

/**
 * Return the name of a square, `H8`.
 * @param {Spot} spot
 */
export function nameOf(spot) {
  return `${rowLetter(spot.row)}${spot.col + 1}`;
}

/** @param {number} row */
export function rowLetter(row) {
  return String.fromCharCode(65 + row);
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
 * Return the tiles that a move lays on a board; none for a pass.
 * @param {string} placement `H8 CASA` across, `8H C(a)SA` down
 * @param {string[]} board
 * @returns {LaidTile[]}
 */
export function tilesOfMove(placement, board) {
  const [position, word] = placement.split(" ");
  if (!word) return [];
  const isDown = /^\d/.test(position);
  const start = spotOf(isDown ? position.replace(/(\d+)(.)/, "$2$1") : position);
  return [...word.replace(/[()]/g, "")].flatMap((letter, n) => {
    const spot = isDown ? { row: start.row + n, col: start.col } : { row: start.row, col: start.col + n };
    const joker = letter !== letter.toUpperCase();
    return board[spot.row]?.[spot.col] === EMPTY ? [{ ...spot, letter: letter.toUpperCase(), joker }] : [];
  });
}

/**
 * @param {Spot} one
 * @param {Spot} other
 */
export function isSameSquare(one, other) {
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
    /** @type {LaidTile[]} in typing order */
    this.laid = [];
    /** @type {Arrow | null} */
    this.arrow = null;
    /** Whether the move is a pass; it then has no tiles. */
    this.pass = false;
  }

  /**
   * Return the letter of a played tile, or null.
   * @param {Spot} spot
   */
  playedAt(spot) {
    const letter = this.board[spot.row]?.[spot.col];
    return letter === undefined || letter === EMPTY ? null : letter;
  }

  /**
   * Return the unsent tile on a square, or null.
   * @param {Spot} spot
   */
  typedAt(spot) {
    return this.laid.find((each) => isSameSquare(each, spot)) ?? null;
  }

  /** @param {Spot} spot */
  isFree(spot) {
    return isInside(spot) && this.playedAt(spot) === null && this.typedAt(spot) === null;
  }

  /** Whether the draft has no tiles and is no pass. */
  get isEmpty() {
    return this.laid.length === 0 && !this.pass;
  }

  /** The tiles that are still on the rack, in its order. */
  get remaining() {
    const remaining = [...this.rack];
    for (const each of this.laid) {
      const at = remaining.indexOf(each.joker ? "?" : each.letter);
      if (at >= 0) remaining.splice(at, 1);
    }
    return remaining;
  }

  /**
   * Handle a tap. An unsent tile returns to the rack.
   * On a free square, repeated taps set the arrow across, set it down, and remove it.
   * @param {Spot} spot
   */
  tap(spot) {
    this.pass = false;
    const typed = this.typedAt(spot);
    if (typed) {
      this.laid = this.laid.filter((each) => each !== typed);
      this.arrow = { row: spot.row, col: spot.col, down: this.arrow?.down ?? false };
    } else if (this.arrow && isSameSquare(this.arrow, spot)) {
      this.arrow = this.arrow.down ? null : { ...this.arrow, down: true };
    } else {
      const down = this.laid.length > 0 && (this.arrow?.down ?? false);
      this.arrow = { row: spot.row, col: spot.col, down };
    }
  }

  /**
   * Return the square at a point.
   * If it has a played tile, return the nearest adjacent square without one, or null.
   * @param {number} x in squares from the left edge
   * @param {number} y in squares from the top edge
   * @returns {Spot | null}
   */
  squareNear(x, y) {
    const spot = { row: Math.floor(y), col: Math.floor(x) };
    if (!isInside(spot)) return null;
    if (this.playedAt(spot) === null) return spot;
    /** @type {{spot: Spot, distance: number}[]} */
    const candidates = [];
    for (const [down, right] of [[0, 1], [1, 0], [0, -1], [-1, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]]) {
      const other = { row: spot.row + down, col: spot.col + right };
      if (!isInside(other) || this.playedAt(other) !== null) continue;
      candidates.push({ spot: other, distance: Math.hypot(other.col + 0.5 - x, other.row + 0.5 - y) });
    }
    candidates.sort((one, two) => one.distance - two.distance);
    return candidates[0] && candidates[0].distance < NEAR_SQUARES ? candidates[0].spot : null;
  }

  /**
   * Lay a tile at the arrow, and move the arrow to the next free square.
   * @param {string} letter
   * @param {boolean} joker
   * @returns {boolean} whether the tile was laid
   */
  layAtArrow(letter, joker) {
    if (!this.arrow || !this.remaining.includes(joker ? "?" : letter)) return false;
    const spot = this.nextFree(this.arrow);
    if (spot === null) return false;
    this.pass = false;
    this.laid.push({ ...spot, letter, joker });
    const { down } = this.arrow;
    const after = this.nextFree({ ...spot, down });
    this.arrow = after ? { ...after, down } : { ...spot, down };
    return true;
  }

  /**
   * Lay a tile on a square, and move the arrow there.
   * @param {Spot} spot
   * @param {string} letter
   * @param {boolean} joker
   */
  layAt(spot, letter, joker) {
    if (!this.isFree(spot)) return false;
    const first = this.laid[0];
    const down = first ? first.col === spot.col : (this.arrow?.down ?? false);
    this.arrow = { row: spot.row, col: spot.col, down };
    return this.layAtArrow(letter, joker);
  }

  /** Remove the last tile; the arrow moves to its square. */
  undo() {
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
  nextFree(arrow) {
    let { row, col } = arrow;
    while (isInside({ row, col })) {
      if (this.isFree({ row, col })) return { row, col };
      if (arrow.down) row += 1;
      else col += 1;
    }
    return null;
  }

  /** The move in notation, `H8 CAS(A)`; null without tiles, or if they form no line without gaps. */
  get placement() {
    if (this.pass) return "PAS";
    const [first] = this.laid;
    if (!first) return null;
    const inRow = this.laid.every((each) => each.row === first.row);
    const inColumn = this.laid.every((each) => each.col === first.col);
    if (!inRow && !inColumn) return null;
    const down = inRow && inColumn ? this.isSingleDown(first) : !inRow;
    const line = this.lineThrough(first, down);
    const isOneLine = this.laid.every((each) => line.some((spot) => isSameSquare(spot, each)));
    if (!isOneLine) return null;
    const [start] = line;
    const word = line.map((spot) => this.notationOf(spot)).join("");
    return `${down ? `${start.col + 1}${rowLetter(start.row)}` : nameOf(start)} ${word}`;
  }

  /**
   * Return whether a single tile is played down: as the arrow points, unless only the other direction forms a word.
   * @param {Spot} spot
   */
  isSingleDown(spot) {
    const down = this.arrow?.down ?? false;
    const isWord = (/** @type {boolean} */ each) => this.lineThrough(spot, each).length > 1;
    return isWord(down) || !isWord(!down) ? down : !down;
  }

  /**
   * Return the unbroken line of filled squares through a square.
   * @param {Spot} spot
   * @param {boolean} down
   */
  lineThrough(spot, down) {
    const isFilled = (/** @type {Spot} */ each) => isInside(each) && !this.isFree(each);
    const step = (/** @type {Spot} */ each, /** @type {number} */ by) =>
      down ? { row: each.row + by, col: each.col } : { row: each.row, col: each.col + by };
    let start = { row: spot.row, col: spot.col };
    while (isFilled(step(start, -1))) start = step(start, -1);
    const squares = [];
    for (let each = start; isFilled(each); each = step(each, 1)) squares.push(each);
    return squares;
  }

  /**
   * Return the letter of a square in notation; a blank is in brackets.
   * @param {Spot} spot
   */
  notationOf(spot) {
    const typed = this.typedAt(spot);
    if (typed) return typed.joker ? `(${typed.letter.toLowerCase()})` : typed.letter;
    const letter = this.playedAt(spot) ?? "";
    return letter === letter.toLowerCase() ? `(${letter})` : letter;
  }

  /** Return the state to store on the device. */
  snapshot() {
    return { laid: this.laid, arrow: this.arrow, pass: this.pass };
  }

  /**
   * Restore a stored state, as far as board and rack still allow it.
   * @param {{laid: LaidTile[], arrow: Arrow | null, pass: boolean}} stored
   * @returns {boolean} whether every tile was restored
   */
  restore(stored) {
    let isComplete = true;
    for (const each of stored.laid) {
      const isPossible = this.isFree(each) && this.remaining.includes(each.joker ? "?" : each.letter);
      if (isPossible) this.laid.push(each);
      isComplete &&= isPossible;
    }
    this.arrow = stored.arrow && this.playedAt(stored.arrow) === null ? stored.arrow : null;
    this.pass = stored.pass && this.laid.length === 0;
    return isComplete;
  }

  /** The arrow's square, or else the middle. */
  get startSquare() {
    return this.arrow ?? { row: MIDDLE, col: MIDDLE };
  }
}

/**
 * Return an empty draft for a game.
 * @param {import("./api_types.d.ts").Game} game
 */
export function newDraft(game) {
  return new Draft(game.board, game.colour ? game.racks[game.colour] : "");
}

/** @param {Spot} spot */
function isInside(spot) {
  return spot.row >= 0 && spot.row < SIZE && spot.col >= 0 && spot.col < SIZE;
}
