// The coefficients of a match's finished games (art. 8, 9, 10.3), in whole ten-thousandths. Each is
// rounded once, half up, from whole numbers, because binary fractions are not exact.

/**
 * @typedef {object} Ended the end of a game, with the input of its coefficients
 * @property {string} ending
 * @property {"red" | "blue" | null} by the player who resigned, exceeded their time or never moved
 * @property {number} red_score
 * @property {number} blue_score
 * @property {number} rounds the number of complete rounds
 * @property {string[]} declared
 * @property {string[]} silent
 * @property {string[]} [untaken] the seats that no player ever took
 * @property {string | null} [was] the ending before an arbiter ruled the game lost (10.3)
 * @property {"red" | "blue" | null} [was_by] the player who caused that ending
 * @property {string[] | null} [was_silent] the players with 0 by that ending, for never coming
 * @property {string[]} [losses] the players whom such rulings punished
 * @property {Pair | null} [if_accepted] the scores if `by` had accepted the last placement
 * @property {{ red: string, blue: string }} penalties as decimals, to be subtracted
 * @property {{ red: string, blue: string, article: string } | null} [taken_over] from a player (8.5)
 * @property {{ red: string, blue: string, article: string } | null} decided figures, as they count
 *
 * @typedef {{ abandon_floor: string, unfinished: string }} Options for art. 9
 * @typedef {[red: number, blue: number]} Pair
 */

const ONE = 10_000;
const TWO = 2 * ONE;
const MAXIMUM = 16_667;
const FIXED_WIN = 15_300;
const PER_ROUND = 100;
const LOST_ENDINGS = ["abandoned", "time", "closed", "forfeited", "excluded"];

/** @param {number} part @param {number} whole @returns {number} ten-thousandths, rounded half up */
const ratio = (part, whole) =>
  Number((2n * BigInt(ONE) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));

/** @param {Pair} pair @returns {Pair} */
const swap = ([first, second]) => [second, first];

/** @param {number} red @param {number} blue @returns {Pair} */
function byScore(red, blue) {
  if (red < blue) return swap(byScore(blue, red));
  if (red === blue) return [ONE, ONE];
  if (red <= 0) return [15_000, 5_000];
  if (blue <= 0) return [FIXED_WIN, TWO - FIXED_WIN];
  const winner = ONE + ratio(red, red + blue);
  return [Math.min(winner, MAXIMUM), TWO - winner];
}

/** @param {number} own @param {number} other @returns {number} the player's share of a point */
function shareOfPoint(own, other) {
  if (own === other) return ONE / 2;
  if (own >= 0 && other >= 0) return ratio(own, own + other);
  return own > other ? ONE : 0;
}

/** @param {number} red @param {number} blue @returns {Pair} */
function endedEarly(red, blue) {
  if (red < blue) return swap(endedEarly(blue, red));
  const first = shareOfPoint(red, blue) + ONE / 2;
  return [first, TWO - first];
}

/** @param {number} stayer @param {number} gone @param {number} rounds @param {string} floor */
function resigned(stayer, gone, rounds, floor) {
  const low = FIXED_WIN - (floor === "fixed" ? 0 : PER_ROUND * rounds);
  const high = FIXED_WIN + PER_ROUND * rounds;
  const first = Math.min(Math.max(ONE + shareOfPoint(stayer, gone), low), high, MAXIMUM);
  return /** @type {Pair} */ ([first, Math.min(shareOfPoint(gone, stayer), TWO - first)]);
}

/** @param {Ended} game @param {Options} options @returns {Pair} */
function loss(game, options) {
  const { red_score: red, blue_score: blue, rounds } = game;
  return game.by === "red"
    ? swap(resigned(blue, red, rounds, options.abandon_floor))
    : resigned(red, blue, rounds, options.abandon_floor);
}

/**
 * @param {Ended} game lost by a ruling while it ran @param {Options} options
 * @returns {Pair} 0 for a player who never came, even if the opponent is punished (art. 9.1, 10.3)
 */
