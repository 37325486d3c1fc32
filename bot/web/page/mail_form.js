// Renders the user's mail address, and changes it by the texts and presses of the chat.

import { ActQueue } from "./act_queue.js";
import { formatted } from "./bot_text.js";
import { toolButton } from "./components.js";
import { fill, keepFocus, make } from "./dom.js";

/**
 * @typedef {{showError: (error: unknown) => void, reload: () => Promise<void>}} Callbacks
 */

/** The button that asks for another address, which the page does by a field. */
const NEW = "mail:new";

export class MailForm {
  /**
   * @param {import("./api.js").Api} api
   * @param {import("./texts.js").Texts} texts
   * @param {Callbacks} callbacks
   */
  constructor(api, texts, callbacks) {
    this.api = api;
    this.texts = texts;
    this.callbacks = callbacks;
    this.answer = make("div", { class: "mail-answer", role: "status" });
    this.place = make("div", {});
    this.element = make("section", { class: "mail", hidden: true });
    this.acts = new ActQueue(this.element, callbacks.showError);
  }

  /** @param {import("./api.js").MailCard | null} card null if no mails are sent */
  show(card) {
    this.element.hidden = card === null;
    if (card === null) return;
    const { texts } = this;
    const buttons = card.buttons.map(({ label, data }) =>
      toolButton(label, () => (data === NEW ? this.askAddress() : this.act({ button: data }))),
    );
    const hasCodeField = this.place.querySelector("#mail-code") !== null;
    if (!card.awaits_code) fill(this.place);
    else if (!hasCodeField) fill(this.place, this.field("code", "page.mail_code", "page.mail_confirm", { inputmode: "numeric", autocomplete: "one-time-code", maxlength: 7 }));
    keepFocus(this.element, () =>
      fill(this.element, make("h2", {}, texts.get("page.mail")), formatted(card.html), this.answer, this.place, make("div", { class: "acts" }, buttons)),
    );
  }

  /** Show the field for another address. */
  askAddress() {
    fill(this.answer);
    fill(this.place, this.field("address", "page.recover_address", "page.mail_send", { type: "email", autocomplete: "email", maxlength: 254 }));
    this.place.querySelector("input")?.focus();
  }

  /**
   * Return a form with one field; it is sent as `/email` with what was typed.
   * @param {string} name
   * @param {string} label
   * @param {string} button
   * @param {Record<string, string | number>} attributes
   */
  field(name, label, button, attributes) {
    const input = /** @type {HTMLInputElement} */ (make("input", { id: `mail-${name}`, required: true, ...attributes }));
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.act({ text: `/email ${input.value.trim()}` });
    };
    const send = make("button", { type: "submit", class: "tool go" }, this.texts.get(button));
    return make("form", { submit }, make("label", { for: `mail-${name}` }, this.texts.get(label)), input, send);
  }

  /**
   * Do an act of the chat, and show what the bot answers to it.
   * @param {{text?: string, button?: string}} act
   */
  act(act) {
    void this.acts.run(JSON.stringify(act), async () => {
      fill(this.answer); // so that an equal answer is seen, and read aloud, as a new one
      const { after } = await this.api.chat(act);
      const { messages } = await this.api.feed(null);
      const answer = messages.filter(({ id, own }) => !own && id > after).at(-1);
      await this.callbacks.reload();
      fill(this.answer, answer ? formatted(answer.html ?? "") : null);
    });
  }
}
