// The bar on top: what time it is in the sandbox, travelling, the bot's state, adding a person.

import { post, travel } from "./api.js";
import { h, icon, notice } from "./dom.js";
import { hourMinute, longDate, shortDate, span, switchLanguage, words } from "./i18n.js";

const NAME = { required: true, maxLength: 64, pattern: ".*\\S.*" };
const NARROW = matchMedia("(max-width: 760px)");

export class Toolbar {
  constructor(element) {
    const said = words();
    this.date = h("b", { id: "date" });
    this.time = h("span", { id: "time" });
    this.shift = h("small", { id: "shift" });
    this.bot = h("span.bot", { role: "img" });
    this.now = this.button(said.now, { reset: true }, said.nowHint);
    this.journeys = [
      this.button(said.hour, { seconds: 3600 }),
      this.button(said.day, { seconds: 86400 }),
      this.button(said.days, { seconds: 5 * 86400 }),
      this.now,
    ];
    const person = h("button.person", { type: "button", title: said.addPerson }, icon("plus"));
    person.setAttribute("aria-label", said.addPerson);
    person.onclick = () => this.askPerson();
    const group = h("button.person", { type: "button", title: said.addGroup }, icon("people"));
    group.setAttribute("aria-label", said.addGroup);
    group.onclick = () => this.askGroup();
    const language = h(
      "button.language",
      { type: "button", onclick: switchLanguage, title: said.otherLanguage },
      said.otherCode,
    );
    language.setAttribute("aria-label", `${said.otherCode}: ${said.otherLanguage}`);
    const name = h("h1", {}, tiles("TUR"), tiles("RETUR"));
    name.setAttribute("aria-label", "Tur-Retur");
    element.append(
      h("div.brand", {}, name, this.bot),
      h("div.clock", {}, h("div", {}, this.date, this.time), this.shift),
      h("div.journeys", {}, ...this.journeys),
      h("div.rest", {}, person, group, language),
    );
    setInterval(() => this.tick(), 1000);
  }

  button(label, body, title = "") {
    const button = h("button", { type: "button", title }, label);
    button.onclick = async () => {
      this.journeys.forEach((item) => (item.disabled = true));
      button.classList.add("busy");
      try {
        this.update(await travel(body));
      } catch (error) {
        notice(error.message);
      } finally {
        button.classList.remove("busy");
        this.journeys.forEach((item) => (item.disabled = false));
        this.tick();
      }
    };
    return button;
  }

  update(clock, bot) {
    this.clock = clock;
    this.readAt = performance.now();
    if (bot) {
      const state = bot.listening ? "there" : bot.pending ? "away" : "busy";
      const labels = { there: words().botThere, busy: words().botBusy, away: words().botAway };
      this.bot.className = `bot ${state}`;
      this.bot.title = labels[state];
      this.bot.setAttribute("aria-label", labels[state]);
    }
    this.tick();
  }

  tick() {
    if (!this.clock) return;
    const passed = this.clock.ticking ? performance.now() - this.readAt : 0;
    const at = new Date(this.clock.unix * 1000 + passed);
    this.date.textContent = (NARROW.matches ? shortDate : longDate)(at);
    this.time.textContent = hourMinute(at);
    const { shift } = this.clock;
    const away = Math.abs(shift) >= 60;
    const template = shift > 0 ? words().ahead : words().behind;
    this.shift.textContent = away ? template.replace("{span}", span(shift)) : "";
    this.now.disabled = shift === 0;
  }

  askPerson() {
    const name = h("input", { ...NAME, placeholder: words().personName, name: "name" });
    const language = h("select", { name: "language" });
    for (const code of ["ro", "en"]) language.append(h("option", { value: code }, code));
    ask(words().addPerson, [name, language], () =>
      post("/sandbox/api/users", { name: name.value, language_code: language.value }),
    );
  }

  askGroup() {
    const title = h("input", { ...NAME, placeholder: words().groupName, name: "title" });
    const forum = h("input", { type: "checkbox", name: "forum" });
    ask(words().addGroup, [title, h("label", {}, forum, words().withTopics)], () =>
      post("/sandbox/api/groups", { title: title.value, forum: forum.checked }),
    );
  }
}

/** Ask for a few fields, and do something with them unless it is cancelled; a refusal is shown. */
function ask(heading, fields, done) {
  const cancel = h("button", { type: "button", onclick: () => dialog.close() }, words().cancel);
  const submit = () => done().catch((error) => notice(error.message));
  const form = h(
    "form",
    { method: "dialog", onsubmit: submit },
    h("h2", {}, heading),
    h("div.fields", {}, ...fields),
    h("div.choices", {}, cancel, h("button.main", { type: "submit" }, words().add)),
  );
  const dialog = h("dialog.ask", { onclose: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
}

function tiles(word) {
  return h("span.tiles", { "aria-hidden": "true" }, ...[...word].map((letter) => h("i", {}, letter)));
}
