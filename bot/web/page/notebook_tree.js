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
  const rows = positions.map((position) => {
    const row = make(
      "button",
      { type: "button", class: "position", click: () => onChoose(position) },
      make("b", { class: "number" }, `${position.number}.`),
      make(
        "span",
        {},
        make("b", { class: `move ${position.colour ?? "gone"}` }, colourMark(position), position.move),
        make("span", { class: "aloud" }, position.colour ? game.players[position.colour] : ""),
        make("small", {}, [pointsText(texts, position), position.name, position.note].filter(Boolean).join(" · ")),
        position.faults.length || position.text ? make("small", { class: "fault" }, position.faults[0]?.text ?? position.text) : null,
      ),
      make("span", { class: "lead" }, lead(texts, game, position)),
    );
    const item = make("li", {}, row);
    item.dataset.depth = String(Math.min(depthOf(positions, position), MAX_DEPTH));
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
      lines.map(({ moves, name, text }) =>
        make("li", {}, make("b", {}, moves.join(" → ")), name ? ` · ${name}` : "", `: ${text ?? ""}`),
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
  const rounds = paths.map((path) => scoresByRound(path, own));
  const numbers = [...new Set(rounds.flatMap((byRound) => [...byRound.keys()]))].sort((a, b) => a - b);
  const rows = numbers.map((number) =>
    make("tr", {}, make("th", { scope: "row" }, number), rounds.map((byRound) => scoreCell(byRound.get(number)))),
  );
  const racks = paths.map((path) => make("td", {}, formatTiles(texts, path.filter(({ racks }) => racks).at(-1)?.racks?.[own])));
  const headings = paths.map((path) =>
    make("th", { scope: "col" }, `${path.at(-1)?.number}. ${path.at(-1)?.name || path.at(-1)?.move}`),
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
