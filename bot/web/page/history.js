// What the placements made so far say of the board: whose each tile is, which came last. Pure.

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Colour} Colour
 * @typedef {import("./api.js").Game["placements"][number]} Made
 */

/**
 * Return whose each tile is, by row and column, and which were laid by the last placement.
 * @param {Game} game
 */
export function tilesOf(game) {
  /** @type {Map<string, Colour>} */
  const owners = new Map();
  /** @type {Set<string>} */
  let last = new Set();
  for (const made of game.placements.filter((each) => each.stands)) {
    last = new Set();
    squares(made).forEach((name) => {
      if (owners.has(name)) return;
      owners.set(name, made.colour);
      last.add(name);
    });
  }
  return { owners, last };
}

/**
 * Return the squares under a placement's main word, as `row column`.
 * @param {{position?: string, word?: string}} made
 */
export function squares(made) {
  const found = /^(?:([A-O])(\d+)|(\d+)([A-O]))$/.exec(made.position ?? "");
  if (!found || !made.word) return [];
  const down = found[1] === undefined;
  const row = (found[1] ?? found[4]).charCodeAt(0) - 65;
  const col = Number(found[2] ?? found[3]) - 1;
  return [...made.word].map((_, at) => (down ? `${row + at} ${col}` : `${row} ${col + at}`));
}

/**
 * Return a sentence for each move that stands now and was not there before.
 * @param {import("./words.js").Words} words
 * @param {Game} before
 * @param {Game} now
 */
export function news(words, before, now) {
  const known = new Set(before.placements.map((each) => each.number));
  const made = now.placements.filter((each) => each.stands && !known.has(each.number));
  return made.map(({ colour, pass, position, word, counted }) => {
    const facts = { name: now.players[colour], placement: `${position} ${word}` };
    if (pass) return words.say("page.has_passed", facts);
    return words.say("page.has_placed", { ...facts, points: words.count(counted ?? 0, "points") });
  });
}
