// Renders the notebook's tree, its closed lines, and the comparison of two lines.

import { toolButton } from "./components.js";
import { make } from "./dom.js";
import { opponentOf } from "./history.js";
import { depthOf, scoresByRound } from "./notebook_lines.js";
import { formatTiles } from "./texts.js";

/**
 * @import { Game, Colour, Line, Position } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 */

/** The deepest indentation, for which the screen has room. */
const MAX_DEPTH = 6;

/**
 * Return a move's points, with the counted points if they differ.
 * @param {Texts} texts
 * @param {Position} position
 */
export function pointsText(texts, { pass, points, counted }) {
  if (pass || points === undefined || counted === undefined) return "";
  return counted === points ? texts.count(points, "points") : texts.get("page.line_capped", { points, counted });
}

/**
 * Return all positions as rows, indented by depth.
 * @param {Texts} texts
 * @param {Game} game
 * @param {Position[]} positions
 * @param {(position: Position) => void} onChoose
 */
export function positionTree(texts, game, positions, onChoose) {
  const rows = positions.map((each) => {
    const row = make(
      "button",
      { type: "button", class: "position", click: () => onChoose(each) },
      make("b", { class: "number" }, `${each.number}.`),
      make(
        "span",
        {},
        make("b", { class: `move ${each.colour ?? "gone"}` }, colourMark(each), each.move),
        make("span", { class: "aloud" }, each.colour ? game.players[each.colour] : ""),
        make("small", {}, [pointsText(texts, each), each.name, each.note].filter(Boolean).join(" · ")),
        each.faults.length || each.text ? make("small", { class: "fault" }, each.faults[0]?.text ?? each.text) : null,
      ),
      make("span", { class: "lead" }, lead(texts, game, each)),
    );
    const item = make("li", {}, row);
    item.dataset.depth = String(Math.min(depthOf(positions, each), MAX_DEPTH));
    return item;
  });
  return make("ol", { class: "tree" }, rows);
}

/**
 * Return the mark of the player's colour, or a cross for an invalid move.
 * @param {Position} position
 */
function colourMark({ colour }) {
  return colour ? make("span", { class: "mark", "aria-hidden": "true" }) : make("span", { "aria-hidden": "true" }, "✗ ");
}

/**
 * Return the user's lead in points.
 * @param {Texts} texts
 * @param {Game} game
 * @param {Position} position
 */
function lead(texts, game, { scores }) {
  const own = game.colour;
  if (!scores || !own) return "";
  return texts.get("page.lead", { lead: formatSigned(scores[own] - scores[opponentOf(own)]) });
}

/**
 * Return a number with its sign.
 * @param {number} figure
 */
export function formatSigned(figure) {
  return figure > 0 ? `+${figure}` : `${figure}`.replace("-", "−");
}

/**
 * Return the lines that can no longer be played, collapsed, each with its reason.
 * @param {Texts} texts
 * @param {Line[]} lines
 * @param {() => void} onClear
 */
export function closedLines(texts, lines, onClear) {
  if (!lines.length) return null;
  return make(
    "details",
    { class: "gone" },
    make("summary", {}, texts.get("page.lines_gone", { n: lines.length })),
    make(
      "ul",
      {},
      lines.map((each) =>
        make("li", {}, make("b", {}, each.moves.join(" → ")), each.name ? ` · ${each.name}` : "", `: ${each.text ?? ""}`),
      ),
    ),
    toolButton(texts.get("button.line_clear"), onClear),
  );
}

/**
 * Return the table that compares two lines: scores after each round, and the final racks.
 * @param {Texts} texts
 * @param {Colour} own
 * @param {Position[]} one
 * @param {Position[]} other
 */
export function comparisonTable(texts, own, one, other) {
  const paths = [one, other];
  const rounds = paths.map((each) => scoresByRound(each, own));
  const numbers = [...new Set(rounds.flatMap((each) => [...each.keys()]))].sort((a, b) => a - b);
  const rows = numbers.map((number) =>
    make("tr", {}, make("th", { scope: "row" }, number), rounds.map((each) => scoreCell(each.get(number)))),
  );
  const racks = paths.map((each) => make("td", {}, formatTiles(texts, each.filter(({ racks }) => racks).at(-1)?.racks?.[own])));
  const headings = paths.map((each) =>
    make("th", { scope: "col" }, `${each.at(-1)?.number}. ${each.at(-1)?.name || each.at(-1)?.move}`),
  );
  return make(
    "table",
    { class: "comparison" },
    make("caption", {}, texts.get("page.compare_is")),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, texts.get("page.round")), headings)),
    make("tbody", {}, rows, make("tr", {}, make("th", { scope: "row" }, texts.get("page.hand")), racks)),
  );
}

/**
 * Return the cell with the scores after a round.
 * @param {[number, number] | undefined} scores
 */
function scoreCell(scores) {
  if (!scores) return make("td", {}, "–");
  const [own, theirs] = scores;
  return make("td", {}, `${formatSigned(own).replace("+", "")}–${formatSigned(theirs).replace("+", "")} `, make("b", {}, formatSigned(own - theirs)));
}
