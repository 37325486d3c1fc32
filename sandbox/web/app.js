// The page: a column for each person and each group, updated by server-sent events.

import { watchState } from "./api.js";
import { Column, avatar } from "./column.js";
import { h } from "./dom.js";
import { GroupColumn } from "./group.js";
import { texts } from "./i18n.js";
import { Toolbar } from "./toolbar.js";

class Page {
  constructor() {
    this.columns = new Map();
    this.bot = { username: "" };
    this.toolbar = new Toolbar(document.getElementById("toolbar"));
    this.columnsElement = document.getElementById("columns");
    this.tabs = document.getElementById("tabs");
    this.columnsElement.onscroll = () => this.markVisibleAsRead();
    document.addEventListener("visibilitychange", () => this.markVisibleAsRead());
    const banner = document.getElementById("disconnected");
    banner.textContent = texts().disconnected;
    watchState({
      onState: (state, isFull) => this.update(state, isFull),
      onDisconnect: () => (banner.hidden = false),
      onConnect: () => (banner.hidden = true),
    });
  }

  update(state, isFull) {
    this.bot = state.bot;
    this.toolbar.update(state.clock, state.bot);
    this.toolbar.showBeside(state.beside);
    if (isFull) this.clear();
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
    this.removeMissing(new Set([...state.people, ...state.groups].map((chat) => chat.id)));
    const chats = Map.groupBy(state.messages, (message) => message.chat);
    for (const [id, messages] of chats) this.columns.get(id)?.receive(messages, isFull);
    this.renderTabs();
  }

  clear() {
    this.columns.clear();
    this.columnsElement.replaceChildren();
  }

  /** Remove the columns of missing chats; an upgraded group has another id. */
  removeMissing(present) {
    for (const [id, column] of this.columns) {
      if (present.has(id)) continue;
      column.element.remove();
      this.columns.delete(id);
    }
  }

  addColumn(column) {
    this.columns.set(column.person.id, column);
    this.columnsElement.append(column.element);
  }

  people() {
    return [...this.columns.values()].map((column) => column.person).filter((person) => !person.group);
  }

  groups() {
    return [...this.columns.values()].map((column) => column.person).filter((person) => person.group);
  }

  markVisibleAsRead() {
    for (const column of this.columns.values()) {
      if (column.isVisible() && column.isAtEnd()) column.unread = 0;
    }
    this.renderTabs();
  }

  renderTabs() {
    const columns = [...this.columns.values()];
    const unread = columns.reduce((sum, column) => sum + column.unread, 0);
    document.title = `${unread ? `(${unread}) ` : ""}Tur-Retur · sandbox`;
    // Replacing a tab while it is pressed would lose the click, so unchanged tabs stay.
    const content = JSON.stringify(columns.map((c) => [c.person.id, c.person.name, c.unread, c.isVisible()]));
    if (content === this.renderedTabs) return;
    this.renderedTabs = content;
    this.tabs.replaceChildren(...columns.map((column) => this.renderTab(column)));
    this.tabs.querySelector(".on")?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }

  renderTab(column) {
    const tab = h("button", { type: "button", data: { hue: column.hue } }, avatar(column.person));
    tab.append(h("span", {}, column.person.name));
    if (column.unread) tab.append(h("i.unread", {}, String(column.unread)));
    tab.classList.toggle("on", column.isVisible());
    tab.onclick = () =>
      column.element.scrollIntoView({ behavior: "smooth", inline: "start", block: "nearest" });
    return tab;
  }
}

new Page();
