// Pure functions on a game: opponents, tile owners, the latest move, new moves.

/** @import { Game, Colour } from "./api_types.d.ts" */

/**
 * Return the colour of a player's opponent.
 * @param {Colour} colour
 * @returns {Colour}
 */
export function opponentOf(colour) {
  return colour === "red" ? "blue" : "red";
}

/**
 * Return the owner of each tile, and the tiles of the latest move; keys are `row column`.
 * @param {Game} game
 */
export function tilesOf(game) {
  /** @type {Map<string, Colour>} */
  const owners = new Map();
  /** @type {Set<string>} */
  let last = new Set();
  for (const move of game.placements.filter(({ stands }) => stands)) {
    last = new Set();
    for (const square of squaresOf(move)) {
      if (owners.has(square)) continue;
      owners.set(square, move.colour);
      last.add(square);
    }
  }
  return { owners, last };
}

/**
 * Return the squares of a move's main word, as `row column`.
 * @param {{position?: string, word?: string}} move
 */
export function squaresOf(move) {
  const match = /^(?:([A-O])(\d+)|(\d+)([A-O]))$/.exec(move.position ?? "");
  if (!match || !move.word) return [];
  const [, rowAcross, colAcross, colDown, rowDown] = match;
  const down = rowAcross === undefined;
  const row = (rowAcross ?? rowDown).charCodeAt(0) - 65;
  const col = Number(colAcross ?? colDown) - 1;
  return [...move.word].map((_, at) => (down ? `${row + at} ${col}` : `${row} ${col + at}`));
}

/**
 * Return whether a move is the same as one in notation; brackets around blanks are ignored.
 * @param {{pass?: boolean, position?: string, word?: string}} move
 * @param {string} placement
 */
export function isSameMove({ pass, position, word }, placement) {
  return pass ? placement === "PAS" : `${position} ${word}` === placement.replace(/[()]/g, "");
}

/**
 * Return the valid moves that are new.
 * @param {Game} before
 * @param {Game} now
 */
function newMoves(before, now) {
  const known = new Set(before.placements.map(({ number }) => number));
  return now.placements.filter(({ stands, number }) => stands && !known.has(number));
}

/**
 * Return whether the user's unsent move is among the new moves, because its response was lost.
 * @param {Game} before
 * @param {Game} now
 * @param {string | null} typed in notation
 */
export function isAlreadyMade(before, now, typed) {
  return newMoves(before, now).some(
    (move) => move.colour === now.colour && typed !== null && isSameMove(move, typed),
  );
}

/**
 * Return a sentence for each new valid move.
 * @param {import("./texts.js").Texts} texts
 * @param {Game} before
 * @param {Game} now
 */
export function describeNewMoves(texts, before, now) {
  return newMoves(before, now).map(({ colour, pass, position, word, counted }) => {
    const subject = colour === now.colour ? "own" : "has";
    if (pass) return texts.get(`page.${subject}_passed`, { name: now.players[colour] });
    const values = { name: now.players[colour], placement: `${position} ${word}` };
    return texts.get(`page.${subject}_placed`, { ...values, points: texts.count(counted ?? 0, "points") });
  });
}

/**
 * Return the opponent's latest valid move with its points, or ""; for others, anybody's.
 * @param {import("./texts.js").Texts} texts
 * @param {Game} game
 */
export function lastMoveText(texts, game) {
  const last = game.placements.filter(({ stands, colour }) => stands && colour !== game.colour).at(-1);
  if (!last) return "";
  const name = game.players[last.colour];
  if (last.pass) return texts.get("page.last_pass", { name });
  return texts.get("page.last_move", { name, placement: `${last.position} ${last.word}`, points: texts.count(last.counted ?? 0, "points") });
}
