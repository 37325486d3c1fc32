// The composer of a chat: writing, replying, editing, attachments and commands.

import { uploadFile } from "./api.js";
import { h, icon, openPopover } from "./dom.js";
import { texts } from "./i18n.js";
import { openWebApp } from "./web_app.js";

export class Composer {
  /** @param chat the column of this composer */
  constructor(chat) {
    this.chat = chat;
    this.reply = null;
    this.editing = null;
    this.file = null;
    this.input = h("textarea", { rows: 1, placeholder: texts().write, "aria-label": texts().write });
    this.input.oninput = () => this.handleInput();
    this.input.onkeydown = (event) => this.handleKey(event);
    this.input.onpaste = (event) => this.attach(event.clipboardData.files[0], event);
    this.contextBar = h("div.context-bar", { hidden: true });
    this.suggestions = h("div.suggestions", { hidden: true });
    this.picker = h("input", { type: "file", hidden: true });
    this.picker.onchange = () => this.attach(this.picker.files[0]);
    const menu = h("button.round.commands", { type: "button", title: texts().commands }, "/");
    menu.setAttribute("aria-label", texts().commands);
    menu.onclick = () => this.showCommands(menu);
    const attach = h("button.round", { type: "button", title: texts().attach }, icon("clip"));
    attach.setAttribute("aria-label", texts().attach);
    attach.onclick = () => this.picker.click();
    this.attachButton = attach;
    const send = h("button.round.send", { type: "button", title: texts().send }, icon("send"));
    send.setAttribute("aria-label", texts().send);
    send.onclick = () => this.submit();
    this.appButton = h("button.app-button", { type: "button", hidden: true });
    this.inputRow = h("div.input-row", {}, menu, this.appButton, this.input, attach, send);
    this.startButton = h("button.start-button", { type: "button", hidden: true });
    this.element = h(
      "footer.composer",
      {},
      this.suggestions,
      this.contextBar,
      this.inputRow,
      this.startButton,
      this.picker,
    );
  }

  /** Show the input, or the button that starts or unblocks the bot. */
  update() {
    const { started, blocked, menu_button: menuButton } = this.chat.person;
    this.appButton.hidden = !menuButton;
    this.appButton.textContent = menuButton?.text ?? "";
    this.appButton.onclick = () => openWebApp(this.chat, menuButton.text, menuButton.url);
    this.inputRow.hidden = blocked || !started;
    this.startButton.hidden = !this.inputRow.hidden || Boolean(this.chat.person.group);
    this.attachButton.hidden = Boolean(this.chat.person.group);
    this.startButton.textContent = blocked ? texts().unblock : texts().start;
    this.startButton.onclick = () =>
      this.chat.attempt(() => this.chat.postAction(blocked ? "unblock" : "start"));
  }

  replyTo(message) {
    this.clear();
    this.reply = message;
    this.showContext(`${texts().reply} ${message.author.name}`, message.text || texts().photo);
    this.input.focus();
  }

  edit(message) {
    this.clear();
    this.editing = message;
    this.input.value = message.text;
    this.showContext(texts().editing, message.text);
    this.resizeInput();
    this.input.focus();
  }

  attach(file, event) {
    if (!file || this.chat.person.group) return;
    event?.preventDefault();
    this.file = file;
    const isPicture = file.type.startsWith("image/");
    this.asPhoto = isPicture;
    this.showContext(file.name, "");
    if (isPicture) {
      const kinds = [true, false].map((asPhoto) => {
        const label = asPhoto ? texts().asPhoto : texts().asFile;
        return h("button.kind", { type: "button", onclick: () => choose(asPhoto) }, label);
      });
      const choose = (asPhoto) => {
        this.asPhoto = asPhoto;
        kinds.forEach((kind, index) => kind.classList.toggle("on", asPhoto === (index === 0)));
      };
      choose(true);
      this.contextBar.querySelector("span").append(...kinds);
    }
    this.input.focus();
  }

  showContext(title, detail) {
    const close = h("button.round", { type: "button", title: texts().cancel }, icon("close"));
    close.onclick = () => this.clear();
    this.contextBar.replaceChildren(h("span", {}, h("b", {}, title), h("small", {}, detail)), close);
    this.contextBar.hidden = false;
  }

  clear() {
    if (this.editing) this.input.value = "";
    this.reply = this.editing = this.file = null;
    this.picker.value = "";
    this.contextBar.hidden = true;
    this.suggestions.hidden = true;
    this.resizeInput();
  }

  async submit() {
    const person = this.chat.person.id;
    const value = this.input.value.trim();
    const { editing, file, reply, asPhoto } = this;
    if (!value && !file) return;
    // Clear the composer first, because the person may type the next message during the request.
    this.input.value = "";
    this.clear();
    const isSent = await this.chat.attempt(() => {
      if (editing) return this.chat.postAction("edit", { message: editing.id, text: value });
      if (!file) return this.chat.postAction("send", { text: value, reply_to: reply?.id });
      const kind = asPhoto ? "photo" : "document";
      return uploadFile(person, kind, file, { caption: value, replyTo: reply?.id });
    });
    if (!isSent && this.isEmpty()) this.restore(value, { editing, file, reply });
  }

  isEmpty() {
    return !this.input.value && !this.editing && !this.file && !this.reply;
  }

  /** Put a refused message back; the context bar still shows its reply, edit or attachment. */
  restore(value, draft) {
    Object.assign(this, draft);
    this.input.value = value;
    this.contextBar.hidden = !(draft.editing || draft.file || draft.reply);
    this.resizeInput();
  }

  handleKey(event) {
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
      const last = this.chat.lastOwnMessage();
      if (last) this.edit(last);
    }
  }

  handleInput() {
    this.resizeInput();
    const start = /^\/(\w*)$/.exec(this.input.value);
    const matching = start
      ? this.chat.person.commands.filter((item) => item.command.startsWith(start[1]))
      : [];
    this.suggestions.replaceChildren(...matching.map((item) => this.commandButton(item)));
    this.suggestions.hidden = !matching.length;
  }

  commandButton(item) {
    const send = () => {
      if (this.input.value.startsWith("/")) this.input.value = "";
      this.suggestions.hidden = true;
      this.chat.attempt(() => this.chat.postAction("send", { text: `/${item.command}` }));
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
    openPopover(anchor, items.length ? items : [h("small", {}, texts().noCommands)]);
  }

  resizeInput() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 140)}px`;
  }
}
