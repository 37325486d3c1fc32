// The notice above the tabs: a sentence, perhaps with a button.

import { signButton } from "./components.js";
import { fill, make } from "./dom.js";

/** @typedef {"change" | "online" | "dismissed"} Until what closes a notice: a change of the game, an answer of the server, or the user alone */

export class Notice {
  /**
   * @param {import("./texts.js").Texts} texts
   * @param {() => void} onDismiss called after the user has closed a notice
   */
  constructor(texts, onDismiss) {
    this.texts = texts;
    this.onDismiss = onDismiss;
    this.element = make("div", { class: "news", role: "alert" });
    /** @type {Until} */
    this.until = "change";
  }

  /**
   * Show a sentence in place of the last one.
   * @param {string} text
   * @param {Until} [until]
   * @param {HTMLElement | null} [button] what the user may do about it
   */
  show(text, until = "change", button = null) {
    this.until = until;
    const dismiss = () => {
      this.close();
      this.onDismiss();
    };
    fill(this.element, make("p", {}, text), button, signButton("✕", this.texts.get("page.dismiss"), dismiss, { class: "dismiss" }));
  }

  close() {
    this.until = "change";
    fill(this.element);
  }

  /**
   * Close the notice after an answer of the server, unless it waits for something else.
   * @param {boolean} hasChanged whether the game has
   */
  closeAfterAnswer(hasChanged) {
    if (this.until === "online" || (hasChanged && this.until === "change")) this.close();
  }
}
