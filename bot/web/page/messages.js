// Renders the messages between opponents, and the form to send one.

import { OfflineError, RefusedError, Retry } from "./api.js";
import { toolButton, withCommands } from "./components.js";
import { fill, make } from "./dom.js";
import { opponentOf } from "./history.js";
import { load, save, storageKey } from "./local_storage.js";

/**
 * @import { Game, Conversation } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 * @typedef {{showMessage: (text: string) => void, showError: (error: unknown) => void, onRead: () => void}} Callbacks
 */

/** Maximum length of a message; the server has the same limit. */
const MAX_LENGTH = 500;

export class Messages {
  /**
   * @param {import("./api.js").Api} api
   * @param {Texts} texts
   * @param {Callbacks} callbacks
   */
  constructor(api, texts, callbacks) {
    this.api = api;
    this.texts = texts;
    this.callbacks = callbacks;
    /** @type {Game | null} */
    this.game = null;
    this.retry = new Retry();
    /** @type {unknown} the last request; earlier answers are not shown */
    this.request = null;
    /** Whether the question before a report is shown; a new message must not close it. */
    this.isAsking = false;
    this.list = make("ol", { class: "lines", "aria-live": "polite", "aria-label": texts.get("page.tab_talk") });
    this.field = /** @type {HTMLTextAreaElement} */ (
      make("textarea", { rows: 2, maxlength: MAX_LENGTH, input: () => this.handleInput() })
    );
    this.label = make("span", {});
    this.sendButton = make("button", { type: "submit", class: "tool" }, texts.get("button.board.send_line"));
    this.form = make(
      "form",
      { submit: (/** @type {Event} */ event) => void this.submit(event) },
      make("label", {}, this.label, this.field),
      this.sendButton,
    );
    this.closedHint = make("p", { class: "hint" });
    this.actions = make("div", { class: "acts" });
    this.element = make("div", { class: "talk" }, this.list, this.closedHint, this.form, this.actions);
  }

  /**
   * Open the messages of a game.
   * @param {Game} game
   */
  async open(game) {
    if (this.game?.game !== game.game) {
      fill(this.list);
      this.isAsking = false;
    }
    this.game = game;
    const { colour } = game;
    this.form.hidden = this.actions.hidden = colour === null;
    this.field.value = load(storageKey(game, "talk")) ?? "";
    if (colour) this.label.textContent = this.texts.get("page.talk_to", { name: game.players[opponentOf(colour)] });
    await this.load();
  }

  /** Store the text; an edited one is no repetition. */
  handleInput() {
    this.retry.forget();
    if (this.game) save(storageKey(this.game, "talk"), this.field.value || null);
  }

  /** Load and render the messages; they are read. */
  async load() {
    const { game } = this;
    if (!game) return;
    try {
      const request = (this.request = this.api.messages(game.game));
      const conversation = await request;
      if (this.request !== request) return;
      this.draw(conversation);
      const last = conversation.lines.at(-1);
      if (last && !last.own && game.colour) void this.markRead(game, last.number);
    } catch (error) {
      if (this.game === game) this.callbacks.showError(error);
    }
  }

  /**
   * Mark the messages as read. The reader did nothing that could fail, so they see no error.
   * @param {Game} game
   * @param {number} number of the last message
   */
  async markRead(game, number) {
    try {
      await this.api.markRead(game.game, number);
      this.callbacks.onRead();
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof OfflineError)) throw error;
    }
  }

  /** @param {Conversation} conversation */
  draw({ lines, closed, muted }) {
    const { texts } = this;
    const items = lines.map((each) =>
      make(
        "li",
        { class: each.own ? "line own" : "line" },
        make("small", {}, make("b", {}, each.who), ` · ${texts.moment(each.at)}`),
        make("p", {}, each.text),
      ),
    );
    fill(this.list, items.length ? items : make("li", { class: "hint" }, texts.get("page.talk_none")));
    fill(this.closedHint, withCommands(closed ?? ""));
    this.form.hidden = closed !== null || !this.game?.colour;
    if (!this.isAsking) {
      fill(
        this.actions,
        toolButton(texts.get(muted ? "button.unhush" : "button.hush"), () => void this.run((code) => this.api.mute(code, !muted))),
        lines.length ? toolButton(texts.get(this.game?.arbiter ? "button.report" : "button.report_friendly"), () => this.confirmReport()) : null,
      );
    }
    this.element.scrollIntoView({ block: "end" });
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const { game } = this;
    const text = this.field.value.trim();
    if (!game || !text || this.sendButton.hasAttribute("disabled")) return;
    this.sendButton.toggleAttribute("disabled", true);
    try {
      await this.retry.send([game.game, text], (id) => this.api.sendMessage(game.game, { text, id }));
      const key = storageKey(game, "talk");
      if (load(key)?.trim() === text) save(key, null);
      if (this.game?.game !== game.game) return;
      this.field.value = load(key) ?? "";
      await this.load();
    } catch (error) {
      this.callbacks.showError(error);
    } finally {
      this.sendButton.toggleAttribute("disabled", false);
    }
  }

  /** Ask for confirmation, because a report cannot be withdrawn. */
  confirmReport() {
    const { texts } = this;
    this.isAsking = true;
    fill(
      this.actions,
      make("p", {}, texts.get(this.game?.arbiter ? "chat.report_ask" : "chat.report_ask_friendly", { game: this.game?.game ?? "" })),
      toolButton(texts.get("button.report_sure"), () => void this.run((code) => this.api.report(code))),
      toolButton(texts.get("button.undecide"), () => this.cancelReport()),
    );
  }

  /** Close the question. */
  cancelReport() {
    this.isAsking = false;
    void this.load();
  }

  /**
   * Run an action, reload the messages and show its result.
   * @param {(code: string) => Promise<{text: string}>} action
   */
  async run(action) {
    if (!this.game) return;
    this.isAsking = false;
    try {
      const { text } = await action(this.game.game);
      await this.load();
      this.callbacks.showMessage(text);
    } catch (error) {
      this.callbacks.showError(error);
    }
  }
}
