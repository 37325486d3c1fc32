// Pure functions on the notebook's lines: their tree of positions, boards and scores.

import { tilesOfMove } from "./draft.js";
import { opponentOf, squaresOf } from "./history.js";

/** @import { Game, Colour, Line, Position } from "./api_types.d.ts" */

/**
 * Return the positions after each of these moves, up to the first unknown one.
 * @param {Position[]} positions
 * @param {string[]} moves
 */
export function pathTo(positions, moves) {
  /** @type {Position[]} */
  const path = [];
  for (const move of moves) {
    const above = path.at(-1)?.number ?? null;
    const next = positions.find((each) => each.above === above && each.move === move);
    if (!next) return path;
    path.push(next);
  }
  return path;
}

/**
 * Return the moves that lead to a position.
 * @param {Position[]} positions
 * @param {Position} position
 * @returns {string[]}
 */
export function movesTo(positions, position) {
  const above = positions.find((each) => each.number === position.above);
  return [...(above ? movesTo(positions, above) : []), position.move];
}

/**
 * Return the depth of a position in the tree, from 1.
 * @param {Position[]} positions
 * @param {Position} position
 */
export function depthOf(positions, position) {
  return movesTo(positions, position).length;
}

/**
 * Return the game after a path, from the view of the player to move.
 * @param {Game} game
 * @param {Position[]} path
 * @returns {Game}
 */
export function gameAfter(game, path) {
  const last = path.filter((each) => each.colour).at(-1);
  if (!last) return { ...game, colour: game.turn, hindrance: null };
  const rows = game.board.map((row) => [...row]);
  const made = path.filter((each) => each.colour);
  for (const each of made) {
    squaresOf(each).forEach((name, at) => {
      const [row, col] = name.split(" ").map(Number);
      rows[row][col] = [...(each.word ?? "")][at];
    });
  }
  const placements = made.map((each, at) => ({
    number: game.placements.length + at + 1,
    round: each.round ?? 0,
    colour: /** @type {Colour} */ (each.colour),
    pass: Boolean(each.pass),
    position: each.position,
    word: each.word,
    sent: "",
    days: 0,
    stands: true,
    note: "",
  }));
  return {
    ...game,
    board: rows.map((row) => row.join("")),
    racks: last.racks ?? game.racks,
    scores: last.scores ?? game.scores,
    used: last.used ?? game.used,
    turn: last.turn ?? null,
    colour: last.turn ?? null,
    caps: { red: null, blue: null },
    hindrance: null,
    placements: [...game.placements, ...placements],
  };
}

/**
 * Return the scores after each round as `[own, opponent]`.
 * @param {Position[]} path
 * @param {Colour} own
 */
export function scoresByRound(path, own) {
  const opponent = opponentOf(own);
  /** @type {Map<number, [number, number]>} */
  const rounds = new Map();
  for (const { round, scores } of path) {
    if (round !== undefined && scores) rounds.set(round, [scores[own], scores[opponent]]);
  }
  return rounds;
}

/**
 * Return the tiles that a move lays on the current board.
 * @param {Game} game
 * @param {Position} position
 * @returns {import("./draft.js").LaidTile[]}
 */
export function tilesLaidBy(game, { position, word }) {
  return word ? tilesOfMove(`${position} ${word}`, game.board) : [];
}

/**
 * Return whether a line can still be played.
 * @param {Line} line
 */
export function isOpen(line) {
  return (line.fate ?? "open") === "open";
}

/**
 * Return whether `moves` starts with `start`.
 * @param {string[]} start
 * @param {string[]} moves
 */
function startsWith(start, moves) {
  return start.every((each, at) => moves[at] === each);
}

/**
 * Return whether a line has exactly these moves.
 * @param {Line} line
 * @param {string[]} moves
 */
function hasMoves(line, moves) {
  return line.moves.length === moves.length && startsWith(moves, line.moves);
}

/**
 * Return the lines with one more. It replaces a line that it extends, if that has no name or note.
 * @param {Line[]} lines
 * @param {string[]} moves
 * @returns {Line[]}
 */
export function withLine(lines, moves) {
  if (lines.some((each) => isOpen(each) && startsWith(moves, each.moves))) return lines;
  const line = { moves, name: "", note: "" };
  const index = lines.findIndex((each) => isOpen(each) && !each.name && !each.note && startsWith(each.moves, moves));
  return index < 0 ? [...lines, line] : lines.map((each, i) => (i === index ? line : each));
}

/**
 * Return the lines without a position and its descendants; its ancestors remain.
 * @param {Line[]} lines
 * @param {string[]} moves
 */
export function withoutPosition(lines, moves) {
  const remaining = lines.filter((each) => !isOpen(each) || !startsWith(moves, each.moves));
  const ancestors = moves.slice(0, -1);
  return ancestors.length === 0 ? remaining : withLine(remaining, ancestors);
}

/**
 * Return the lines with the name or note of a position changed; `lines` if they have it.
 * @param {Line[]} lines
 * @param {string[]} moves
 * @param {{name?: string, note?: string}} annotation
 */
export function withAnnotation(lines, moves, annotation) {
  const before = lines.find((each) => isOpen(each) && hasMoves(each, moves));
  const { root } = lines.find(isOpen) ?? {}; // all open lines have the same root
  const line = { name: "", note: "", root, ...before, ...annotation, moves };
  if (!before) return [...lines, line];
  if (before.name === line.name && before.note === line.note) return lines;
  return lines.map((each) => (each === before ? line : each));
}
