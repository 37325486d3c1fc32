// The column of one chat: header, messages and composer. group.js extends it for groups.

import { postAction } from "./api.js";
import { Composer } from "./composer.js";
import { h, icon, openPopover } from "./dom.js";
import { dayKey, formatLongDate, texts } from "./i18n.js";
import { renderMessageGroup } from "./message.js";

const ACTIONS = { upload_photo: "uploading", upload_document: "sendingFile" };

export class Column {
  constructor(page, person, index) {
    this.page = page;
    this.person = person;
    this.messages = new Map();
    this.rendered = new Map();
    this.unread = 0;
    this.actionTimer = 0;
    this.hue = index % 6;
    this.composer = new Composer(this);
    this.status = h("small", {});
    this.list = h("div.list", { role: "log", "aria-label": person.name });
    this.list.onscroll = () => this.handleScroll();
    this.endButton = h("button.to-end", { type: "button", hidden: true, title: texts().newest }, icon("down"));
    this.endButton.onclick = () => this.scrollToEnd(true);
    this.toasts = h("div.toasts", { role: "status" });
    const more = h("button.round", { type: "button", title: texts().menu }, icon("more"));
    more.setAttribute("aria-label", texts().menu);
    more.onclick = () => this.openMenu(more);
    this.element = h(
      "section.column",
      { data: { person: person.id, hue: this.hue }, "aria-label": person.name },
      h("header", {}, avatar(person), h("div.who", {}, h("b", {}, person.name), this.status), more),
      h("div.scene", {}, this.list, this.endButton, this.toasts),
      this.composer.element,
    );
    this.staysAtEnd = true;
    new ResizeObserver(() => this.staysAtEnd && this.scrollToEnd(false)).observe(this.list);
    this.update(person);
  }

  update(person) {
    this.person = person;
    const labels = texts();
    const action = this.showsAction(person) && (labels[ACTIONS[person.action]] || labels.typing);
    let state = person.started ? labels.online : labels.notStarted;
    if (person.blocked) state = labels.blocked;
    this.status.textContent = action || state;
    this.status.classList.toggle("active", Boolean(action));
    this.element.classList.toggle("blocked", person.blocked);
    this.composer.update();
    this.render();
  }

  /** Return whether to show the bot's activity; like Telegram, for five seconds. */
  showsAction(person) {
    if (person.action && !this.actionTimer) {
      this.actionTimer = setTimeout(() => {
        this.actionTimer = -1;
        this.update(this.person);
      }, 5000);
    } else if (!person.action) {
      clearTimeout(this.actionTimer);
      this.actionTimer = 0;
    }
    return person.action && this.actionTimer !== -1;
  }

  /** Show new and changed messages; `isInitial` after a full load, which counts none as unread. */
  receive(messages, isInitial) {
    if (!messages.length) return;
    let hasOwn = false;
    let newCount = 0;
    for (const message of messages) {
      const known = this.messages.has(message.id);
      if (message.deleted) this.messages.delete(message.id);
      else this.messages.set(message.id, message);
      if (known || message.deleted) continue;
      if (message.from_bot) newCount += 1;
      else hasOwn = true;
    }
    this.render();
    if (this.staysAtEnd || hasOwn || isInitial) this.scrollToEnd(false);
    if (newCount && !isInitial && !this.isVisible()) this.unread += newCount;
    this.endButton.hidden = this.isAtEnd();
  }

  render() {
    const elements = [];
    let day = "";
    for (const group of this.messageGroups()) {
      const at = new Date(group[0].date);
      if (dayKey(at) !== day) {
        day = dayKey(at);
        const label = () => h("div.day", {}, h("span", {}, formatLongDate(at)));
        elements.push(this.cached(`day ${day} ${group[0].id}`, day, label));
      }
      const bubble = () => renderMessageGroup(group, this);
      elements.push(this.cached(`message ${group[0].id}`, JSON.stringify(group), bubble));
    }
    if (!elements.length) {
      const about = this.person.description || this.emptyHint();
      elements.push(this.cached("about", about, () => h("div.about", {}, about)));
    }
    const current = new Set(elements);
    for (const child of [...this.list.children]) if (!current.has(child)) child.remove();
    elements.forEach((element, index) => {
      const present = this.list.children[index] ?? null;
      if (present !== element) this.list.insertBefore(element, present);
    });
  }

  /** Return the text of an empty chat with a bot that has no description. */
  emptyHint() {
    return texts().personHint;
  }

  /** Return the element under that key, rendered again if its content changed. */
  cached(key, content, render) {
    const known = this.rendered.get(key);
    if (known?.content === content) return known.element;
    const element = render();
    this.rendered.set(key, { content, element });
    return element;
  }

  /** Return the messages in order, with the messages of an album together. */
  messageGroups() {
    const groups = [];
    const inOrder = [...this.messages.values()].sort((one, other) => one.id - other.id);
    for (const message of inOrder) {
      const last = groups.at(-1);
      if (last && message.album && last[0].album === message.album) last.push(message);
      else groups.push([message]);
    }
    return groups;
  }

  // Methods for messages and composer.

