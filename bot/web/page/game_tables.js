// Renders the tabs for the moves, the thinking time and the letter sequence.

import { playerName } from "./components.js";
import { make } from "./dom.js";

/**
 * @import { Game } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 */

const COLOURS = /** @type {const} */ (["red", "blue"]);

/**
 * Return a table with a heading for each column.
 * @param {string} name
 * @param {string[]} headings
 * @param {HTMLElement[]} rows
 */
function makeTable(name, headings, rows) {
  const head = make("tr", {}, headings.map((heading) => make("th", { scope: "col" }, heading)));
  return make(
    "table",
    {},
    make("caption", {}, name),
    make("thead", {}, head),
    make("tbody", {}, rows),
  );
}

/**
 * Return the table of moves, latest first.
 * @param {Texts} texts
 * @param {Game} game
 */
export function moveTable(texts, game) {
  if (!game.placements.length) return make("p", { class: "hint" }, texts.get("page.no_placements"));
  const rows = [...game.placements].reverse().map((move) => {
    const points = move.counted === move.points ? `${move.counted ?? 0}` : `${move.counted} (${move.points})`;
    return make(
      "tr",
      { class: move.stands ? "" : "void" },
      make("td", {}, move.round),
      make("td", {}, playerName(game.players[move.colour], move.colour)),
      make(
        "td",
        {},
        move.pass ? make("b", {}, "PAS") : make("b", {}, `${move.position} ${move.word}`),
        move.note ? make("small", {}, move.note) : null,
      ),
      make("td", { class: "number" }, move.pass ? "–" : points),
    );
  });
  const headings = ["page.round", "page.player", "page.placement", "page.points"];
  return makeTable(texts.get("page.sheet"), headings.map((key) => texts.get(key)), rows);
}

/**
 * Return the time sheets of both players.
 * @param {Texts} texts
 * @param {Game} game
 */
export function timeSheets(texts, game) {
  const headings = ["page.round", "page.received", "page.sent", "page.days", "page.in_all"];
  return make(
    "div",
    {},
    game.last_day ? make("p", { class: "state" }, game.state) : null,
    game.rated === null ? null : make("p", { class: "hint" }, texts.get(game.rated ? "match.rated" : "match.unrated")),
    COLOURS.map((colour) => {
      const clock = game.clock[colour];
      const left = texts.get("page.days_left", { days: texts.count(Math.max(0, clock.left), "days") });
      const over = texts.get("page.days_over", { days: texts.count(-clock.left, "days") });
      const rows = clock.rows.map((row) =>
        make(
          "tr",
          {},
          make("td", {}, row.round || "–"),
          make("td", {}, texts.shortDate(row.received)),
          make("td", {}, row.sent ? texts.shortDate(row.sent) : "…", row.note ? make("small", {}, row.note) : null),
          make("td", { class: "number" }, row.days),
          make("td", { class: "number" }, row.total),
        ),
      );
      return make(
        "section",
        {},
        make("h2", {}, playerName(game.players[colour], colour), " ", make("span", { class: "left" }, clock.left < 0 ? over : left)),
        makeTable(texts.get("page.time"), headings.map((key) => texts.get(key)), rows),
      );
    }),
  );
}

/**
 * Return the letter sequence with the owner of each tile. The next `drawn` tiles are marked.
 * @param {Texts} texts
 * @param {Game} game
 * @param {number} drawn number of tiles that the typed move draws
 */
export function letterSequence(texts, game, drawn) {
  const tiles = [...game.sequence].map((letter, at) => {
    const [colour, state] = game.owners[at];
    const isNext = colour === null && at < game.used + drawn;
    const owner = colour === null ? texts.get(isNext ? "page.yours_next" : "page.waits") : game.players[colour];
    const held = state === "held" ? `, ${texts.get("page.held")}` : "";
    return make(
      "li",
      {
        class: `tile ${colour ?? "none"} ${state}${isNext ? " next" : ""}`,
        "aria-label": `${at + 1}, ${letter === "?" ? texts.get("page.joker") : letter}: ${owner}${held}`,
      },
      letter === "?" ? "★" : letter,
    );
  });
  const left = game.sequence.length - game.used;
  return make(
    "div",
    {},
    make("p", { class: "legend" }, COLOURS.map((colour) => playerName(game.players[colour], colour))),
    make("ol", { class: "sequence" }, tiles),
    make("p", { class: "hint" }, texts.get("page.sequence_is"), ` ${texts.get("page.left", { n: left })}`),
  );
}
