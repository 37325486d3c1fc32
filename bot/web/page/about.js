// Renders one position of the notebook: its errors, scores, actions, name and note.

import { make } from "./dom.js";
import { pointsOf, signed } from "./tree.js";
import { lettersOf } from "./words.js";

/**
 * @typedef {import("./api.js").Position} Position
 * @typedef {import("./words.js").Words} Words
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
 * @param {Words} words
 * @param {import("./api.js").Colour} own
 * @param {Position} last
 * @param {Acts} acts
 */
export function about(words, own, last, acts) {
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
    return make("label", {}, make("span", {}, words.say(`page.line_${what}`)), input);
  };
  return make(
    "div",
    { class: "about" },
    last.faults.map((each) => make("p", { class: "fault" }, each.text)),
    facts(words, own, last).map((each) => make("p", {}, each)),
    make(
      "div",
      { class: "acts" },
      tool(words, "button.line.add", acts.add, !last.turn),
      acts.play ? tool(words, "button.board.try", acts.play) : null,
      tool(words, "button.line_condition", acts.condition, !last.colour),
      tool(words, "button.line.compare", acts.compare ?? (() => {}), !acts.compare),
      tool(words, "button.board.delete", acts.drop),
    ),
    field("name", 60),
    field("note", 300),
  );
}

/**
 * Return the lines on score, racks and invalid words.
 * @param {Words} words
 * @param {import("./api.js").Colour} own
 * @param {Position} last
 */
function facts(words, own, last) {
  const { scores, racks } = last;
  if (!scores || !racks) return last.text ? [last.text] : [];
  const other = own === "red" ? "blue" : "red";
  const lead = signed(scores[own] - scores[other]);
  const told = [
    [last.move, pointsOf(words, last)].filter(Boolean).join(" · "),
    words.say("page.line_left", { leaves: lettersOf(last.leaves), takes: lettersOf(last.takes) }),
    words.say("page.line_score", { own: scores[own], theirs: scores[other], lead }),
    words.say("page.line_hands", { own: lettersOf(racks[own]), theirs: lettersOf(racks[other]) }),
  ];
  const wrong = (last.words ?? []).filter((each) => !each.valid).map((each) => each.word.toUpperCase());
  if (wrong.length) told.push(words.say("page.line_wrong", { words: wrong.join(", ") }));
  return last.turn ? told : [...told, words.say("page.line_over")];
}

/**
 * Return a tool button.
 * @param {Words} words
 * @param {string} key of its label
 * @param {() => void} click
 * @param {boolean} [isOff]
 */
export function tool(words, key, click, isOff = false) {
  return make("button", { type: "button", class: "tool", click, disabled: isOff }, words.say(key));
}