  /** Return the id of the person who writes in this chat. */
  senderId() {
    return this.person.id;
  }

  /** Perform an action of the sender in this chat. */
  postAction(action, body) {
    return postAction(this.senderId(), action, body);
  }

  /** Open a link to the bot as a person; a link that adds the bot to a group asks which group. */
  followLink(url, anchor, person = this.senderId()) {
    const go = (chat) => this.attempt(() => postAction(person, "follow", { url, chat }));
    if (!new URL(url).searchParams.has("startgroup")) return go();
    const groups = this.page.groups();
    if (!groups.length) return this.showToast(texts().noGroups);
    const choices = groups.map((group) =>
      h("button", { type: "button", onclick: () => go(group.id) }, group.name),
    );
    // The current click closes every menu, so this one opens after it.
    setTimeout(() => openPopover(anchor, [h("small", {}, texts().toWhichGroup), ...choices]));
  }

  /** Return whether the sender wrote the message. */
  isOwn(message) {
    return message.author.id === this.person.id;
  }

  people() {
    return this.page.people();
  }

  isDeepLink(url) {
    const start = `https://t.me/${this.page.bot.username}`.toLowerCase();
    return url.toLowerCase().startsWith(start);
  }

  reply(message) {
    this.composer.replyTo(message);
  }

  edit(message) {
    this.composer.edit(message);
  }

  lastOwnMessage() {
    const own = [...this.messages.values()].filter((message) => this.isOwn(message));
    return own.filter((message) => !message.photo && !message.document).at(-1);
  }

  scrollToMessage(id) {
    const target = this.list.querySelector(`[data-message="${id}"]`);
    target?.scrollIntoView({ block: "center", behavior: "smooth" });
    target?.animate([{ filter: "brightness(0.85)" }, { filter: "none" }], 900);
  }

  /** Run an action, show its error, and return whether it succeeded. */
  async attempt(action) {
    try {
      await action();
      return true;
    } catch (error) {
      this.showToast(error.message);
      return false;
    }
  }

  /** Show a short toast, or an alert with a button. */
  showToast(text, { alert = false } = {}) {
    const toast = h(alert ? "div.alert" : "div.toast", {}, h("p", {}, text));
    if (alert) {
      toast.setAttribute("role", "alertdialog");
      toast.append(h("button", { type: "button", onclick: () => toast.remove() }, texts().ok));
    } else {
      setTimeout(() => toast.remove(), 2000 + 50 * text.length);
    }
    this.toasts.append(toast);
    toast.querySelector("button")?.focus();
  }

  openMenu(anchor) {
    const { id, blocked } = this.person;
    const label = blocked ? texts().unblock : texts().block;
    const change = () => this.attempt(() => postAction(id, blocked ? "unblock" : "block"));
    openPopover(anchor, [h("button", { type: "button", onclick: change }, label)]);
  }

  // Scrolling.

  isAtEnd() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
  }

  /** Return the sizes of the list and its content, to detect a change. */
  layoutKey() {
    const { clientWidth, clientHeight, scrollHeight } = this.list;
    return `${clientWidth} ${clientHeight} ${scrollHeight}`;
  }

  scrollToEnd(smooth) {
    this.lastLayout = this.layoutKey();
    this.list.scrollTo({ top: this.list.scrollHeight, behavior: smooth ? "smooth" : "instant" });
  }

  handleScroll() {
    // A change of layout also scrolls, and a reader at the end should stay there.
    const hasNewLayout = this.layoutKey() !== this.lastLayout;
    if (hasNewLayout && this.staysAtEnd && !this.isAtEnd()) return this.scrollToEnd(false);
    this.lastLayout = this.layoutKey();
    this.staysAtEnd = this.isAtEnd();
    this.updateFloatingDays();
    this.endButton.hidden = this.staysAtEnd;
    if (this.staysAtEnd && this.isVisible()) this.unread = 0;
    this.page.renderTabs();
  }

  /** Show one floating date over the messages, and only while the list scrolls. */
  updateFloatingDays() {
    const days = [...this.list.querySelectorAll(".day")];
    const rects = days.map((day) => day.getBoundingClientRect());
    days.forEach((day, index) => {
      const covered = day.nextElementSibling?.getBoundingClientRect().top;
      day.classList.toggle("floating", covered < rects[index].bottom);
      // All passed dates stop at the same edge, so only the last of them stays visible.
      day.classList.toggle("passed", rects[index + 1]?.top < rects[index].bottom);
    });
    this.list.classList.add("scrolling");
    clearTimeout(this.scrollTimer);
    this.scrollTimer = setTimeout(() => this.list.classList.remove("scrolling"), 1200);
  }

  /** Return whether the column is in the window; a phone shows one at a time. */
  isVisible() {
    const { left, right } = this.element.getBoundingClientRect();
    return !document.hidden && right > 40 && left < innerWidth - 40;
  }
}

export function avatar(person) {
  const initials = person.name.split(/\s+/).flatMap((part) => part.match(/[\p{L}\p{N}]/u) ?? []);
  return h("span.avatar", { "aria-hidden": "true" }, initials.slice(0, 2).join("").toUpperCase());
}
