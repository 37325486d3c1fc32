// Check a group's table: sums of games, equal data for both players of a game, coefficients by
// score, and ranks by sums. This file does not use the page.

/**
 * @typedef {object} Side a game from one player's side
 * @property {number} coefficient in ten-thousandths
 * @property {number} own the player's points; NaN, as the opponent's, if not stated
 * @property {number} partner the opponent's points
 * @property {boolean} isRed
 * @property {boolean} isWon
 * @property {boolean} isDrawn
 *
 * @typedef {object} Line a player's line in the standings
 * @property {string} name
 * @property {boolean} hasPlace whether the player is still in the competition
 * @property {string} tally the figures of the line in the format of `formatTally`
 * @property {Side[]} sides the player's counted games
 *
 * @typedef {object} CrossRow a player's row in a crosstable
 * @property {string} name
 * @property {boolean} hasPlace
 * @property {string} tally
 * @property {(Side | null)[][]} cells by opponent, home game first; null: not counted
 */

/**
 * @param {number} sum of coefficients
 * @param {number[]} counts games, wins, draws, losses
 * @param {number[]} points the spread, and the player's points
 * @returns {string}
 */
const formatTally = (sum, [games, ...outcomes], points) =>
  `${formatDecimal(sum)} · ${games} (${outcomes.join("–")}) · ${points.join(" · ")}`;

/** @param {Side[]} sides @returns {string} */
function sumUp(sides) {
  const sum = (/** @type {(side: Side) => number} */ value) =>
    sides.reduce((total, side) => total + value(side), 0);
  const won = sum(({ isWon }) => Number(isWon));
  const drawn = sum(({ isDrawn }) => Number(isDrawn));
  const scored = sum(({ own }) => own);
  return formatTally(
    sum(({ coefficient }) => coefficient),
    [sides.length, won, drawn, sides.length - won - drawn],
    [scored - sum(({ partner }) => partner), scored],
  );
}

/** @param {Side} side @returns {string} */
const formatGame = ({ own, partner, coefficient }) =>
  `${own}:${partner} ${formatDecimal(coefficient)}`;

/** @param {number | null} figure @returns {number} NaN for one that is not stated */
const figureOf = (figure) => figure ?? NaN;

/** @param {Side} side @returns {number} the player's coefficient by art. 8 */
const coefficientOf = ({ own, partner }) => byScore(own, partner)[0];

/**
 * @param {Line[]} lines @param {string} table name
 * @returns {Claim[]} one on all coefficients that follow from scores, and one on each that does not
 *     (art. 9, 10.3)
 */
function scoreClaims(lines, table) {
  const all = lines.flatMap(({ name, sides }) =>
    sides.filter(({ own }) => !Number.isNaN(own)).map((side) => ({ name, side })),
  );
  const isScored = (/** @type {{ side: Side }} */ { side }) =>
    coefficientOf(side) === side.coefficient;
  const scored = all.filter(isScored).map(({ side }) => formatGame(side)).join(", ");
  return [
    ...(scored ? [compare("scored", table, scored, () => scored)] : []),
    ...all
      .filter((each) => !isScored(each))
      .map(({ name, side }) => ({
        what: "unlike",
        subject: `${name}, ${side.own}:${side.partner}`,
        verdict: /** @type {Verdict} */ ("elsewhere"),
        claimed: formatDecimal(side.coefficient),
        found: formatDecimal(coefficientOf(side)),
      })),
  ];
}

/** @param {Line[]} lines from the top @param {string} table name @returns {Claim[]} */
function tableClaims(lines, table) {
  const ranked = lines.filter(({ hasPlace }) => hasPlace);
  /** @param {Line} line */
  const sumOf = ({ tally }) => parseDecimal(tally.split(" ")[0]);
  /** @param {Line[]} order */
  const namesOf = (order) => order.map(({ name }) => name).join(", ");
  return [
    ...lines.map(({ name, tally, sides }) =>
      compare("summed", name, tally, () => sumUp(sides)),
    ),
    compare("ordered", table, namesOf(ranked), () =>
      namesOf([...ranked].sort((one, other) => sumOf(other) - sumOf(one))),
    ),
    ...scoreClaims(lines, table),
  ];
}

/** @param {(Side | null)[]} sides @param {boolean} isMirrored from the opponents' side */
const formatScores = (sides, isMirrored) =>
  sides
    .map((side) => {
      if (!side) return "–";
      const { own, partner, isRed } = side;
      return isMirrored
        ? `${partner}:${own} ${colourSign(!isRed)}`
        : `${own}:${partner} ${colourSign(isRed)}`;
    })
    .join(", ");

