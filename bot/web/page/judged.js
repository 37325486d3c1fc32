// Renders the preview of a move below the board: words, points, tiles, days, errors.

import { fill, make } from "./dom.js";
import { lettersOf } from "./words.js";

/**
 * @typedef {import("./api.js").Preview} Preview
 * @typedef {import("./words.js").Words} Words
 */

export class Judged {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
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
   * @param {Preview} found
   * @param {boolean} isPass
   */
  show(found, isPass) {
    const { words } = this;
    const formed = found.words.map(({ word, valid }) =>
      make(
        "li",
        { class: valid ? "word" : "word wrong" },
        make("span", { "aria-hidden": "true" }, valid ? "✓ " : "✗ "),
        word.toUpperCase(),
        make("span", { class: "aloud" }, words.say(valid ? "page.valid" : "page.invalid")),
      ),
    );
    fill(
      this.element,
      formed.length ? make("ul", { class: "words" }, formed) : null,
      found.points === null ? null : make("p", { class: "points" }, this.points(found, isPass)),
      found.faults.map((each) => make("p", { class: "fault" }, each.text)),
    );
  }

  /**
   * Return the line with points, tiles and days.
   * @param {Preview} found
   * @param {boolean} isPass
   */
  points({ points, counted, takes, days }, isPass) {
    const { words } = this;
    const parts = [isPass ? words.say("page.pass_is") : words.count(points ?? 0, "points")];
    if (counted !== null && counted !== points) {
      parts.push(words.say("page.counted", { points: words.count(counted, "points") }));
    }
    if (takes) parts.push(words.say("page.takes", { letters: lettersOf(takes) }));
    if (days !== null) parts.push(words.count(days, "days"));
    return parts.join(" · ");
  }
}
