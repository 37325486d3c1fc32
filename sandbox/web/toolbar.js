// The toolbar: the sandbox's clock, buttons that move it, the bot's state, new people and groups.

import { moveClock, post } from "./api.js";
import { h, icon, showNotice } from "./dom.js";
import {
  formatDuration,
  formatLongDate,
  formatShortDate,
  formatTime,
  switchLanguage,
  texts,
} from "./i18n.js";

const NAME_RULES = { required: true, maxLength: 64, pattern: ".*\\S.*" };
const narrowScreen = matchMedia("(max-width: 760px)");

export class Toolbar {
  constructor(element) {
    const labels = texts();
    this.date = h("b", { id: "date" });
    this.time = h("span", { id: "time" });
    this.shift = h("small", { id: "shift" });
    this.bot = h("span.bot", { role: "img" });
    this.now = this.createTimeButton(labels.now, { reset: true }, labels.nowHint);
    this.timeButtons = [
      this.createTimeButton(labels.hour, { seconds: 3600 }),
      this.createTimeButton(labels.day, { seconds: 86400 }),
      this.createTimeButton(labels.days, { seconds: 5 * 86400 }),
      this.now,
    ];
    const person = h("button.person", { type: "button", title: labels.addPerson }, icon("plus"));
    person.setAttribute("aria-label", labels.addPerson);
    person.onclick = () => this.openPersonDialog();
    const group = h("button.person", { type: "button", title: labels.addGroup }, icon("people"));
    group.setAttribute("aria-label", labels.addGroup);
    group.onclick = () => this.openGroupDialog();
    this.browser = h(
      "a.person",
      { href: "/browser", target: "_blank", rel: "noopener", title: labels.openBrowser, hidden: true },
      icon("globe"),
    );
    this.browser.setAttribute("aria-label", labels.openBrowser);
    const language = h(
      "button.language",
      { type: "button", onclick: switchLanguage, title: labels.otherLanguage },
      labels.otherCode,
    );
    language.setAttribute("aria-label", `${labels.otherCode}: ${labels.otherLanguage}`);
    const name = h("h1", {}, renderTiles("TUR"), renderTiles("RETUR"));
    name.setAttribute("aria-label", "Tur-Retur");
    element.append(
      h("div.brand", {}, name, this.bot),
      h("div.clock", {}, h("div", {}, this.date, this.time), this.shift),
      h("div.time-buttons", {}, ...this.timeButtons),
      h("div.rest", {}, this.browser, person, group, language),
    );
    setInterval(() => this.renderClock(), 1000);
  }

  createTimeButton(label, body, title = "") {
    const button = h("button", { type: "button", title }, label);
    button.onclick = async () => {
      this.timeButtons.forEach((item) => (item.disabled = true));
      button.classList.add("busy");
      try {
        this.update(await moveClock(body));
      } catch (error) {
        showNotice(error.message);
      } finally {
        button.classList.remove("busy");
        this.timeButtons.forEach((item) => (item.disabled = false));
        this.renderClock();
      }
    };
    return button;
  }

  /** Offer the bot's page for people without Telegram, if the bot has one. */
  showBeside(names) {
    this.browser.hidden = !names.includes("browser");
  }

  update(clock, bot) {
    this.clock = clock;
    this.updatedAt = performance.now();
    if (bot) {
      const state = bot.listening ? "listening" : bot.pending ? "offline" : "busy";
      const titles = {
        listening: texts().botListening,
        busy: texts().botBusy,
        offline: texts().botNotListening,
      };
      this.bot.className = `bot ${state}`;
      this.bot.title = titles[state];
      this.bot.setAttribute("aria-label", titles[state]);
    }
    this.renderClock();
  }

  renderClock() {
    if (!this.clock) return;
    const elapsed = this.clock.ticking ? performance.now() - this.updatedAt : 0;
    const at = new Date(this.clock.unix * 1000 + elapsed);
    this.date.textContent = (narrowScreen.matches ? formatShortDate : formatLongDate)(at);
    this.time.textContent = formatTime(at);
    const { shift } = this.clock;
    const isShifted = Math.abs(shift) >= 60;
    const template = shift > 0 ? texts().ahead : texts().behind;
    this.shift.textContent = isShifted ? template.replace("{span}", formatDuration(shift)) : "";
    this.now.disabled = shift === 0;
  }

  openPersonDialog() {
    const name = h("input", { ...NAME_RULES, placeholder: texts().personName, name: "name" });
    const language = h("select", { name: "language" });
    for (const code of ["ro", "en"]) language.append(h("option", { value: code }, code));
    openDialog(texts().addPerson, [name, language], () =>
      post("/sandbox/api/users", { name: name.value, language_code: language.value }),
    );
  }

  openGroupDialog() {
    const title = h("input", { ...NAME_RULES, placeholder: texts().groupName, name: "title" });
    const forum = h("input", { type: "checkbox", name: "forum" });
    openDialog(texts().addGroup, [title, h("label", {}, forum, texts().withTopics)], () =>
      post("/sandbox/api/groups", { title: title.value, forum: forum.checked }),
    );
  }
}

/** Open a dialog with fields; `onSubmit` sends them, and its error is shown. */
function openDialog(heading, fields, onSubmit) {
  const cancel = h("button", { type: "button", onclick: () => dialog.close() }, texts().cancel);
  const submit = () => onSubmit().catch((error) => showNotice(error.message));
  const form = h(
    "form",
    { method: "dialog", onsubmit: submit },
    h("h2", {}, heading),
    h("div.fields", {}, ...fields),
    h("div.choices", {}, cancel, h("button.main", { type: "submit" }, texts().add)),
  );
  const dialog = h("dialog.ask", { onclose: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
}

function renderTiles(word) {
  return h("span.tiles", { "aria-hidden": "true" }, ...[...word].map((letter) => h("i", {}, letter)));
}
