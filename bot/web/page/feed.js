// Renders the bot's messages to a user without Telegram, as a conversation, and sends what they write.

import { ActQueue } from "./act_queue.js";
import { Newest, Retry } from "./api.js";
import { formatted, commandOf } from "./bot_text.js";
import { signButton, toolButton } from "./components.js";
import { fill, keepFocus, make } from "./dom.js";
import { share } from "./host.js";

/**
 * @import { FeedMessage, FeedKey, FeedPage } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 * @typedef {{showMessage: (text: string) => void, showError: (error: unknown) => void, openGame: (code: string) => void, openDevices: () => void}} Callbacks
 */

/** Maximum length of a text; the server has the same limit. */
const MAX_LENGTH = 4096;
/** Pixels from the end within which new messages keep the end in view. */
const NEAR_END = 160;
/** Characters of a message that a quotation of it shows. */
const QUOTE_LENGTH = 80;
/** Characters of a message that describe its picture. */
const ALT_LENGTH = 120;

export class Feed {
  /**
   * @param {import("./api.js").Api} api
   * @param {Texts} texts
   * @param {Callbacks} callbacks
   */
  constructor(api, texts, callbacks) {
    this.api = api;
    this.texts = texts;
    this.callbacks = callbacks;
    /** @type {FeedMessage[]} in the order of the conversation */
    this.messages = [];
    /** @type {Map<number, {json: string, element: HTMLElement}>} the element of each message, and from what it was made */
    this.drawn = new Map();
    /** @type {number | null} the first loaded message, if there are older ones */
    this.before = null;
    this.isLoaded = false;
    /** @type {Newest<FeedPage>} the last messages */
    this.lastPage = new Newest();
    this.retry = new Retry();
    /** @type {FeedMessage | null} the message to which the text replies */
    this.replyTo = null;
    this.list = make("ol", { class: "lines" });
    this.older = make("div", { class: "pages" });
    this.field = /** @type {HTMLTextAreaElement} */ (
      make("textarea", { rows: 1, maxlength: MAX_LENGTH, "aria-label": texts.get("page.write"), placeholder: texts.get("page.write"), keydown: (/** @type {KeyboardEvent} */ event) => this.handleKey(event), input: () => this.handleInput() })
    );
    this.quote = make("p", { class: "quote", hidden: true });
    this.menuButton = signButton("☰", texts.get("page.menu"), () => void this.openMenu(), { short: texts.get("page.menu"), "aria-haspopup": "dialog" });
    const send = signButton("➤", texts.get("button.board.send_line"), () => {}, { type: "submit", class: "tool go", short: texts.get("button.board.send") });
    this.form = make(
      "form",
      { class: "write", submit: (/** @type {Event} */ event) => void this.submit(event) },
      this.quote,
      make("div", { class: "row" }, this.menuButton, this.field, send),
    );
    /** What is announced when it is added; it is silent while old messages come. */
    this.log = make("div", { class: "log", role: "log", "aria-live": "off", "aria-label": texts.get("page.news") }, this.list);
    this.element = make("div", { class: "talk feed" }, this.older, this.log, this.form);
    this.acts = new ActQueue(this.element, callbacks.showError);
    this.pictures = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) void this.loadPicture(/** @type {HTMLImageElement} */ (target));
    }, { rootMargin: "400px" });
  }

  /** Load the last messages and show their end. */
  async open() {
    this.showEnd(); // and `reload` keeps it in view
    await this.reload();
    this.announce();
  }

  /** Announce what is added from now on, once what was added before is on the screen. */
  announce() {
    requestAnimationFrame(() => setTimeout(() => this.log.setAttribute("aria-live", "polite")));
  }

  /** Load what has changed since. */
  async reload() {
    const isAtEnd = this.isAtEnd();
    const page = await this.lastPage.load(() => this.api.feed(null));
    const ids = new Set(page.messages.map((each) => each.id));
    const overlap = this.messages.findIndex((each) => ids.has(each.id));
    if (!this.isLoaded || overlap < 0) this.before = page.before;
    this.messages = [...this.messages.slice(0, Math.max(overlap, 0)), ...page.messages];
    this.isLoaded = true;
    this.show();
    if (isAtEnd) this.showEnd();
  }

  /** Load what has changed; the user can press buttons meanwhile. */
  async refresh() {
    try {
      await this.reload();
    } catch (error) {
      this.callbacks.showError(error);
    }
  }

  /** Load the messages before the first one; what is on the screen stays in its place. */
  async loadOlder() {
    await this.acts.run("older", async () => {
      const { scrollHeight } = document.documentElement;
      const page = await this.api.feed(this.before);
      this.messages = [...page.messages, ...this.messages];
      this.before = page.before;
      this.log.setAttribute("aria-live", "off");
      this.show();
      this.announce();
      scrollBy(0, document.documentElement.scrollHeight - scrollHeight);
    });
  }

  isAtEnd() {
    const { scrollHeight } = document.documentElement;
    return scrollY + innerHeight > scrollHeight - NEAR_END;
  }

  showEnd() {
    scrollTo(0, document.documentElement.scrollHeight);
  }

  /** Render the messages; unchanged ones keep their elements, and the focus stays in its message. */
  show() {
    const { messages } = this;
    fill(this.older, this.before !== null && toolButton(this.texts.get("page.older"), () => void this.loadOlder()));
    const focused = messages.find((each) => this.drawn.get(each.id)?.element.contains(document.activeElement));
    const elements = messages.map((each) => this.item(each));
    const known = new Set(elements);
    keepFocus(
      this.list,
      () => {
        for (const old of [...this.list.children]) if (!known.has(/** @type {HTMLElement} */ (old))) old.remove();
        elements.forEach((each, at) => {
          if (this.list.children[at] !== each) this.list.insertBefore(each, this.list.children[at] ?? null);
        });
      },
      () => (focused && this.drawn.get(focused.id)?.element) || this.list,
    );
    if (!messages.length) fill(this.list, make("li", { class: "hint" }, this.texts.get("page.news_none")));
  }

  /**
   * Return the element of a message; an unchanged one keeps its pictures.
   * @param {FeedMessage} message
   */
  item(message) {
    const json = JSON.stringify(message);
    const before = this.drawn.get(message.id);
    if (before?.json === json) return before.element;
    const element = message.own ? this.ownItem(message) : this.botItem(message);
    this.drawn.set(message.id, { json, element });
    return element;
  }

  /**
   * Return the element of an own text.
   * @param {FeedMessage} message
   */
  ownItem({ text, at, sign }) {
    const who = make("span", { class: "aloud" }, `${this.texts.get("page.own_line")} `);
    return make("li", { class: "line own" }, make("p", {}, who, text ?? ""), make("small", {}, [sign, this.texts.moment(at)].filter(Boolean).join(" ")));
  }

  /**
   * Return the element of a message of the bot.
   * @param {FeedMessage} message
   */
  botItem(message) {
    const { html = "", buttons = [], pictures = [], file, at, about } = message;
    const words = formatted(html, (command) => void this.send(command));
    const pictureButtons = pictures.map((each, index) => this.pictureButton(each, words.textContent ?? "", index + 1, pictures.length));
    const rows = buttons.map((row) => make("div", { class: "keys-row" }, row.map((key) => this.keyButton(message, key))));
    const reply = about
      ? signButton("↩", this.texts.get("page.reply"), () => this.quoteMessage(message, words.textContent ?? ""), { class: "reply", short: this.texts.get("page.reply_short") })
      : null;
    return make(
      "li",
      { class: "line bot" },
      this.answeredQuote(message),
      pictureButtons.length ? make("div", { class: "pictures" }, pictureButtons) : null,
      words,
      file ? toolButton(`📎 ${this.texts.get("page.file")}`, () => void this.download(file)) : null,
      ...rows,
      make("div", { class: "below" }, make("small", {}, this.texts.moment(at)), reply),
    );
  }

  /**
   * Return the beginning of the message that this one answers; a press shows that message.
   * @param {FeedMessage} message
   */
  answeredQuote({ reply_to: number }) {
    const answered = number ? this.messages.find((each) => each.id === number) : undefined;
    if (!answered) return null;
    const words = answered.own ? (answered.text ?? "") : (formatted(answered.html ?? "", () => {}).textContent ?? "");
    const show = () => this.drawn.get(answered.id)?.element.scrollIntoView({ block: "center" });
    return make("button", { type: "button", class: "answered", click: show }, firstLine(words, QUOTE_LENGTH));
  }

  /**
   * Return a picture, which is loaded once it comes near the screen.
   * @param {string} source
   * @param {string} text of the message; the picture is described by its first line
   * @param {number} n its number, from 1
   * @param {number} all how many pictures the message has
   */
  pictureButton(source, text, n, all) {
    const about = firstLine(text, ALT_LENGTH);
    const alt = this.texts.get(all > 1 ? "page.picture_of" : "page.picture", { about, n, all });
    const image = make("img", { alt, "data-source": source });
    this.pictures.observe(image);
    return make("button", { type: "button", class: "picture", click: () => this.enlarge(image) }, image);
  }

  /**
   * Load a picture that has come near the screen.
   * @param {HTMLImageElement} image
   */
  async loadPicture(image) {
    this.pictures.unobserve(image);
    try {
      const isAtEnd = this.isAtEnd();
      image.src = await this.api.picture(image.dataset.source ?? "");
      await image.decode();
      if (isAtEnd) this.showEnd();
    } catch {
      image.closest("button")?.remove(); // what it showed is gone; the text stays
    }
  }

  /**
   * Show a picture as large as the screen.
   * @param {HTMLElement} image
   */
  enlarge(image) {
    const source = /** @type {HTMLImageElement} */ (image);
    const close = () => dialog.close();
    const large = make("img", { src: source.src, alt: source.alt });
    const dialog = /** @type {HTMLDialogElement} */ (
      make("dialog", { class: "large-picture", "aria-label": source.alt, close: () => dialog.remove() }, make("div", { class: "scrolls", tabindex: "0" }, large), toolButton(this.texts.get("page.close"), close))
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  /**
   * Return a button under a message.
   * @param {FeedMessage} message
   * @param {FeedKey} key
   */
  keyButton(message, key) {
    const { label, data, url, game, share: query } = key;
    if (game !== undefined) return toolButton(label, () => this.callbacks.openGame(game));
    if (url) {
      const shared = url.startsWith("https://t.me/share/url?") ? new URL(url).searchParams : null;
      if (shared) return toolButton(label, () => share(shared.get("url") ?? "", shared.get("text") ?? ""));
      const command = commandOf(url);
      if (command) return toolButton(label, () => this.send(command));
      return make("a", { class: "tool", href: url, target: "_blank", rel: "noopener noreferrer" }, label);
    }
    if (query) return null; // it would choose one of Telegram's chats
    return toolButton(label, () => this.press(message, data ?? ""));
  }

  /**
   * Press a button of the bot.
   * @param {FeedMessage} message
   * @param {string} data
   */
  async press(message, data) {
    await this.acts.run(`${message.id} ${data}`, async () => {
      this.callbacks.showMessage("");
      const { toast } = await this.api.chat({ button: data, message: message.id });
      if (toast) this.callbacks.showMessage(toast);
      await this.reload();
    });
  }

  /**
   * Send a text as if it had been typed.
   * @param {string} text
   */
  async send(text) {
    await this.acts.run(text, async () => {
      this.callbacks.showMessage("");
      await this.api.chat({ text });
      await this.reload();
      this.showEnd();
    });
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    const { replyTo } = this;
    const message = replyTo?.id;
    if (!text) return;
    await this.acts.run("line", async () => {
      this.callbacks.showMessage("");
      await this.retry.send([text, message], (id) => this.api.chat({ text, message, id }));
      if (this.field.value.trim() === text) this.field.value = "";
      this.fit();
      if (this.replyTo === replyTo) this.quoteMessage(null);
      await this.reload();
      this.showEnd();
    });
    this.field.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.key === "Escape") this.quoteMessage(null);
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    /** @type {HTMLFormElement} */ (this.form).requestSubmit();
  }

  /**
   * Put a text into the field, and send nothing; what the user has typed there stays.
   * @param {string} text
   */
  write(text) {
    if (!this.field.value.trim()) this.field.value = text;
    this.fit();
    this.field.focus();
  }

  /** Fit the field; what was edited is no repetition. */
  handleInput() {
    this.retry.forget();
    this.fit();
  }

  /** Give the field the height of its text. */
  fit() {
    this.field.rows = Math.min(6, this.field.value.split("\n").length);
  }

  /**
   * Choose the message to which the next text replies.
   * @param {FeedMessage | null} message
   * @param {string} [text]
   */
  quoteMessage(message, text = "") {
    this.replyTo = message;
    this.quote.hidden = message === null;
    const stop = signButton("✕", this.texts.get("page.reply_stop"), () => this.quoteMessage(null), { class: "turn" });
    fill(this.quote, message && make("span", {}, `↩ ${firstLine(text, QUOTE_LENGTH)}`), message && stop);
    if (message) this.field.focus();
  }

  /**
   * Let the browser save the file of a message.
   * @param {number} row
   */
  async download(row) {
    await this.acts.run(`file ${row}`, async () => {
      const { name, content } = await this.api.file(row);
      const link = /** @type {HTMLAnchorElement} */ (make("a", { href: URL.createObjectURL(content), download: name }));
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    });
  }

  /** Show the commands by subject. */
  async openMenu() {
    await this.acts.run("menu", async () => {
      const { subjects } = await this.api.menu();
      const choose = (/** @type {string} */ command) => {
        dialog.close();
        void this.send(command);
      };
      const openDevices = () => {
        dialog.close();
        this.callbacks.openDevices();
      };
      const groups = subjects.map(({ title, rows }, at) =>
        make(
          "details",
          { open: at === 0 },
          make("summary", {}, title),
          make("ul", {}, rows.map(({ command, says }) => make("li", {}, make("button", { type: "button", class: "choice", click: () => choose(command) }, make("b", {}, says), make("small", {}, command))))),
        ),
      );
      const dialog = /** @type {HTMLDialogElement} */ (
        make(
          "dialog",
          { class: "menu", "aria-label": this.texts.get("page.menu"), close: () => dialog.remove() },
          make("div", { class: "top" }, make("h2", {}, this.texts.get("page.menu")), toolButton(this.texts.get("page.close"), () => dialog.close())),
          toolButton(`📱 ${this.texts.get("page.devices")}`, openDevices),
          ...groups,
        )
      );
      document.body.append(dialog);
      dialog.showModal();
    });
  }
}

/**
 * Return the beginning of a text's first line.
 * @param {string} text
 * @param {number} length
 */
function firstLine(text, length) {
  return text.split("\n")[0].slice(0, length);
}
