// A chat: head, messages, composer. A person's with the bot; groups differ a little (group.js).

import { act } from "./api.js";
import { Composer } from "./composer.js";
import { h, icon, popover } from "./dom.js";
import { dayKey, longDate, words } from "./i18n.js";
import { drawGroup } from "./message.js";

const ACTIONS = { upload_photo: "uploading", upload_document: "sendingFile" };

export class Column {
  constructor(page, person, index) {
    this.page = page;
    this.person = person;
    this.messages = new Map();
    this.drawn = new Map();
    this.unread = 0;
    this.typing = 0;
    this.hue = index % 6;
    this.composer = new Composer(this);
    this.status = h("small", {});
    this.list = h("div.list", { role: "log", "aria-label": person.name });
    this.list.onscroll = () => this.scrolled();
    this.down = h("button.down", { type: "button", hidden: true, title: words().newest }, icon("down"));
    this.down.onclick = () => this.toEnd(true);
    this.toasts = h("div.toasts", { role: "status" });
    const more = h("button.round", { type: "button", title: words().menu }, icon("more"));
    more.setAttribute("aria-label", words().menu);
    more.onclick = () => this.menu(more);
    this.element = h(
      "section.column",
      { data: { person: person.id, hue: this.hue }, "aria-label": person.name },
      h("header", {}, avatar(person), h("div.who", {}, h("b", {}, person.name), this.status), more),
      h("div.scene", {}, this.list, this.down, this.toasts),
      this.composer.element,
    );
    this.stuck = true;
    new ResizeObserver(() => this.stuck && this.toEnd(false)).observe(this.list);
    this.update(person);
  }

  update(person) {
    this.person = person;
    const said = words();
    const action = this.acting(person) && (said[ACTIONS[person.action]] || said.typing);
    let state = person.started ? said.online : said.notStarted;
    if (person.blocked) state = said.blocked;
    this.status.textContent = action || state;
    this.status.classList.toggle("active", Boolean(action));
    this.element.classList.toggle("blocked", person.blocked);
    this.composer.update();
    this.draw();
  }

  /** Whether to show that the bot is typing: for five seconds, as the app does. */
  acting(person) {
    if (person.action && !this.typing) {
      this.typing = setTimeout(() => {
        this.typing = -1;
        this.update(this.person);
      }, 5000);
    } else if (!person.action) {
      clearTimeout(this.typing);
      this.typing = 0;
    }
    return person.action && this.typing !== -1;
  }

  /** Take messages that are new or have changed; `quietly` when the page has just been opened. */
  take(messages, quietly) {
    if (!messages.length) return;
    let own = false;
    let fresh = 0;
    for (const message of messages) {
      const known = this.messages.has(message.id);
      if (message.deleted) this.messages.delete(message.id);
      else this.messages.set(message.id, message);
      if (known || message.deleted) continue;
      if (message.from_bot) fresh += 1;
      else own = true;
    }
    this.draw();
    if (this.stuck || own || quietly) this.toEnd(false);
    if (fresh && !quietly && !this.visible()) this.unread += fresh;
    this.down.hidden = this.atEnd();
  }

  draw() {
    const wanted = [];
    let day = "";
    for (const group of this.groups()) {
      const at = new Date(group[0].date);
      if (dayKey(at) !== day) {
        day = dayKey(at);
        wanted.push(this.keep(`day ${day} ${group[0].id}`, day, () => h("div.day", {}, h("span", {}, longDate(at)))));
      }
      wanted.push(this.keep(`message ${group[0].id}`, JSON.stringify(group), () => drawGroup(group, this)));
    }
    if (!wanted.length) {
      const about = this.person.description || this.hint();
      wanted.push(this.keep("about", about, () => h("div.about", {}, about)));
    }
    const keep = new Set(wanted);
    for (const child of [...this.list.children]) if (!keep.has(child)) child.remove();
    wanted.forEach((element, index) => {
      if (this.list.children[index] !== element) this.list.insertBefore(element, this.list.children[index] ?? null);
    });
  }

  /** What stands in a chat without messages when the bot says nothing of itself. */
  hint() {
    return words().personHint;
  }

  /** Return the element drawn for this content before, or draw it now. */
  keep(key, content, draw) {
    const known = this.drawn.get(key);
    if (known?.content === content) return known.element;
    const element = draw();
    this.drawn.set(key, { content, element });
    return element;
  }

  groups() {
    const groups = [];
    const inOrder = [...this.messages.values()].sort((one, other) => one.id - other.id);
    for (const message of inOrder) {
      const last = groups.at(-1);
      if (last && message.album && last[0].album === message.album) last.push(message);
      else groups.push([message]);
    }
    return groups;
  }

