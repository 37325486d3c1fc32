// Renders one position of the notebook: its errors, scores, actions, name and note.

import { toolButton } from "./components.js";
import { make } from "./dom.js";
import { opponentOf } from "./history.js";
import { formatSigned, pointsText } from "./notebook_tree.js";
import { formatTiles } from "./texts.js";

/**
 * @import { Position } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 * @typedef {object} Actions
 * @property {() => void} add
 * @property {(() => void) | null} play null if the move cannot be played now
 * @property {() => void} makeConditional
 * @property {(() => void) | null} compare null if there is no other position
 * @property {() => void} remove
 * @property {(annotation: {name?: string, note?: string}) => void} onInput
 * @property {() => void} onChange
 */

/**
 * Return the element below the board of a position.
 * @param {Texts} texts
 * @param {import("./api_types.d.ts").Colour} own
 * @param {Position} position
 * @param {Actions} actions
 */
export function positionDetails(texts, own, position, actions) {
  const field = (/** @type {"name" | "note"} */ property, /** @type {number} */ maxLength) => {
    const input = /** @type {HTMLInputElement} */ (
      make("input", {
        id: `line-${property}`,
        maxlength: maxLength,
        input: () => actions.onInput({ [property]: input.value }),
        change: actions.onChange,
      })
    );
    input.value = position[property];
    return make("label", {}, make("span", {}, texts.get(`page.line_${property}`)), input);
  };
  return make(
    "div",
    { class: "about" },
    position.faults.map((each) => make("p", { class: "fault" }, each.text)),
    detailLines(texts, own, position).map((each) => make("p", {}, each)),
    make(
      "div",
      { class: "acts" },
      toolButton(texts.get("button.line.add"), actions.add, !position.turn),
      actions.play ? toolButton(texts.get("button.board.try"), actions.play) : null,
      toolButton(texts.get("button.line_condition"), actions.makeConditional, !position.colour),
      toolButton(texts.get("button.line.compare"), actions.compare ?? (() => {}), !actions.compare),
      toolButton(texts.get("button.board.delete"), actions.remove),
    ),
    field("name", 60),
    field("note", 300),
  );
}

/**
 * Return the lines on score, racks and invalid words.
 * @param {Texts} texts
 * @param {import("./api_types.d.ts").Colour} own
 * @param {Position} position
 */
function detailLines(texts, own, position) {
  const { scores, racks } = position;
  if (!scores || !racks) return position.text ? [position.text] : [];
  const opponent = opponentOf(own);
  const lead = formatSigned(scores[own] - scores[opponent]);
  const lines = [
    [position.move, pointsText(texts, position)].filter(Boolean).join(" · "),
    texts.get("page.line_left", { leaves: formatTiles(texts, position.leaves), takes: formatTiles(texts, position.takes) }),
    texts.get("page.line_score", { own: scores[own], theirs: scores[opponent], lead }),
    texts.get("page.line_hands", { own: formatTiles(texts, racks[own]), theirs: formatTiles(texts, racks[opponent]) }),
  ];
  const invalid = (position.words ?? []).filter((each) => !each.valid).map((each) => each.word.toUpperCase());
  if (invalid.length) lines.push(texts.get("page.line_wrong", { words: invalid.join(", ") }));
  return position.turn ? lines : [...lines, texts.get("page.line_over")];
}
