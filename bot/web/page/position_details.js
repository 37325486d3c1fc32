// Renders one position of the notebook: its errors, scores, actions, name and note.

import { make } from "./dom.js";
import { pointsOf, signed } from "./notebook_tree.js";
import { lettersOf } from "./texts.js";

/**
 * @typedef {import("./api.js").Position} Position
 * @typedef {import("./texts.js").Texts} Texts
 * @typedef {object} Acts
 * @property {() => void} add
 * @property {(() => void) | null} play null if the move cannot be played now
 * @property {() => void} condition
 * @property {(() => void) | null} compare null if there is no other position
 * @property {() => void} drop
 * @property {(said: {name?: string, note?: string}) => void} writing
 * @property {(said: {name?: string, note?: string}) => void} say
 */

/**
 * Return the element below the board of a position.
 * @param {Texts} texts
 * @param {import("./api.js").Colour} own
 * @param {Position} last
 * @param {Acts} acts
 */
export function positionDetails(texts, own, last, acts) {
  const field = (/** @type {"name" | "note"} */ what, /** @type {number} */ longest) => {
    const input = /** @type {HTMLInputElement} */ (
      make("input", {
        type: "text",
        maxlength: longest,
        input: () => acts.writing({ [what]: input.value }),
        change: () => acts.say({ [what]: input.value }),
      })
    );
    input.value = last[what];
    return make("label", {}, make("span", {}, texts.get(`page.line_${what}`)), input);
  };
  return make(
    "div",
    { class: "about" },
    last.faults.map((each) => make("p", { class: "fault" }, each.text)),
    facts(texts, own, last).map((each) => make("p", {}, each)),
    make(
      "div",
      { class: "acts" },
      tool(texts, "button.line.add", acts.add, !last.turn),
      acts.play ? tool(texts, "button.board.try", acts.play) : null,
      tool(texts, "button.line_condition", acts.condition, !last.colour),
      tool(texts, "button.line.compare", acts.compare ?? (() => {}), !acts.compare),
      tool(texts, "button.board.delete", acts.drop),
    ),
    field("name", 60),
    field("note", 300),
  );
}

/**
 * Return the lines on score, racks and invalid words.
 * @param {Texts} texts
 * @param {import("./api.js").Colour} own
 * @param {Position} last
 */
function facts(texts, own, last) {
  const { scores, racks } = last;
  if (!scores || !racks) return last.text ? [last.text] : [];
  const other = own === "red" ? "blue" : "red";
  const lead = signed(scores[own] - scores[other]);
  const told = [
    [last.move, pointsOf(texts, last)].filter(Boolean).join(" · "),
    texts.get("page.line_left", { leaves: lettersOf(last.leaves), takes: lettersOf(last.takes) }),
    texts.get("page.line_score", { own: scores[own], theirs: scores[other], lead }),
    texts.get("page.line_hands", { own: lettersOf(racks[own]), theirs: lettersOf(racks[other]) }),
  ];
  const wrong = (last.words ?? []).filter((each) => !each.valid).map((each) => each.word.toUpperCase());
  if (wrong.length) told.push(texts.get("page.line_wrong", { words: wrong.join(", ") }));
  return last.turn ? told : [...told, texts.get("page.line_over")];
}

/**
 * Return a tool button.
 * @param {Texts} texts
 * @param {string} key of its label
 * @param {() => void} click
 * @param {boolean} [isOff]
 */
export function tool(texts, key, click, isOff = false) {
  return make("button", { type: "button", class: "tool", click, disabled: isOff }, texts.get(key));
}
