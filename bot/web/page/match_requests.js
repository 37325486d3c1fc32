// Renders the requests for friendly matches, the user's own ones, and the form for a new one.

import { toolButton } from "./components.js";
import { fill, make } from "./dom.js";
import { share } from "./host.js";

/**
 * @import { RequestList } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 * @typedef {{openGame: (code: string) => void, showError: (error: unknown) => void}} Callbacks
 */

/** Thinking days of a game; the server allows the same. */
const DAY_OPTIONS = [5, 10, 30];
const DEFAULT_DAYS = 10;

export class MatchRequests {
  /**
   * @param {import("./api.js").Api} api
   * @param {Texts} texts
   * @param {Callbacks} callbacks
   */
  constructor(api, texts, callbacks) {
    this.api = api;
    this.texts = texts;
    this.callbacks = callbacks;
    this.element = make("div", {});
    /** @type {RequestList["lists"]} the available word lists, the current one first */
    this.lists = [];
  }

  /** Load and render the open requests. */
  async open() {
    this.draw(await this.api.requests());
  }

  /** @param {RequestList} listed */
  draw({ requests, own, lists, rating, rules }) {
    const { texts } = this;
    this.lists = lists;
    const otherItems = requests.map((each) =>
      make(
        "li",
        { class: "request" },
        make("b", { class: "name" }, each.who),
        make("span", {}, each.terms),
        make("small", {}, `${each.punctual} · ${this.expiryText(each.until)}`),
        toolButton(texts.get("button.requests.yes"), () => this.accept(each.token)),
      ),
    );
    const ownItems = own.map(({ link, share: text = "", web, ready, ...each }) =>
      make(
        "li",
        { class: "request own" },
        make("b", { class: "name" }, texts.get(link ? "page.request_link" : "page.request_own")),
        make("span", {}, each.terms),
        make("small", {}, this.expiryText(each.until)),
        link && make("small", { class: "link" }, link),
        web && make("small", { class: "link" }, web),
        link && toolButton(texts.get("button.requests.share"), () => share(link, text)),
        ready && make("a", { class: "tool", href: `https://wa.me/?text=${encodeURIComponent(ready)}`, target: "_blank", rel: "noopener noreferrer" }, texts.get("button.requests.whatsapp")),
        toolButton(texts.get("page.request_withdraw"), () => this.run(() => this.api.withdrawRequest(each.token))),
      ),
    );
    const [title, ...lines] = rules;
    fill(
      this.element,
      make("h2", { tabindex: "-1" }, texts.get("page.requests")),
      rating && make("p", { class: "hint" }, rating),
      otherItems.length || ownItems.length ? make("ul", { class: "requests" }, otherItems, ownItems) : make("p", { class: "hint" }, texts.get("page.requests_none")),
      make("details", {}, make("summary", {}, title), lines.map((each) => make("p", {}, each))),
      toolButton(texts.get("button.requests.new"), () => this.openForm()),
    );
  }

  /** Replace the button with the form for a new request. */
  openForm() {
    const { texts } = this;
    const days = select(DAY_OPTIONS.map((each) => [`${each}`, texts.count(each, "days")]), `${DEFAULT_DAYS}`);
    const games = select([["two", texts.get("requests.two_games")], ["one", texts.get("requests.one_game")]], "two");
    const rated = select([["no", texts.get("requests.for_fun")], ["yes", texts.get("requests.for_rating")]], "no");
    const list = select(this.lists.map((each) => [each.words, each.name]), "");
    const id = crypto.randomUUID();
    const send = (/** @type {boolean} */ byLink) => {
      const single = games.value === "one";
      const terms = { days: Number(days.value), single, rated: rated.value === "yes", words: list.value, by_link: byLink, id };
      void this.run(() => this.api.makeRequest(terms));
    };
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      send(false);
    };
    const form = make(
      "form",
      { submit },
      labelled(texts.get("page.request_days"), days),
      labelled(texts.get("page.request_games"), games),
      labelled(texts.get("page.request_rating"), rated),
      this.lists.length > 1 && labelled(texts.get("page.request_words"), list),
      make("button", { type: "submit", class: "tool" }, texts.get("button.requests.public")),
      toolButton(texts.get("button.requests.link"), () => send(true)),
    );
    this.element.lastElementChild?.replaceWith(form);
    days.focus();
  }

  /**
   * Accept a request, and open its game.
   * @param {string} token
   */
  accept(token) {
    return this.run(async () => {
      this.callbacks.openGame((await this.api.acceptRequest(token)).game);
      return null;
    });
  }

  /**
   * Run an action and render the list that it returns. After an error, reload the list.
   * @param {() => Promise<RequestList | null>} action
   */
  async run(action) {
    for (const each of this.element.querySelectorAll("button")) each.disabled = true;
    try {
      const listed = await action();
      if (listed) this.draw(listed);
    } catch (error) {
      this.callbacks.showError(error);
      await this.open().catch(() => {
        for (const each of this.element.querySelectorAll("button")) each.disabled = false;
      });
    }
  }

  /**
   * Return the text with the day on which a request expires.
   * @param {string} day
   */
  expiryText(day) {
    return this.texts.get("page.until", { day: this.texts.shortDate(day.slice(0, 10)) });
  }
}

/**
 * Return a select element.
 * @param {[string, string][]} options
 * @param {string} chosen
 */
function select(options, chosen) {
  const all = options.map(([value, name]) => make("option", { value, selected: value === chosen }, name));
  return /** @type {HTMLSelectElement} */ (make("select", {}, all));
}

/**
 * @param {string} name
 * @param {HTMLElement} field
 */
function labelled(name, field) {
  return make("label", {}, make("span", {}, name), field);
}
