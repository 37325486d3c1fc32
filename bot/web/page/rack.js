// Renders the user's rack and its toolbar, the opponent's rack, and the dialog for a blank.

import { carry } from "./drag.js";
import { fill, make } from "./dom.js";

/**
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./texts.js").Texts} Texts
 * @typedef {{lay: (letter: string) => void, drop: (letter: string, x: number, y: number) => void,
 *            square: () => number, over: (x: number, y: number) => void, gone: () => void, back: () => void, clear: () => void, shuffle: () => void, pass: () => void,
 *            zoom: () => void}} Acts
 */

export class Rack {
  /**
   * @param {Texts} texts
   * @param {Acts} acts
   */
  constructor(texts, acts) {
    this.texts = texts;
    this.acts = acts;
    this.rack = make("div", { class: "rack", role: "group", "aria-label": texts.get("page.rack") });
    this.back = this.button("⌫", "button.board.back", acts.back);
    this.clear = this.button("⤺", "button.board.clear", acts.clear);
    this.shuffle = this.button("⇄", "button.board.shuffle", acts.shuffle);
    this.zoom = this.button("⤢", "button.board.zoom", acts.zoom);
    this.pass = this.button("", "button.board.pass", acts.pass);
    const tools = [this.back, this.clear, this.shuffle, this.zoom, this.pass];
    this.element = make("div", { class: "keys" }, this.rack, make("div", { class: "tools" }, tools));
  }

  /**
   * Label the zoom button by its next action.
   * @param {boolean} zoomed
   */
  showZoomed(zoomed) {
    const name = this.texts.get(zoomed ? "button.board.whole" : "button.board.zoom");
    this.zoom.lastElementChild?.replaceChildren(name);
  }

  /**
   * Return a toolbar button.
   * @param {string} sign
   * @param {string} key of its label
   * @param {() => void} act
   */
  button(sign, key, act) {
    const name = this.texts.get(key);
    return make(
      "button",
      { type: "button", class: "tool", click: act },
      sign ? make("span", { class: "sign", "aria-hidden": "true" }, sign) : null,
      make("span", { class: "name" }, name),
    );
  }

  /**
   * Render the rack in the given order, with a gap for each tile on the board.
   * @param {Draft} draft
   * @param {string} order
   * @param {Record<string, number>} values
   * @param {boolean} mayPass
   */
  draw(draft, order, values, mayPass) {
    const left = draft.left;
    const keys = [...order].map((letter) => {
      const at = left.indexOf(letter);
      if (at < 0) return make("span", { class: "key gone", "aria-hidden": "true" });
      left.splice(at, 1);
      return this.key(letter, values[letter] ?? 0);
    });
    fill(this.rack, keys);
    this.back.toggleAttribute("disabled", draft.laid.length === 0 && !draft.pass);
    this.clear.toggleAttribute("disabled", draft.laid.length === 0 && !draft.pass);
    this.pass.toggleAttribute("hidden", !mayPass);
    this.pass.setAttribute("aria-pressed", String(draft.pass));
  }

  /** Disable the buttons that remove tiles, because the move is sent. */
  lock() {
    for (const each of [this.back, this.clear]) each.toggleAttribute("disabled", true);
  }

  /**
   * Return the button of a tile.
   * @param {string} letter
   * @param {number} points
   */
  key(letter, points) {
    const name = letter === "?" ? this.texts.get("page.joker") : letter;
    const key = make(
      "button",
      { type: "button", class: "key", "aria-label": `${name}, ${this.texts.count(points, "points")}` },
      make("b", {}, letter === "?" ? "★" : letter),
      make("small", { "data-sign": points }),
    );
    key.addEventListener("pointerdown", (event) =>
      carry(event, key, {
        ...this.acts,
        ended: (x, y, dragged) => {
          if (dragged) this.acts.drop(letter, x, y);
          else this.acts.lay(letter);
        },
      }));
    // Suppress the click, which would hit the element now under the finger.
    key.addEventListener("touchend", (event) => event.preventDefault());
    // Only clicks from the keyboard: `pointerup` has handled those of a pointer.
    key.addEventListener("click", (event) => {
      if (event.detail === 0) this.acts.lay(letter);
    });
    return key;
  }
}

/**
 * Render the opponent's rack, which is public.
 * @param {Texts} texts
 * @param {HTMLElement} element
 * @param {import("./api.js").Game} game
 */
export function drawOpponentRack(texts, element, game) {
  element.hidden = game.colour === null || game.turn === null;
  if (!game.colour) return;
  const theirs = game.colour === "red" ? "blue" : "red";
  const letters = [...game.racks[theirs]].map((each) => (each === "?" ? "★" : each));
  fill(element, `${texts.get("page.partners_letters")} `, make("b", { class: theirs }, letters.join(" ")));
}

/**
 * Open the dialog that asks for the letter of a blank; resolve to null if cancelled.
 * @param {Texts} texts
 * @param {string[]} letters
 * @returns {Promise<string | null>}
 */
export function askBlankLetter(texts, letters) {
  return new Promise((chosen) => {
    const dialog = /** @type {HTMLDialogElement} */ (
      make("dialog", { class: "jokers", "aria-label": texts.get("page.joker_which") })
    );
    const answer = (/** @type {string | null} */ letter) => {
      dialog.close();
      dialog.remove();
      chosen(letter);
    };
    const grid = make(
      "div",
      { class: "letters" },
      letters.map((each) =>
        make("button", { type: "button", class: "key", click: () => answer(each) }, make("b", {}, each)),
      ),
    );
    const none = make(
      "button",
      { type: "button", class: "tool", click: () => answer(null) },
      texts.get("button.board.cancel"),
    );
    fill(dialog, make("h2", {}, texts.get("page.joker_which")), grid, none);
    dialog.addEventListener("cancel", () => answer(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}
