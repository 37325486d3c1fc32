// Renders the user's rack and its toolbar, the opponent's rack, and the dialog for a blank.

import { signButton, toolButton } from "./components.js";
import { fill, make, setAttributes } from "./dom.js";
import { startDrag } from "./drag.js";
import { opponentOf } from "./history.js";

/**
 * @import { Draft } from "./draft.js"
 * @import { Texts } from "./texts.js"
 * @typedef {Omit<import("./drag.js").DragCallbacks, "onRelease"> & {
 *   lay: (letter: string) => void, drop: (letter: string, x: number, y: number) => void, reorder: (from: number, to: number) => void,
 *   undo: () => void, clear: () => void, shuffle: () => void, togglePass: () => void, toggleZoom: () => void,
 * }} Callbacks
 */

export class Rack {
  /**
   * @param {Texts} texts
   * @param {Callbacks} callbacks
   */
  constructor(texts, callbacks) {
    this.texts = texts;
    this.callbacks = callbacks;
    this.rack = make("div", { class: "rack", role: "group", "aria-label": texts.get("page.rack") });
    this.undo = this.iconButton("⌫", "button.board.back", callbacks.undo);
    this.clear = this.iconButton("⤺", "button.board.clear", callbacks.clear);
    this.shuffle = this.iconButton("⇄", "button.board.shuffle", callbacks.shuffle);
    this.zoom = this.iconButton("⤢", "button.board.zoom", callbacks.toggleZoom);
    this.pass = this.iconButton("", "button.board.pass", callbacks.togglePass);
    const tools = [this.undo, this.clear, this.shuffle, this.zoom, this.pass];
    this.element = make("div", { class: "keys" }, this.rack, make("div", { class: "tools" }, tools));
  }

  /**
   * Label the zoom button by its next action.
   * @param {boolean} zoomed
   */
  setZoomed(zoomed) {
    const name = this.texts.get(zoomed ? "button.board.whole" : "button.board.zoom");
    this.zoom.lastElementChild?.replaceChildren(name);
    setAttributes(this.zoom, { "aria-label": name, title: name });
  }

  /**
   * Return a button of the toolbar.
   * @param {string} sign
   * @param {string} key of its label
   * @param {() => void} click
   */
  iconButton(sign, key, click) {
    const name = this.texts.get(key);
    return signButton(sign, name, click, { short: name });
  }

  /**
   * Render the rack in the given order, with a gap for each tile on the board.
   * @param {Draft} draft
   * @param {string} order
   * @param {Record<string, number>} values
   * @param {boolean} mayPass
   */
  draw(draft, order, values, mayPass) {
    const remaining = draft.remaining;
    const tiles = [...order].map((letter, place) => {
      const at = remaining.indexOf(letter);
      if (at < 0) return make("span", { class: "key gone", "aria-hidden": "true" });
      remaining.splice(at, 1);
      return this.tileButton(letter, values[letter] ?? 0, place);
    });
    fill(this.rack, tiles);
    this.undo.toggleAttribute("disabled", draft.isEmpty);
    this.clear.toggleAttribute("disabled", draft.isEmpty);
    this.pass.toggleAttribute("hidden", !mayPass);
    this.pass.setAttribute("aria-pressed", String(draft.pass));
  }

  /** Disable the buttons that remove tiles, because the move is sent. */
  disableUndo() {
    for (const each of [this.undo, this.clear]) each.toggleAttribute("disabled", true);
  }

  /**
   * Return the place in the rack before which a tile is dropped, or null outside the rack.
   * @param {number} x
   * @param {number} y
   */
  placeAt(x, y) {
    const box = this.rack.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    const tiles = [...this.rack.children].map((each) => each.getBoundingClientRect());
    const next = tiles.findIndex((each) => y < each.bottom && x < each.left + each.width / 2);
    return next < 0 ? tiles.length : next;
  }

  /**
   * Return the button of a tile.
   * @param {string} letter
   * @param {number} points
   * @param {number} place in the rack, from 0
   */
  tileButton(letter, points, place) {
    const name = letter === "?" ? this.texts.get("page.joker") : letter;
    const button = make(
      "button",
      { type: "button", class: "key", "aria-label": `${name}, ${this.texts.count(points, "points")}` },
      make("b", {}, letter === "?" ? "★" : letter),
      make("small", { "data-sign": points }),
    );
    button.addEventListener("pointerdown", (event) =>
      startDrag(event, button, {
        ...this.callbacks,
        onRelease: (x, y, dragged, finger) => {
          const to = dragged ? this.placeAt(x, finger) : null;
          if (to !== null) this.callbacks.reorder(place, to);
          else if (dragged) this.callbacks.drop(letter, x, y);
          else this.callbacks.lay(letter);
        },
      }));
    // Suppress the click, which would hit the element now under the finger.
    button.addEventListener("touchend", (event) => event.preventDefault());
    // Only clicks from the keyboard: `pointerup` has handled those of a pointer.
    button.addEventListener("click", (event) => {
      if (event.detail === 0) this.callbacks.lay(letter);
    });
    return button;
  }
}

/**
 * Render the opponent's rack, which is public.
 * @param {Texts} texts
 * @param {HTMLElement} element
 * @param {import("./api_types.d.ts").Game} game
 */
export function drawOpponentRack(texts, element, game) {
  element.hidden = game.colour === null || game.turn === null;
  if (!game.colour) return;
  const opponent = opponentOf(game.colour);
  const letters = [...game.racks[opponent]].map((each) => (each === "?" ? "★" : each));
  fill(element, `${texts.get("page.partners_letters")} `, make("b", { class: opponent }, letters.join(" ")));
}

/**
 * Open the dialog that asks for the letter of a blank; resolve to null if cancelled.
 * @param {Texts} texts
 * @param {string[]} letters
 * @returns {Promise<string | null>}
 */
export function askBlankLetter(texts, letters) {
  return new Promise((resolve) => {
    const close = () => {
      dialog.remove();
      resolve(dialog.returnValue || null);
    };
    const dialog = /** @type {HTMLDialogElement} */ (
      make("dialog", { class: "jokers", "aria-label": texts.get("page.joker_which"), close })
    );
    const grid = make(
      "div",
      { class: "letters" },
      letters.map((each) =>
        make("button", { type: "button", class: "key", click: () => dialog.close(each) }, make("b", {}, each)),
      ),
    );
    const cancel = toolButton(texts.get("button.board.cancel"), () => dialog.close());
    fill(dialog, make("h2", {}, texts.get("page.joker_which")), grid, cancel);
    document.body.append(dialog);
    dialog.showModal();
  });
}
