// The page: a column for each person and each group, kept up to date by the server's events.

import { watch } from "./api.js";
import { Column, avatar } from "./column.js";
import { h } from "./dom.js";
import { GroupColumn } from "./group.js";
import { words } from "./i18n.js";
import { Toolbar } from "./toolbar.js";

class Page {
  constructor() {
    this.columns = new Map();
    this.bot = { username: "" };
    this.toolbar = new Toolbar(document.getElementById("toolbar"));
    this.holder = document.getElementById("columns");
    this.tabs = document.getElementById("tabs");
    this.holder.onscroll = () => this.looked();
    document.addEventListener("visibilitychange", () => this.looked());
    const lost = document.getElementById("lost");
    lost.textContent = words().lost;
    watch({
      changed: (state, anew) => this.update(state, anew),
      lost: () => (lost.hidden = false),
      found: () => (lost.hidden = true),
    });
  }

  update(state, anew) {
    this.bot = state.bot;
    this.toolbar.update(state.clock, state.bot);
    if (anew) this.empty();
    for (const person of state.people) {
      const column = this.columns.get(person.id);
      if (column) column.update(person);
      else this.addColumn(new Column(this, person, this.columns.size));
    }
    for (const group of state.groups) {
      const column = this.columns.get(group.id);
      if (column) column.updateGroup(group);
      else this.addColumn(new GroupColumn(this, group, this.columns.size));
    }
    this.leave(new Set([...state.people, ...state.groups].map((one) => one.id)));
    const chats = Map.groupBy(state.messages, (message) => message.chat);
    for (const [id, messages] of chats) this.columns.get(id)?.take(messages, anew);
    this.drawTabs();
  }

  empty() {
    this.columns.clear();
    this.holder.replaceChildren();
  }

  /** Take away the columns of chats that are gone: a group that was upgraded has another number. */
  leave(present) {
    for (const [id, column] of this.columns) {
      if (present.has(id)) continue;
      column.element.remove();
      this.columns.delete(id);
    }
  }

  addColumn(column) {
    this.columns.set(column.person.id, column);
    this.holder.append(column.element);
  }

  people() {
    return [...this.columns.values()].map((column) => column.person).filter((one) => !one.group);
  }

  groups() {
    return [...this.columns.values()].map((column) => column.person).filter((one) => one.group);
  }

  looked() {
    for (const column of this.columns.values()) {
      if (column.visible() && column.atEnd()) column.unread = 0;
    }
    this.drawTabs();
  }

  drawTabs() {
    const columns = [...this.columns.values()];
    const unread = columns.reduce((sum, column) => sum + column.unread, 0);
    document.title = `${unread ? `(${unread}) ` : ""}Tur-Retur · sandbox`;
    // Drawn anew only when different: a tab that is replaced under the finger loses its click.
    const content = JSON.stringify(columns.map((c) => [c.person.id, c.person.name, c.unread, c.visible()]));
    if (content === this.tabsDrawn) return;
    this.tabsDrawn = content;
    this.tabs.replaceChildren(...columns.map((column) => this.tab(column)));
    this.tabs.querySelector(".on")?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }

  tab(column) {
    const tab = h("button", { type: "button", data: { hue: column.hue } }, avatar(column.person));
    tab.append(h("span", {}, column.person.name));
    if (column.unread) tab.append(h("i.unread", {}, String(column.unread)));
    tab.classList.toggle("on", column.visible());
    tab.onclick = () =>
      column.element.scrollIntoView({ behavior: "smooth", inline: "start", block: "nearest" });
    return tab;
  }
}

new Page();
