// What two finished games are worth (art. 8, 9, 10.3). Figures are whole ten-thousandths: each is
// rounded once, half up, from whole numbers, and no binary fraction is ever in between.

"use strict";

/**
 * @typedef {object} Ended one game's end, with the figures that its coefficients need
 * @property {string} ending
 * @property {"red" | "blue" | null} by who gave it up, exceeded his time or never came
 * @property {number} red_score
 * @property {number} blue_score
 * @property {number} rounds complete ones
 * @property {string[]} declared
 * @property {string[]} silent
 * @property {string[]} [untaken] the seats nobody ever took
 * @property {string | null} [was] how the game had ended before an arbiter ruled it lost (10.3)
 * @property {"red" | "blue" | null} [was_by] who had then given it up
 * @property {{ red: string, blue: string }} penalties points taken off, as decimals
 * @property {{ red: string, blue: string, article: string } | null} decided by an arbiter (8.5)
 *
 * @typedef {{ abandon_floor: string, unfinished: string }} Reading how the ruleset reads art. 9
 * @typedef {[red: number, blue: number]} Pair
 */

const ONE = 10_000;
const TWO = 2 * ONE;
const MAXIMUM = 16_667;
const STAYED = 15_300;
const PER_ROUND = 100;
const GIVEN_UP = ["abandoned", "time", "closed", "forfeited", "excluded"];

/** @param {number} part @param {number} whole @returns {number} the fraction, rounded half up */
const share = (part, whole) =>
  Number((2n * BigInt(ONE) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));

/** @param {Pair} pair @returns {Pair} */
const swapped = ([first, second]) => [second, first];

/** @param {number} red @param {number} blue @returns {Pair} */
function normal(red, blue) {
  if (red < blue) return swapped(normal(blue, red));
  if (red === blue) return [ONE, ONE];
  if (red <= 0) return [15_000, 5_000];
  if (blue <= 0) return [STAYED, TWO - STAYED];
  const winner = ONE + share(red, red + blue);
  return [Math.min(winner, MAXIMUM), TWO - winner];
}

/** @param {number} own @param {number} other @returns {number} one's share of a point */
function divided(own, other) {
  if (own === other) return ONE / 2;
  if (own >= 0 && other >= 0) return share(own, own + other);
  return own > other ? ONE : 0;
}

/** @param {number} red @param {number} blue @returns {Pair} */
function interrupted(red, blue) {
  if (red < blue) return swapped(interrupted(blue, red));
  const first = divided(red, blue) + ONE / 2;
  return [first, TWO - first];
}

/** @param {number} stayer @param {number} gone @param {number} rounds @param {string} floor */
function abandoned(stayer, gone, rounds, floor) {
  const low = STAYED - (floor === "fixed" ? 0 : PER_ROUND * rounds);
  const high = STAYED + PER_ROUND * rounds;
  const first = Math.min(Math.max(ONE + divided(stayer, gone), low), high, MAXIMUM);
  return /** @type {Pair} */ ([first, Math.min(divided(gone, stayer), TWO - first)]);
}

/** @param {Ended} game @param {Reading} reading @returns {Pair} Red's first */
function lost(game, reading) {
  const { red_score: red, blue_score: blue, rounds } = game;
  return game.by === "red"
    ? swapped(abandoned(blue, red, rounds, reading.abandon_floor))
    : abandoned(red, blue, rounds, reading.abandon_floor);
}

/**
 * @param {Ended} game lost by a ruling @param {Reading} reading
 * @returns {Pair} who never moved has 0; a sanction takes nothing from the partner, and gives
 *     nothing to who is punished (art. 9.1, 10.3)
 */
function ruledLost(game, reading) {
  const gone = game.by === "red" ? 0 : 1;
  const absent = gone === 0 ? [0, STAYED] : [STAYED, 0];
  const found = game.silent.includes(game.by ?? "") ? absent : lost(game, reading);
  if (!game.was) return /** @type {Pair} */ (found);
  const was = alone({ ...game, ending: game.was, by: game.was_by ?? null, was: null }, reading);
  const kept = Math.max(found[1 - gone], was[1 - gone]);
  const left = Math.min(found[gone], was[gone], TWO - kept);
  return gone === 0 ? [left, kept] : [kept, left];
}

