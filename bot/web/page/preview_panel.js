// Renders the preview of a move below the board: words, points, tiles, days, errors.

import { withCommands } from "./components.js";
import { fill, make } from "./dom.js";
import { formatTiles } from "./texts.js";

/**
 * @import { Preview } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 */

export class PreviewPanel {
  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
    this.element = make("div", { class: "judged", role: "status", "aria-live": "polite" });
  }

  /**
   * Show only a hint.
   * @param {string} text
   */
  hint(text) {
    if (this.element.textContent !== text) fill(this.element, make("p", { class: "hint" }, text));
  }

  /**
   * Show the server's preview.
   * @param {Preview} preview
   * @param {boolean} isPass
   */
  show(preview, isPass) {
    const { texts } = this;
    const words = preview.words.map(({ word, valid }) =>
      make(
        "li",
        { class: valid ? "word" : "word wrong" },
        make("span", { "aria-hidden": "true" }, valid ? "✓ " : "✗ "),
        word.toUpperCase(),
        make("span", { class: "aloud" }, texts.get(valid ? "page.valid" : "page.invalid")),
      ),
    );
    fill(
      this.element,
      words.length ? make("ul", { class: "words" }, words) : null,
      preview.points === null ? null : make("p", { class: "points" }, this.points(preview, isPass)),
      preview.faults.map(({ text }) => make("p", { class: "fault" }, withCommands(text))),
    );
  }

  /**
   * Return the line with points, tiles and days.
   * @param {Preview} preview
   * @param {boolean} isPass
   */
  points({ points, counted, takes, days }, isPass) {
    const { texts } = this;
    const parts = [isPass ? texts.get("page.pass_is") : texts.count(points ?? 0, "points")];
    if (counted !== null && counted !== points) {
      parts.push(texts.get("page.counted", { points: texts.count(counted, "points") }));
    }
    if (takes) parts.push(texts.get("page.takes", { letters: formatTiles(texts, takes) }));
    if (days !== null) parts.push(texts.count(days, "days"));
    return parts.join(" · ");
  }
}
