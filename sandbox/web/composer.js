// The lower end of a chat: writing, replying, editing, attaching, the commands.

import { upload } from "./api.js";
import { h, icon, popover } from "./dom.js";
import { words } from "./i18n.js";
import { openWebApp } from "./web_app.js";

export class Composer {
  /** `chat` is the column this belongs to. */
  constructor(chat) {
    this.chat = chat;
    this.reply = null;
    this.editing = null;
    this.file = null;
    this.input = h("textarea", { rows: 1, placeholder: words().write, "aria-label": words().write });
    this.input.oninput = () => this.typed();
    this.input.onkeydown = (event) => this.key(event);
    this.input.onpaste = (event) => this.attach(event.clipboardData.files[0], event);
    this.strip = h("div.strip", { hidden: true });
    this.suggestions = h("div.suggestions", { hidden: true });
    this.picker = h("input", { type: "file", hidden: true });
    this.picker.onchange = () => this.attach(this.picker.files[0]);
    const menu = h("button.round.commands", { type: "button", title: words().commands }, "/");
    menu.setAttribute("aria-label", words().commands);
    menu.onclick = () => this.showCommands(menu);
    const clip = (this.clip = h("button.round", { type: "button", title: words().attach }, icon("clip")));
    clip.setAttribute("aria-label", words().attach);
    clip.onclick = () => this.picker.click();
    const send = h("button.round.send", { type: "button", title: words().send }, icon("send"));
    send.setAttribute("aria-label", words().send);
    send.onclick = () => this.submit();
    this.opener = h("button.opener", { type: "button", hidden: true });
    this.line = h("div.line", {}, menu, this.opener, this.input, clip, send);
    this.big = h("button.big", { type: "button", hidden: true });
    this.element = h("footer.composer", {}, this.suggestions, this.strip, this.line, this.big, this.picker);
  }

  /** Show what the person can do: write, press Start, or unblock. */
  update() {
    const { started, blocked, menu_button: opened } = this.chat.person;
    this.opener.hidden = !opened;
    this.opener.textContent = opened?.text ?? "";
    this.opener.onclick = () => openWebApp(this.chat, opened.text, opened.url);
    this.line.hidden = blocked || !started;
    this.big.hidden = !this.line.hidden || Boolean(this.chat.person.group);
    this.clip.hidden = Boolean(this.chat.person.group);
    this.big.textContent = blocked ? words().unblock : words().start;
    this.big.onclick = () =>
      this.chat.try(() => this.chat.act(blocked ? "unblock" : "start"));
  }

  replyTo(message) {
    this.clear();
    this.reply = message;
    this.showStrip(`${words().reply} ${message.author.name}`, message.text || words().photo);
    this.input.focus();
  }

  edit(message) {
    this.clear();
    this.editing = message;
    this.input.value = message.text;
    this.showStrip(words().editing, message.text);
    this.grow();
    this.input.focus();
  }

  attach(file, event) {
    if (!file || this.chat.person.group) return;
    event?.preventDefault();
    this.file = file;
    const picture = file.type.startsWith("image/");
    this.asPhoto = picture;
    this.showStrip(file.name, "");
    if (picture) {
      const kinds = [true, false].map((asPhoto) => {
        const label = asPhoto ? words().asPhoto : words().asFile;
        return h("button.kind", { type: "button", onclick: () => choose(asPhoto) }, label);
      });
      const choose = (asPhoto) => {
        this.asPhoto = asPhoto;
        kinds.forEach((kind, index) => kind.classList.toggle("on", asPhoto === (index === 0)));
      };
      choose(true);
      this.strip.querySelector("span").append(...kinds);
    }
    this.input.focus();
  }

  showStrip(title, line) {
    const close = h("button.round", { type: "button", title: words().cancel }, icon("close"));
    close.onclick = () => this.clear();
    this.strip.replaceChildren(h("span", {}, h("b", {}, title), h("small", {}, line)), close);
    this.strip.hidden = false;
  }

  clear() {
    if (this.editing) this.input.value = "";
    this.reply = this.editing = this.file = null;
    this.picker.value = "";
    this.strip.hidden = true;
    this.suggestions.hidden = true;
    this.grow();
  }

  async submit() {
    const person = this.chat.person.id;
    const value = this.input.value.trim();
    const { editing, file, reply, asPhoto } = this;
    if (!value && !file) return;
    // Empty the composer first: the person may type the next message while this one is sent.
    this.input.value = "";
    this.clear();
    const done = await this.chat.try(() => {
      if (editing) return this.chat.act("edit", { message: editing.id, text: value });
      if (!file) return this.chat.act("send", { text: value, reply_to: reply?.id });
      const kind = asPhoto ? "photo" : "document";
      return upload(person, kind, file, { caption: value, replyTo: reply?.id });
    });
    if (!done && this.isEmpty()) this.restore(value, { editing, file, reply });
  }

  isEmpty() {
    return !this.input.value && !this.editing && !this.file && !this.reply;
  }

  /** Put a refused message back. The strip still shows what it replied to, edited or attached. */
  restore(value, held) {
    Object.assign(this, held);
    this.input.value = value;
    this.strip.hidden = !(held.editing || held.file || held.reply);
    this.grow();
  }

  key(event) {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") {
      this.clear();
    } else if (event.key === "Tab" && !this.suggestions.hidden) {
      event.preventDefault();
      this.input.value = `/${this.suggestions.firstChild.dataset.command} `;
      this.suggestions.hidden = true;
    } else if (event.key === "ArrowUp" && !this.input.value) {
      const last = this.chat.lastOwn();
      if (last) this.edit(last);
    }
  }

  typed() {
    this.grow();
    const start = /^\/(\w*)$/.exec(this.input.value);
    const fitting = start
      ? this.chat.person.commands.filter((item) => item.command.startsWith(start[1]))
      : [];
    this.suggestions.replaceChildren(...fitting.map((item) => this.commandButton(item)));
    this.suggestions.hidden = !fitting.length;
  }

  commandButton(item) {
    const send = () => {
      if (this.input.value.startsWith("/")) this.input.value = "";
      this.suggestions.hidden = true;
      this.chat.try(() => this.chat.act("send", { text: `/${item.command}` }));
    };
    return h(
      "button.choice",
      { type: "button", onclick: send, data: { command: item.command } },
      h("b", {}, `/${item.command}`),
      h("span", {}, item.description),
    );
  }

  showCommands(anchor) {
    const { commands } = this.chat.person;
    const items = commands.map((item) => this.commandButton(item));
    popover(anchor, items.length ? items : [h("small", {}, words().noCommands)]);
  }

  grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 140)}px`;
  }
}
