// Renders an arbiter's task list and cases. A ruling needs a reason and a confirmation.

import { fill, make } from "./dom.js";

/**
 * @typedef {import("./api.js").Card} Card
 * @typedef {import("./texts.js").Texts} Texts
 * @typedef {{opened: (code: string) => void, failed: (error: unknown) => void, left: () => void}} House
 */

/** Maximum length of a reason; the server has the same limit. */
const LONGEST = 600;
const MARKS = /** @type {Record<string, string>} */ ({ b: "b", i: "i", code: "b", u: "b" });

export class TaskList {
  /**
   * @param {import("./api.js").Api} api
   * @param {Texts} texts
   * @param {House} house
   */
  constructor(api, texts, house) {
    this.api = api;
    this.texts = texts;
    this.house = house;
    this.element = make("div", { class: "desk" });
    /** The button of the card to which Back returns; empty for the list. */
    this.card = "";
  }

  /** Show the list of tasks. */
  async open() {
    await this.ask(async () => {
      const { tasks, text } = await this.api.tasks();
      const { texts } = this;
      this.card = "";
      let above = "";
      const items = tasks.flatMap((each) => {
        const { button, title, who, when, note, code, overdue } = each;
        const kind = title === above ? [] : [make("li", { class: "kind" }, make("b", {}, title))];
        above = title;
        const lines = [
          make("span", {}, `${who}${note && `: ${note}`}`),
          make("small", { class: overdue ? "fault" : "" }, `${when} · ${code}`),
          button ? null : make("small", {}, texts.get("page.task_in_chat")),
        ];
        if (!button) return [...kind, make("li", { class: "card" }, lines)];
        return [...kind, make("li", {}, make("button", { type: "button", class: "card", click: () => void this.show(button) }, lines))];
      });
      this.draw(this.house.left, text ? make("p", {}, text) : make("ul", { class: "tasks" }, items));
    });
  }

  /**
   * Show the task or case of a button.
   * @param {string} button
   * @param {string} [told] result of the previous action
   */
  async show(button, told = "") {
    await this.ask(async () => this.drawCard(await this.api.task(button), button, told));
  }

  /**
   * @param {Card} card
   * @param {string} button
   * @param {string} told
   */
  drawCard(card, button, told) {
    const { usual, game } = card;
    if (usual) return this.drawQuestion(card, button, usual);
    const isCard = game !== undefined;
    const before = this.card;
    if (isCard) this.card = button;
    const back = isCard || !before ? () => void this.open() : () => void this.show(before);
    this.draw(
      back,
      told && make("p", { class: "told", role: "status" }, told),
      marked(card.text),
      make("div", { class: "acts" }, card.buttons.map((each) => this.tool(each.label, () => this.press(each)))),
      game ? this.tool(this.texts.get("page.task_board"), () => this.house.opened(game)) : null,
    );
  }

  /** @param {Card["buttons"][number]} pressed */
  press({ button, acts }) {
    if (!acts) return void this.show(button);
    void this.ask(async () => {
      const card = await this.api.press(button);
      if (card.game === undefined) this.card = ""; // the task is no longer in the list
      this.drawCard(card, this.card, card.told ?? "");
    });
  }

  /**
   * Render the form for the reason of a ruling.
   * @param {Card} card
   * @param {string} button
   * @param {string[]} usual
   */
  drawQuestion({ text }, button, usual) {
    const { texts } = this;
    const field = /** @type {HTMLTextAreaElement} */ (make("textarea", { rows: 3, maxlength: LONGEST }));
    const given = (/** @type {string} */ reason) =>
      void this.ask(async () => this.drawProposal(await this.api.propose(button, reason)));
    const sent = (/** @type {Event} */ event) => {
      event.preventDefault();
      given(field.value);
    };
    this.draw(
      () => void this.back(),
      marked(text),
      make("p", { class: "hint" }, texts.get("page.reason_is")),
      make("div", { class: "acts" }, usual.map((each) => this.tool(each, () => given(each)))),
      make(
        "form",
        { submit: sent },
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
    const confirm = () => void this.ask(async () => this.drawProposal(await this.api.decide(/** @type {string} */ (token))));
    const acts = token
      ? [this.tool(texts.get("button.decide"), confirm), this.tool(texts.get("button.undecide"), () => this.back())]
      : [this.tool(texts.get("page.tasks"), () => this.open())];
    this.draw(token ? () => void this.back() : () => void this.open(), marked(text), make("div", { class: "acts" }, acts));
  }

  back() {
    return this.card ? this.show(this.card) : this.open();
  }

  /**
   * @param {string} label
   * @param {() => void} click
   */
  tool(label, click) {
    return make("button", { type: "button", class: "tool", click }, label);
  }

  /**
   * Render the heading, a Back button and the given children.
   * @param {() => void} back
   * @param {...import("./dom.js").Child} parts
   */
  draw(back, ...parts) {
    const head = make("h2", { tabindex: "-1" }, this.texts.get("page.tasks"));
    fill(this.element, make("div", { class: "top" }, head, this.tool(this.texts.get("page.replay_close"), back)), ...parts);
    head.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /**
   * Run an action; ignore others until it ends.
   * @param {() => Promise<void>} act
   */
  async ask(act) {
    if (this.element.getAttribute("aria-busy") === "true") return;
    this.element.setAttribute("aria-busy", "true");
    try {
      await act();
    } catch (error) {
      this.house.failed(error);
    } finally {
      this.element.removeAttribute("aria-busy");
    }
  }
}

/**
 * Return the bot's HTML text as elements; only the tags in `MARKS` are kept.
 * @param {string} text
 */
function marked(text) {
  const read = new DOMParser().parseFromString(text, "text/html").body;
  const copied = (/** @type {Node} */ node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ""];
    /** @type {(Node | string)[]} */
    const inner = [...node.childNodes].flatMap(copied);
    const mark = MARKS[node.nodeName.toLowerCase()];
    return mark ? [make(mark, {}, ...inner)] : inner;
  };
  return make("div", { class: "said" }, ...copied(read));
}