function ruledLoss(game, options) {
  const gone = game.by === "red" ? 0 : 1;
  const absent = gone === 0 ? [0, FIXED_WIN] : [FIXED_WIN, 0];
  const found = game.silent.includes(game.by ?? "") ? absent : loss(game, options);
  const opponent = gone === 0 ? "blue" : "red";
  return /** @type {Pair} */ (
    found.map((had, at) => (at !== gone && game.silent.includes(opponent) ? 0 : had))
  );
}

/**
 * @param {Ended} game that `by` resigned @param {Options} options
 * @returns {Pair} at most as if they had accepted the last placement instead (art. 5.2, 9.1)
 */
function resignation(game, options) {
  const found = loss(game, options);
  if (!game.if_accepted || game.ending !== "abandoned") return found;
  const played = byScore(...game.if_accepted);
  const gone = game.by === "red" ? 0 : 1;
  return played[gone] < found[gone] ? played : found;
}

/** @param {Ended} game @returns {Ended} its end without the losses ruled on top of it */
function baseOf(game) {
  if (!game.was) return game;
  const kept = game.was_silent ?? game.silent;
  const silent = ["both_time", "forfeited", "excluded"].includes(game.was) ? kept : [];
  const end = { ending: game.was, by: game.was_by ?? null, silent };
  return { ...game, ...end, was: null, was_by: null, was_silent: null, losses: [] };
}

/** @param {Ended} game @returns {string[]} the players who lost it by their own fault */
function losersOf(game) {
  if (["both_time", "no_show"].includes(game.ending) && !game.by) return ["red", "blue"];
  return game.by && [...LOST_ENDINGS, "no_show"].includes(game.ending) ? [game.by] : [];
}

/**
 * @param {Ended} game @param {Pair} earned before the losses @param {Options} options
 * @returns {Pair} a loss does not raise the punished player, lower the other one, or make a winner
 *   of a player who had lost, never came or is punished too (art. 9.1, 10.3)
 */
function afterLosses(game, earned, options) {
  if (!game.was) return earned;
  const punished = game.losses?.length ? game.losses : game.by ? [game.by] : [];
  const atFault = [...punished, ...losersOf(baseOf(game)), ...game.silent, ...(game.untaken ?? [])];
  const found = /** @type {Pair} */ ([...earned]);
  for (const by of punished) {
    const gone = by === "red" ? 0 : 1;
    const silent = game.silent.filter((seat) => seat === by);
    const seat = /** @type {"red" | "blue"} */ (by);
    const lost = ruledLoss({ ...game, by: seat, silent }, options);
    const isWon = !atFault.includes(gone === 0 ? "blue" : "red");
    if (isWon) found[1 - gone] = Math.max(lost[1 - gone], found[1 - gone]);
    const left = Math.min(lost[gone], found[gone]);
    const isPlain = found[1 - gone] === lost[1 - gone] && left === lost[gone];
    found[gone] = isPlain ? left : Math.min(left, TWO - found[1 - gone]);
  }
  return found;
}

/** @param {Ended} game @returns {Pair} 0 for each seat that was never taken (art. 9.1) */
function untakenSeat(game) {
  const byNobody = ["no_show", "both_time"].includes(game.ending) && !game.by;
  const absent = new Set(byNobody ? ["red", "blue"] : [...(game.untaken ?? []), game.by]);
  const [red, blue] = [absent.has("red"), absent.has("blue")];
  if (red && blue) return [0, 0];
  return red ? [0, FIXED_WIN] : [FIXED_WIN, 0];
}

/**
 * @param {Ended} game @param {Options} options
 * @returns {Pair} of a game that was unfinished at the closing date (art. 9.4)
 */
function unfinishedGame(game, options) {
  if (game.silent.length === 2) return [0, 0];
  const { red_score: red, blue_score: blue } = game;
  /** @type {Pair} */
  let found = [ONE, ONE];
  if (game.declared.length) {
    if (game.by) found = loss(game, options);
    else if (options.unfinished === "score") found = byScore(red, blue);
    else if (game.rounds) found = endedEarly(red, blue);
  }
  return [game.silent.includes("red") ? 0 : found[0], game.silent.includes("blue") ? 0 : found[1]];
}

