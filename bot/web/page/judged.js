// What is said under the board of what is typed: words, points, letters, days; or what forbids it.

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
   * Show a sentence alone.
   * @param {string} text
   */
  hint(text) {
    if (this.element.textContent !== text) fill(this.element, make("p", { class: "hint" }, text));
  }

  /**
   * Show a judgement.
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
