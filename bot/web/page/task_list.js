// Renders an arbiter's task list and cases. A ruling needs a reason and a confirmation.

import { ActQueue } from "./act_queue.js";
import { formatted } from "./bot_text.js";
import { toolButton } from "./components.js";
import { fill, make } from "./dom.js";

/**
 * @import { Card } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 * @typedef {{openGame: (code: string) => void, showError: (error: unknown) => void, close: () => void}} Callbacks
 */

/** Maximum length of a reason; the server has the same limit. */
const MAX_LENGTH = 600;

export class TaskList {
  /**
   * @param {import("./api.js").Api} api
   * @param {Texts} texts
   * @param {Callbacks} callbacks
   */
  constructor(api, texts, callbacks) {
    this.api = api;
    this.texts = texts;
    this.callbacks = callbacks;
    this.element = make("div", { class: "desk" });
    this.acts = new ActQueue(this.element, callbacks.showError);
    /** The button of the card to which Back returns; empty for the list. */
    this.cardButton = "";
  }

  /** Show the list of tasks. */
  async open() {
    await this.acts.run("list", async () => {
      const { tasks, text } = await this.api.tasks();
      const { texts } = this;
      this.cardButton = "";
      let previousTitle = "";
      const items = tasks.flatMap((each) => {
        const { button, title, who, when, note, code, overdue } = each;
        const heading = title === previousTitle ? [] : [make("li", { class: "kind" }, make("b", {}, title))];
        previousTitle = title;
        const lines = [
          make("span", {}, `${who}${note && `: ${note}`}`),
          make("small", { class: overdue ? "fault" : "" }, `${when} · ${code}`),
          button ? null : make("small", {}, texts.get("page.task_in_chat")),
        ];
        if (!button) return [...heading, make("li", { class: "card" }, lines)];
        return [...heading, make("li", {}, make("button", { type: "button", class: "card", click: () => void this.show(button) }, lines))];
      });
      this.draw(this.callbacks.close, text ? make("p", {}, text) : make("ul", { class: "tasks" }, items));
    });
  }

  /**
   * Show the task or case of a button.
   * @param {string} button
   * @param {string} [message] result of the previous action
   */
  async show(button, message = "") {
    await this.acts.run(button, async () => this.drawCard(await this.api.card(button), button, message));
  }

  /**
   * Render a card, or the form for a reason if it has suggested ones.
   * @param {Card} card
   * @param {string} button the one that opened it
   * @param {string} message result of the previous action
   */
  drawCard(card, button, message) {
    const { usual, game } = card;
    if (usual) return this.drawReasonForm(card, button, usual);
    const isCard = game !== undefined;
    const previousCard = this.cardButton;
    if (isCard) this.cardButton = button;
    const back = isCard || !previousCard ? () => void this.open() : () => void this.show(previousCard);
    this.draw(
      back,
      message && make("p", { class: "told", role: "status" }, message),
      formatted(card.text),
      make("div", { class: "acts" }, card.buttons.map((each) => toolButton(each.label, () => this.press(each)))),
      game ? toolButton(this.texts.get("page.task_board"), () => this.callbacks.openGame(game)) : null,
    );
  }

  /**
   * Show what a button shows, or run its action.
   * @param {Card["buttons"][number]} pressed
   */
  press({ button, acts }) {
    if (!acts) return void this.show(button);
    void this.acts.run(button, async () => {
      const card = await this.api.pressButton(button);
      if (card.game === undefined) this.cardButton = ""; // the task is no longer in the list
      this.drawCard(card, this.cardButton, card.told ?? "");
    });
  }

  /**
   * Render the form for the reason of a ruling.
   * @param {Card} card
   * @param {string} button
   * @param {string[]} usual
   */
  drawReasonForm({ text }, button, usual) {
    const { texts } = this;
    const field = /** @type {HTMLTextAreaElement} */ (make("textarea", { rows: 3, maxlength: MAX_LENGTH }));
    const propose = (/** @type {string} */ reason) =>
      void this.acts.run(button, async () => this.drawProposal(await this.api.proposeRuling(button, reason)));
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      propose(field.value);
    };
    this.draw(
      () => void this.back(),
      formatted(text),
      make("p", { class: "hint" }, texts.get("page.reason_is")),
      make("div", { class: "acts" }, usual.map((each) => toolButton(each, () => propose(each)))),
      make(
        "form",
        { submit },
        make("label", {}, make("span", {}, texts.get("page.reason")), field),
        make("button", { type: "submit", class: "tool" }, texts.get("button.desk.on")),
      ),
    );
  }

  /**
   * Render a ruling with its effects and a confirmation button.
   * @param {{text: string, token: string | null}} proposal
   */
  drawProposal({ text, token }) {
    const { texts } = this;
    const confirm = (/** @type {string} */ token) => void this.acts.run(token, async () => this.drawProposal(await this.api.confirmRuling(token)));
    const buttons = token
      ? [toolButton(texts.get("button.decide"), () => confirm(token)), toolButton(texts.get("button.undecide"), () => this.back())]
      : [toolButton(texts.get("page.tasks"), () => this.open())];
    this.draw(token ? () => void this.back() : () => void this.open(), formatted(text), make("div", { class: "acts" }, buttons));
  }

  /** Return to the last card, or else to the list. */
  back() {
    return this.cardButton ? this.show(this.cardButton) : this.open();
  }

  /**
   * Render the heading, a Back button and the given children.
   * @param {() => void} back
   * @param {...import("./dom.js").Child} parts
   */
  draw(back, ...parts) {
    const head = make("h2", { tabindex: "-1" }, this.texts.get("page.tasks"));
    fill(this.element, make("div", { class: "top" }, head, toolButton(this.texts.get("page.replay_close"), back)), ...parts);
    head.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}
