// Renders the messages between the opponents of a game, and the form to send one.

import { RefusedError } from "./api.js";
import { keyOf, load, save } from "./local_storage.js";
import { fill, make } from "./dom.js";

/**
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./api.js").Talked} Talked
 * @typedef {import("./texts.js").Texts} Texts
 * @typedef {{told: (text: string) => void, failed: (error: unknown) => void, read: () => void}} House
 */

/** Maximum length of a message; the server has the same limit. */
const LONGEST = 500;

export class Messages {
  /**
   * @param {import("./api.js").Api} api
   * @param {Texts} texts
   * @param {House} house
   */
  constructor(api, texts, house) {
    this.api = api;
    this.texts = texts;
    this.house = house;
    /** @type {Game | null} */
    this.game = null;
    /** @type {{text: string, id: string} | null} the last message, if it got no response */
    this.unanswered = null;
    this.list = make("ol", { class: "lines", "aria-live": "polite", "aria-label": texts.get("page.tab_talk") });
    this.field = /** @type {HTMLTextAreaElement} */ (
      make("textarea", { rows: 2, maxlength: LONGEST, input: () => this.keep() })
    );
    this.label = make("span", {});
    this.send = make("button", { type: "submit", class: "tool" }, texts.get("button.board.send_line"));
    this.form = make(
      "form",
      { submit: (/** @type {Event} */ event) => void this.sent(event) },
      make("label", {}, this.label, this.field),
      this.send,
    );
    this.closed = make("p", { class: "hint" });
    this.acts = make("div", { class: "acts" });
    this.element = make("div", { class: "talk" }, this.list, this.closed, this.form, this.acts);
  }

  /**
   * Open the messages of a game.
   * @param {Game} game
   */
  async open(game) {
    if (this.game?.game !== game.game) fill(this.list);
    this.game = game;
    const { colour } = game;
    this.form.hidden = this.acts.hidden = colour === null;
    this.field.value = load(keyOf(game, "talk")) ?? "";
    if (colour) this.label.textContent = this.texts.get("page.talk_to", { name: game.players[colour === "red" ? "blue" : "red"] });
    await this.read();
  }

  /** Load and render the messages, and mark them as read. */
  async read() {
    const { game } = this;
    if (!game) return;
    try {
      const talked = await this.api.lines(game.game);
      if (this.game !== game) return;
      this.draw(talked);
      const last = talked.lines.at(-1);
      if (last && !last.own && game.colour) {
        await this.api.readLines(game.game, last.number);
        this.house.read();
      }
    } catch (error) {
      this.house.failed(error);
    }
  }

  /** @param {Talked} talked */
  draw({ lines, closed, muted }) {
    const { texts } = this;
    const at = new Intl.DateTimeFormat(texts.language, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    const items = lines.map((each) =>
      make(
        "li",
        { class: each.own ? "line own" : "line" },
        make("small", {}, make("b", {}, each.who), ` · ${at.format(new Date(each.at))}`),
        make("p", {}, each.text),
      ),
    );
    fill(this.list, items.length ? items : make("li", { class: "hint" }, texts.get("page.talk_none")));
    this.closed.textContent = closed ?? "";
    this.form.hidden = closed !== null || !this.game?.colour;
    fill(
      this.acts,
      this.tool(muted ? "button.unhush" : "button.hush", () => this.mute(!muted)),
      lines.length ? this.tool(this.game?.arbiter ? "button.report" : "button.report_friendly", () => this.askReport()) : null,
    );
    this.element.scrollIntoView({ block: "end" });
  }

  /**
   * @param {string} key
   * @param {() => void} click
   */
  tool(key, click) {
    return make("button", { type: "button", class: "tool", click }, this.texts.get(key));
  }

  /** Store the unsent text. */
  keep() {
    if (this.game) save(keyOf(this.game, "talk"), this.field.value || null);
  }

  /**
   * Send the message. A retry after a lost response has the same id.
   * @param {Event} event
   */
  async sent(event) {
    event.preventDefault();
    const { game } = this;
    const text = this.field.value.trim();
    if (!game || !text || this.send.hasAttribute("disabled")) return;
    if (this.unanswered?.text !== text) this.unanswered = { text, id: crypto.randomUUID() };
    this.send.toggleAttribute("disabled", true);
    try {
      await this.api.writeLine(game.game, this.unanswered);
      this.unanswered = null;
      this.field.value = "";
      this.keep();
      await this.read();
    } catch (error) {
      if (error instanceof RefusedError) this.unanswered = null;
      this.house.failed(error);
    } finally {
      this.send.toggleAttribute("disabled", false);
    }
  }

  /** @param {boolean} muted */
  mute(muted) {
    void this.change((code) => this.api.mute(code, muted));
  }

  /** Ask for confirmation, because a report cannot be withdrawn. */
  askReport() {
    const { texts } = this;
    fill(
      this.acts,
      make("p", {}, texts.get(this.game?.arbiter ? "chat.report_ask" : "chat.report_ask_friendly", { game: this.game?.game ?? "" })),
      this.tool("button.report_sure", () => void this.change((code) => this.api.report(code))),
      this.tool("button.undecide", () => void this.read()),
    );
  }

  /**
   * Run an action, reload the messages and show its result.
   * @param {(code: string) => Promise<{text: string}>} act
   */
  async change(act) {
    if (!this.game) return;
    try {
      const { text } = await act(this.game.game);
      await this.read();
      this.house.told(text);
    } catch (error) {
      this.house.failed(error);
    }
  }
}
