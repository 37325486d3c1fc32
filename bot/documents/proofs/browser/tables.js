// What a group's table claims: that it adds up to its games, that both players of a game tell it
// alike, that coefficients follow from scores, and that the highest sum stands first. Knows no page.

"use strict";

/**
 * @typedef {object} Side a game as one of its players has it
 * @property {number} coefficient in ten-thousandths
 * @property {number} own points
 * @property {number} partner points of the other
 * @property {boolean} isRed
 * @property {boolean} isWon
 * @property {boolean} isDrawn
 *
 * @typedef {object} Line a player's, as it stands
 * @property {string} name
 * @property {boolean} hasPlace whether he is in the competition still
 * @property {string} tally what it says, as `tallyOf` writes it
 * @property {Side[]} sides his games that count
 *
 * @typedef {object} CrossRow a player's in a crosstable
 * @property {string} name
 * @property {boolean} hasPlace
 * @property {string} tally
 * @property {(Side | null)[][]} cells by partner, the home game first; null: it does not count yet
 */

/**
 * @param {number} sum of coefficients
 * @param {number[]} counts games, wins, draws, losses
 * @param {number[]} points those won less those lost, and those won
 * @returns {string}
 */
const tallyOf = (sum, [games, ...course], points) =>
  `${decimal(sum)} · ${games} (${course.join("–")}) · ${points.join(" · ")}`;

/** @param {Side[]} sides @returns {string} what they add up to */
function added(sides) {
  const sum = (/** @type {(side: Side) => number} */ of) =>
    sides.reduce((total, side) => total + of(side), 0);
  const won = sum(({ isWon }) => Number(isWon));
  const drawn = sum(({ isDrawn }) => Number(isDrawn));
  const scored = sum(({ own }) => own);
  return tallyOf(
    sum(({ coefficient }) => coefficient),
    [sides.length, won, drawn, sides.length - won - drawn],
    [scored - sum(({ partner }) => partner), scored],
  );
}

/** @param {Side} side @returns {string} */
const gameOf = ({ own, partner, coefficient }) => `${own}:${partner} ${decimal(coefficient)}`;

/** @param {Side} side @returns {number} his coefficient as art. 8 makes it of the score */
const byScore = ({ own, partner }) => normal(own, partner)[0];

/**
 * @param {Line[]} lines @param {string} of the table's name
 * @returns {Claim[]} that coefficients follow from scores; of each that does not (art. 9, 10.3),
 *     whose it is
 */
function ofTheScores(lines, of) {
  const all = lines.flatMap(({ name, sides }) => sides.map((side) => ({ name, side })));
  const isScored = (/** @type {{ side: Side }} */ { side }) => byScore(side) === side.coefficient;
  const told = all.filter(isScored).map(({ side }) => gameOf(side)).join(", ");
  return [
    ...(told ? [compared("scored", of, told, () => told)] : []),
    ...all
      .filter((each) => !isScored(each))
      .map(({ name, side }) => ({
        what: "unlike",
        of: `${name}, ${side.own}:${side.partner}`,
        verdict: /** @type {Verdict} */ ("elsewhere"),
        claimed: decimal(side.coefficient),
        found: decimal(byScore(side)),
      })),
  ];
}

/** @param {Line[]} lines in the order in which they stand @param {string} of @returns {Claim[]} */
function ofTheTable(lines, of) {
  const placed = lines.filter(({ hasPlace }) => hasPlace);
  /** @param {Line} line */
  const sumOf = ({ tally }) => tenThousandths(tally.split(" ")[0]);
  /** @param {Line[]} order */
  const told = (order) => order.map(({ name }) => name).join(", ");
  return [
    ...lines.map(({ name, tally, sides }) => compared("summed", name, tally, () => added(sides))),
    compared("ordered", of, told(placed), () =>
      told([...placed].sort((one, other) => sumOf(other) - sumOf(one))),
    ),
    ...ofTheScores(lines, of),
  ];
}

/** @param {(Side | null)[]} sides @param {boolean} isTurned as their partners have them */
const scoresOf = (sides, isTurned) =>
  sides
    .map((side) => {
      if (!side) return "–";
      const { own, partner, isRed } = side;
      return isTurned ? `${partner}:${own} ${colour(!isRed)}` : `${own}:${partner} ${colour(isRed)}`;
    })
    .join(", ");