/** @param {Ended} game @returns {Pair} where a seat was never taken: 0 for it (art. 9.1) */
function neverTaken(game) {
  const byNobody = ["no_show", "both_time"].includes(game.ending) && !game.by;
  const absent = new Set(byNobody ? ["red", "blue"] : [...(game.untaken ?? []), game.by]);
  const [red, blue] = [absent.has("red"), absent.has("blue")];
  if (red && blue) return [0, 0];
  return red ? [0, STAYED] : [STAYED, 0];
}

/** @param {Ended} game @param {Reading} reading @returns {Pair} an unfinished game's (art. 9.4) */
function unfinished(game, reading) {
  if (game.silent.length === 2) return [0, 0];
  /** @type {Pair} */
  let found = [ONE, ONE];
  if (game.declared.length) {
    if (game.by) found = lost(game, reading);
    else if (reading.unfinished === "score") found = normal(game.red_score, game.blue_score);
    else if (game.rounds) found = interrupted(game.red_score, game.blue_score);
  }
  return [game.silent.includes("red") ? 0 : found[0], game.silent.includes("blue") ? 0 : found[1]];
}

/**
 * @param {Ended} game @param {Reading} reading
 * @param {Pair | null} other in the order of this game's colours, once that game is over
 * @returns {Pair} each has what they would have if they alone had lost it (art. 7.2)
 */
function lostByBoth(game, reading, other = null) {
  if (game.untaken?.length) return neverTaken(game);
  const [red, blue] = /** @type {const} */ (["red", "blue"]).map((by, at) => {
    if (game.silent.includes(by)) return 0;
    const one = { ...game, ending: "time", by };
    const found = lost(one, reading);
    return (other ? unlessAhead(one, found, other, reading) : found)[at];
  });
  return [red, blue];
}

/** @param {Ended} game @param {Reading} reading @returns {Pair} of one game by itself */
function alone(game, reading) {
  const isLost = [...GIVEN_UP, "both_time", "no_show"].includes(game.ending);
  if (isLost && game.untaken?.length) return neverTaken(game);
  if (game.ending === "interrupted") return interrupted(game.red_score, game.blue_score);
  if (game.ending === "closed") return unfinished(game, reading);
  if (game.ending === "level") return [ONE, ONE];
  if (game.ending === "no_show") {
    if (!game.by) return [0, 0];
    return game.by === "red" ? [0, STAYED] : [STAYED, 0];
  }
  if (game.ending === "both_time") return lostByBoth(game, reading);
  if (["forfeited", "excluded"].includes(game.ending) && game.by) return ruledLost(game, reading);
  if (GIVEN_UP.includes(game.ending) && game.by) return lost(game, reading);
  return normal(game.red_score, game.blue_score);
}

/**
 * @param {Ended} game @param {Pair} own @param {Pair} other in the order of this game's colours
 * @param {Reading} reading
 */
function unlessAhead(game, own, other, reading) {
  if (game.ending === "both_time") return lostByBoth(game, reading, other);
  if (!GIVEN_UP.includes(game.ending) || !game.by) return own;
  const gone = game.by === "red" ? 0 : 1;
  const isAhead = own[gone] + other[gone] > own[1 - gone] + other[1 - gone];
  return /** @type {Pair} */ (own.map((had, at) => (isAhead && at === gone ? 0 : had)));
}

/** @param {string} decimal with at most four places @returns {number} */
function tenThousandths(decimal) {
  const [whole, places = ""] = decimal.split(".");
  return Number(whole) * ONE + Number(places.padEnd(4, "0").slice(0, 4));
}

/** @param {number} figure @returns {string} with exactly four places */
const decimal = (figure) =>
  `${Math.floor(figure / ONE)}.${String(figure % ONE).padStart(4, "0")}`;

/**
 * @param {Ended[]} games the match's that are over, the home game first; colours are swapped in
 *     the return game
 * @param {Reading} reading
 * @returns {Pair[]} Red's first in each
 */
function coefficientsOf(games, reading) {
  let found = games.map((game) => alone(game, reading));
  if (games.length === 2) {
    const [home, back] = found;
    found = [
      unlessAhead(games[0], home, swapped(back), reading),
      unlessAhead(games[1], back, swapped(home), reading),
    ];
  }
  return found.map(([red, blue], at) => {
    const { penalties, decided } = games[at];
    if (decided) return [tenThousandths(decided.red), tenThousandths(decided.blue)];
    return [
      Math.max(red - tenThousandths(penalties.red), 0),
      Math.max(blue - tenThousandths(penalties.blue), 0),
    ];
  });
}
