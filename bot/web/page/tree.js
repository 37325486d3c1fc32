// Renders the notebook's tree, its closed lines, and the comparison of two lines.

import { make } from "./dom.js";
import { byRound, depthOf } from "./lines.js";
import { lettersOf } from "./words.js";

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Colour} Colour
 * @typedef {import("./api.js").Line} Line
 * @typedef {import("./api.js").Position} Position
 * @typedef {import("./words.js").Words} Words
 */

const DEEPEST = 6;

/**
 * Return a move's points, with the counted points if they differ.
 * @param {Words} words
 * @param {Position} position
 */
export function pointsOf(words, { pass, points, counted }) {
  if (pass || points === undefined || counted === undefined) return "";
  return counted === points ? words.count(points, "points") : words.say("page.line_capped", { points, counted });
}

/**
 * Return all positions as rows, indented by depth.
 * @param {Words} words
 * @param {Game} game
 * @param {Position[]} positions
 * @param {(position: Position) => void} chosen
 */
export function tree(words, game, positions, chosen) {
  const rows = positions.map((each) => {
    const row = make(
      "button",
      { type: "button", class: "position", click: () => chosen(each) },
      make("b", { class: "number" }, `${each.number}.`),
      make(
        "span",
        {},
        make("b", { class: `move ${each.colour ?? "gone"}` }, mark(each), each.move),
        make("span", { class: "aloud" }, each.colour ? game.players[each.colour] : ""),
        make("small", {}, [pointsOf(words, each), each.name, each.note].filter(Boolean).join(" · ")),
        each.faults.length || each.text ? make("small", { class: "fault" }, each.faults[0]?.text ?? each.text) : null,
      ),
      make("span", { class: "lead" }, lead(words, game, each)),
    );
    const item = make("li", {}, row);
    item.dataset.depth = String(Math.min(depthOf(positions, each), DEEPEST));
    return item;
  });
  return make("ol", { class: "tree" }, rows);
}

/**
 * Return the mark of the player's colour, or a cross for an invalid move.
 * @param {Position} position
 */
function mark({ colour }) {
  return colour ? make("span", { class: "mark", "aria-hidden": "true" }) : make("span", { "aria-hidden": "true" }, "✗ ");
}

/**
 * Return the user's lead in points.
 * @param {Words} words
 * @param {Game} game
 * @param {Position} position
 */
function lead(words, game, { scores }) {
  const own = game.colour;
  if (!scores || !own) return "";
  return words.say("page.lead", { lead: signed(scores[own] - scores[own === "red" ? "blue" : "red"]) });
}

/**
 * Return a number with its sign.
 * @param {number} figure
 */
export function signed(figure) {
  return figure > 0 ? `+${figure}` : `${figure}`.replace("-", "−");
}

/**
 * Return the lines that can no longer be played, collapsed, each with its reason.
 * @param {Words} words
 * @param {Line[]} lines
 * @param {() => void} clear
 */
export function gone(words, lines, clear) {
  if (!lines.length) return null;
  return make(
    "details",
    { class: "gone" },
    make("summary", {}, words.say("page.lines_gone", { n: lines.length })),
    make(
      "ul",
      {},
      lines.map((each) =>
        make("li", {}, make("b", {}, each.moves.join(" → ")), each.name ? ` · ${each.name}` : "", `: ${each.text ?? ""}`),
      ),
    ),
    make("button", { type: "button", class: "tool", click: clear }, words.say("button.line_clear")),
  );
}

/**
 * Return the table that compares two lines: scores after each round, and the final racks.
 * @param {Words} words
 * @param {Colour} own
 * @param {Position[]} one
 * @param {Position[]} other
 */
export function comparison(words, own, one, other) {
  const paths = [one, other];
  const rounds = paths.map((each) => byRound(each, own));
  const numbers = [...new Set(rounds.flatMap((each) => [...each.keys()]))].sort((a, b) => a - b);
  const rows = numbers.map((number) =>
    make("tr", {}, make("th", { scope: "row" }, number), rounds.map((each) => standing(each.get(number)))),
  );
  const hands = paths.map((each) => make("td", {}, lettersOf(each.filter(({ racks }) => racks).at(-1)?.racks?.[own])));
  const heads = paths.map((each) =>
    make("th", { scope: "col" }, `${each.at(-1)?.number}. ${each.at(-1)?.name || each.at(-1)?.move}`),
  );
  return make(
    "table",
    { class: "comparison" },
    make("caption", {}, words.say("page.compare_is")),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, words.say("page.round")), heads)),
    make("tbody", {}, rows, make("tr", {}, make("th", { scope: "row" }, words.say("page.hand")), hands)),
  );
}

/**
 * Return the cell with the scores after a round.
 * @param {[number, number] | undefined} scores
 */
function standing(scores) {
  if (!scores) return make("td", {}, "—");
  const [own, theirs] = scores;
  return make("td", {}, `${signed(own).replace("+", "")}–${signed(theirs).replace("+", "")} `, make("b", {}, signed(own - theirs)));
}