/** @param {boolean} isRed @returns {string} */
const colour = (isRed) => (isRed ? "🟥" : "🟦");

/**
 * @param {CrossRow[]} rows in the order in which they stand, as their columns do
 * @param {string} of
 * @returns {Claim[]}
 */
function ofTheCrosstable(rows, of) {
  const lines = rows.map((row) => ({ ...row, sides: row.cells.flat().flatMap((side) => side ?? []) }));
  const mirrored = rows.map(({ name, cells }, at) =>
    compared("mirrored", name, scoresOf(cells.flat(), false), () =>
      scoresOf(rows.flatMap((row) => row.cells[at] ?? []), true),
    ),
  );
  return [...mirrored, ...ofTheTable(lines, of)];
}

/**
 * @typedef {object} Standing @property {string} group @property {number | null} place
 * @property {string} name @property {string} player @property {number} games
 * @property {number} wins @property {number} draws @property {number} losses
 * @property {string} coefficients @property {number} difference @property {number} points
 *
 * @typedef {object} Result @property {string} game @property {"red" | "blue" | "draw" | "nobody"} outcome
 * @property {string} red_player @property {string} blue_player
 * @property {number} red_score @property {number} blue_score
 * @property {string} red_coefficient @property {string} blue_coefficient
 *
 * @typedef {object} OpenData a competition's `date.json` (docs/public-data.md)
 * @property {1} form
 * @property {string} title
 * @property {{ phase: string, standings: Standing[], results: Result[] }[]} phases
 */

/** @param {Result} result @param {string} player @returns {Side[]} none: not his game */
function sideOf(result, player) {
  const isRed = result.red_player === player;
  if (!isRed && result.blue_player !== player) return [];
  const red = { points: result.red_score, coefficient: tenThousandths(result.red_coefficient) };
  const blue = { points: result.blue_score, coefficient: tenThousandths(result.blue_coefficient) };
  const [his, others] = isRed ? [red, blue] : [blue, red];
  return [
    {
      coefficient: his.coefficient,
      own: his.points,
      partner: others.points,
      isRed,
      isWon: result.outcome === (isRed ? "red" : "blue"),
      isDrawn: result.outcome === "draw",
    },
  ];
}

/** @param {OpenData} data @param {Proof[]} proofs @returns {Claim[]} */
function ofTheData({ title, phases }, proofs) {
  const proven = proofs.flatMap((proof) => proof.games);
  return phases.flatMap(({ phase, standings, results }) => {
    const groups = [...new Set(standings.map(({ group }) => group))];
    const tables = groups.flatMap((group) =>
      ofTheTable(
        standings.filter((each) => each.group === group).map((each) => lineOf(each, results)),
        `${title}, ${phase}, ${group}`,
      ),
    );
    return [...tables, ...results.flatMap((result) => ofTheResult(result, proven))];
  });
}

/** @param {Standing} row @param {Result[]} results @returns {Line} */
const lineOf = (row, results) => ({
  name: row.name,
  hasPlace: row.place !== null,
  tally: tallyOf(
    tenThousandths(row.coefficients),
    [row.games, row.wins, row.draws, row.losses],
    [row.difference, row.points],
  ),
  sides: results.flatMap((result) => sideOf(result, row.player)),
});

/** @param {Result} result @param {Game[]} proven @returns {Claim[]} that the game's proof says so */
const ofTheResult = (result, proven) =>
  proven.flatMap(({ game, result: proof }) =>
    proof && game === result.game
      ? [
          compared(
            "same_result",
            game,
            resultOf(result.red_score, result.blue_score, result.red_coefficient, result.blue_coefficient),
            () => resultOf(proof.red_score, proof.blue_score, proof.red, proof.blue),
          ),
        ]
      : [],
  );

/** @param {number} red @param {number} blue @param {string} redWorth @param {string} blueWorth */
const resultOf = (red, blue, redWorth, blueWorth) =>
  `${red}:${blue} · ${decimal(tenThousandths(redWorth))} / ${decimal(tenThousandths(blueWorth))}`;