/** @param {boolean} isRed @returns {string} */
const colourSign = (isRed) => (isRed ? "🟥" : "🟦");

/**
 * @param {CrossRow[]} rows in the order of the columns
 * @param {string} table name
 * @returns {Claim[]}
 */
function crosstableClaims(rows, table) {
  const lines = rows.map((row) => ({
    ...row,
    sides: row.cells.flat().flatMap((side) => side ?? []),
  }));
  const mirrored = rows.map(({ name, cells }, index) =>
    compare("mirrored", name, formatScores(cells.flat(), false), () =>
      formatScores(rows.flatMap((row) => row.cells[index] ?? []), true),
    ),
  );
  return [...mirrored, ...tableClaims(lines, table)];
}

/**
 * @typedef {object} Standing @property {string} group @property {number | null} place
 * @property {string} name @property {string} player @property {number} games
 * @property {number} wins @property {number} draws @property {number} losses
 * @property {string} coefficients @property {number | null} difference @property {number | null} points
 *
 * @typedef {object} Result @property {string} game @property {"red" | "blue" | "draw" | "nobody"} outcome
 * @property {string} red_player @property {string} blue_player
 * @property {number | null} red_score @property {number | null} blue_score
 * @property {string} red_coefficient @property {string} blue_coefficient
 *
 * @typedef {object} OpenData the `date.json` of a competition (docs/public-data.md)
 * @property {1} form
 * @property {string} title
 * @property {{ phase: string, standings: Standing[], results: Result[] }[]} phases
 */

/** @param {Result} result @param {string} player @returns {Side[]} empty: another game */
function sidesOf(result, player) {
  const isRed = result.red_player === player;
  if (!isRed && result.blue_player !== player) return [];
  const parse = parseDecimal;
  const red = { points: figureOf(result.red_score), coefficient: parse(result.red_coefficient) };
  const blue = { points: figureOf(result.blue_score), coefficient: parse(result.blue_coefficient) };
  const [own, opponent] = isRed ? [red, blue] : [blue, red];
  return [
    {
      coefficient: own.coefficient,
      own: own.points,
      partner: opponent.points,
      isRed,
      isWon: result.outcome === (isRed ? "red" : "blue"),
      isDrawn: result.outcome === "draw",
    },
  ];
}

/** @param {OpenData} data @param {Proof[]} proofs @returns {Claim[]} */
function dataClaims({ title, phases }, proofs) {
  const proven = proofs.flatMap((proof) => proof.games);
  return phases.flatMap(({ phase, standings, results }) => {
    const groups = [...new Set(standings.map(({ group }) => group))];
    const tables = groups.flatMap((group) =>
      tableClaims(
        standings.filter((each) => each.group === group).map((each) => standingLine(each, results)),
        `${title}, ${phase}, ${group}`,
      ),
    );
    return [...tables, ...results.flatMap((result) => provenClaims(result, proven))];
  });
}

/** @param {Standing} row @param {Result[]} results @returns {Line} */
const standingLine = (row, results) => ({
  name: row.name,
  hasPlace: row.place !== null,
  tally: formatTally(
    parseDecimal(row.coefficients),
    [row.games, row.wins, row.draws, row.losses],
    [figureOf(row.difference), figureOf(row.points)],
  ),
  sides: results.flatMap((result) => sidesOf(result, row.player)),
});

/** @param {Result} result @param {Game[]} proven @returns {Claim[]} that the proof has this result */
const provenClaims = (result, proven) =>
  proven.flatMap(({ game, result: proof }) =>
    proof && game === result.game
      ? [
          compare(
            "same_result",
            game,
            formatResult(
              result.red_score,
              result.blue_score,
              result.red_coefficient,
              result.blue_coefficient,
            ),
            () => formatResult(proof.red_score, proof.blue_score, proof.red, proof.blue),
          ),
        ]
      : [],
  );

/**
 * @param {number | null} red points @param {number | null} blue points
 * @param {string} redCoefficient @param {string} blueCoefficient
 */
const formatResult = (red, blue, redCoefficient, blueCoefficient) => {
  const coefficients = [redCoefficient, blueCoefficient].map(parseDecimal);
  return `${red}:${blue} · ${coefficients.map(formatDecimal).join(" / ")}`;
};