/**
 * @param {Ended} game @param {Options} options
 * @param {Pair | null} other the other game's, in this order; null until it is over
 * @returns {Pair} each player's is that of a loss by that player alone (art. 7.2)
 */
function lossByBoth(game, options, other = null) {
  if (game.untaken?.length) return untakenSeat(game);
  const [red, blue] = /** @type {const} */ (["red", "blue"]).map((by, at) => {
    if (game.silent.includes(by)) return 0;
    const one = { ...game, ending: "time", by };
    const found = loss(one, options);
    return (other ? withBothGames(one, found, other, options) : found)[at];
  });
  return [red, blue];
}

/** @param {Ended} game @param {Options} options @returns {Pair} without regard to the other game */
function singleGame(game, options) {
  const taken = game.taken_over;
  if (taken) return [parseDecimal(taken.red), parseDecimal(taken.blue)];
  const isLost = [...LOST_ENDINGS, "both_time", "no_show"].includes(game.ending);
  if (isLost && game.untaken?.length) return untakenSeat(game);
  if (game.ending === "interrupted") return endedEarly(game.red_score, game.blue_score);
  if (game.ending === "closed") return unfinishedGame(game, options);
  if (game.ending === "level") return [ONE, ONE];
  if (game.ending === "no_show") {
    if (!game.by) return [0, 0];
    return game.by === "red" ? [0, FIXED_WIN] : [FIXED_WIN, 0];
  }
  if (game.ending === "both_time") return lossByBoth(game, options);
  if (["forfeited", "excluded"].includes(game.ending) && game.by) {
    return ruledLoss(game, options);
  }
  if (LOST_ENDINGS.includes(game.ending) && game.by) return resignation(game, options);
  return byScore(game.red_score, game.blue_score);
}

/**
 * @param {Ended} game @param {Pair} own @param {Pair} other the other game's, in this order
 * @param {Options} options
 * @returns {Pair} 0 for a player who gave up the game while ahead over both (art. 9.1)
 */
function withBothGames(game, own, other, options) {
  if (game.taken_over) return own;
  if (game.ending === "both_time") return lossByBoth(game, options, other);
  if (!LOST_ENDINGS.includes(game.ending) || !game.by) return own;
  const gone = game.by === "red" ? 0 : 1;
  const isAhead = own[gone] + other[gone] > own[1 - gone] + other[1 - gone];
  return /** @type {Pair} */ (own.map((had, at) => (isAhead && at === gone ? 0 : had)));
}

/** @param {string} decimal with at most four places @returns {number} */
function parseDecimal(decimal) {
  const [whole, places = ""] = decimal.split(".");
  return Number(whole) * ONE + Number(places.padEnd(4, "0").slice(0, 4));
}

/** @param {number} figure @returns {string} with exactly four places */
const formatDecimal = (figure) =>
  `${Math.floor(figure / ONE)}.${String(figure % ONE).padStart(4, "0")}`;

/**
 * @param {Ended[]} games the finished games, the home game first
 * @param {Options} options
 * @returns {Pair[]} Red first in each pair; the return game has swapped colours
 */
function matchCoefficients(games, options) {
  const bases = games.map(baseOf);
  let found = bases.map((game) => singleGame(game, options));
  if (games.length === 2) {
    const [home, back] = found;
    found = [
      withBothGames(bases[0], home, swap(back), options),
      withBothGames(bases[1], back, swap(home), options),
    ];
  }
  return found.map((earned, at) => {
    const { penalties, decided } = games[at];
    if (decided) return [parseDecimal(decided.red), parseDecimal(decided.blue)];
    const [red, blue] = afterLosses(games[at], earned, options);
    return [
      Math.max(red - parseDecimal(penalties.red), 0),
      Math.max(blue - parseDecimal(penalties.blue), 0),
    ];
  });
}
