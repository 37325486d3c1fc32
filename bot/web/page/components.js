// Elements that several views share.

import { make } from "./dom.js";

/**
 * Return a tool button.
 * @param {string} label
 * @param {() => unknown} click
 * @param {boolean} [disabled]
 */
export function toolButton(label, click, disabled = false) {
  return make("button", { type: "button", class: "tool", click, disabled }, label);
}

/**
 * Return a player's name with the mark of their colour.
 * @param {string} name
 * @param {import("./api.js").Colour} colour
 */
export function playerName(name, colour) {
  return make("span", { class: `player ${colour}` }, make("span", { class: "mark", "aria-hidden": "true" }), name);
}