  // What messages and composer ask of their chat.

  /** Who writes here. */
  writer() {
    return this.person.id;
  }

  /** Do something in this chat as whoever writes here. */
  act(action, body) {
    return act(this.writer(), action, body);
  }

  /** Follow a link to the bot as somebody; one that takes it to a group asks to which. */
  follow(url, anchor, person = this.writer()) {
    const go = (chat) => this.try(() => act(person, "follow", { url, chat }));
    if (!new URL(url).searchParams.has("startgroup")) return go();
    const groups = this.page.groups();
    if (!groups.length) return this.say(words().noGroups);
    const choices = groups.map((group) =>
      h("button", { type: "button", onclick: () => go(group.id) }, group.name),
    );
    // The click that led here closes any menu: this one opens after it.
    setTimeout(() => popover(anchor, [h("small", {}, words().toWhichGroup), ...choices]));
  }

  /** Whether the message is from whoever writes here. */
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

  lastOwn() {
    const own = [...this.messages.values()].filter((message) => this.isOwn(message));
    return own.filter((message) => !message.photo && !message.document).at(-1);
  }

  jumpTo(id) {
    const target = this.list.querySelector(`[data-message="${id}"]`);
    target?.scrollIntoView({ block: "center", behavior: "smooth" });
    target?.animate([{ filter: "brightness(0.85)" }, { filter: "none" }], 900);
  }

  /** Do something; a refusal is shown. Returns whether it worked. */
  async try(deed) {
    try {
      await deed();
      return true;
    } catch (error) {
      this.say(error.message);
      return false;
    }
  }

  /** Show a short toast, or an alert that must be closed. */
  say(text, { alert = false } = {}) {
    const toast = h(alert ? "div.alert" : "div.toast", {}, h("p", {}, text));
    if (alert) {
      toast.setAttribute("role", "alertdialog");
      toast.append(h("button", { type: "button", onclick: () => toast.remove() }, words().ok));
    } else {
      setTimeout(() => toast.remove(), 2000 + 50 * text.length);
    }
    this.toasts.append(toast);
    toast.querySelector("button")?.focus();
  }

  menu(anchor) {
    const { id, blocked } = this.person;
    const label = blocked ? words().unblock : words().block;
    const change = () => this.try(() => act(id, blocked ? "unblock" : "block"));
    popover(anchor, [h("button", { type: "button", onclick: change }, label)]);
  }

  // Scrolling.

  atEnd() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
  }

  /** The size of the list and of what is in it. */
  room() {
    const { clientWidth, clientHeight, scrollHeight } = this.list;
    return `${clientWidth} ${clientHeight} ${scrollHeight}`;
  }

  toEnd(smooth) {
    this.seen = this.room();
    this.list.scrollTo({ top: this.list.scrollHeight, behavior: smooth ? "smooth" : "instant" });
  }

  scrolled() {
    // Where the room has changed it was not the reader who scrolled: he stays at the end.
    if (this.room() !== this.seen && this.stuck && !this.atEnd()) return this.toEnd(false);
    this.seen = this.room();
    this.stuck = this.atEnd();
    this.floatDays();
    this.down.hidden = this.stuck;
    if (this.stuck && this.visible()) this.unread = 0;
    this.page.drawTabs();
  }

  /** A date that floats over messages is shown only while the list is being scrolled, and one only. */
  floatDays() {
    const days = [...this.list.querySelectorAll(".day")];
    const places = days.map((day) => day.getBoundingClientRect());
    days.forEach((day, index) => {
      const covered = day.nextElementSibling?.getBoundingClientRect().top;
      day.classList.toggle("floating", covered < places[index].bottom);
      // All dates that have gone by stop at the same edge: the next one takes the place of each.
      day.classList.toggle("passed", places[index + 1]?.top < places[index].bottom);
    });
    this.list.classList.add("scrolling");
    clearTimeout(this.scrolling);
    this.scrolling = setTimeout(() => this.list.classList.remove("scrolling"), 1200);
  }

  /** Whether the column is in the window; on a phone one is seen at a time. */
  visible() {
    const { left, right } = this.element.getBoundingClientRect();
    return !document.hidden && right > 40 && left < innerWidth - 40;
  }
}

export function avatar(person) {
  const initials = person.name.split(/\s+/).flatMap((part) => part.match(/[\p{L}\p{N}]/u) ?? []);
  return h("span.avatar", { "aria-hidden": "true" }, initials.slice(0, 2).join("").toUpperCase());
}
