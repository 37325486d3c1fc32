// The chat of a group, in which everybody writes.

import { act } from "./api.js";
import { Column } from "./column.js";
import { h } from "./dom.js";
import { words } from "./i18n.js";

/** A group: everybody may write in it, as whom is chosen in its head. */
export class GroupColumn extends Column {
  constructor(page, group, index) {
    super(page, asPerson(group), index);
    this.speaker = h("select", { title: words().writeAs, "aria-label": words().writeAs });
    this.speaker.onchange = () => this.redraw();
    this.element.querySelector("header .round").remove();
    this.status.after(this.speaker);
    this.element.classList.add("group");
    this.updateGroup(group);
  }

  updateGroup(group) {
    const known = [...this.speaker.options].map((option) => Number(option.value));
    for (const member of group.members.filter((each) => !known.includes(each.id))) {
      this.speaker.append(h("option", { value: member.id }, member.name));
    }
    this.members = group.members.length;
    this.update(asPerson(group));
  }

  update(person) {
    super.update(person);
    if (!this.members) return;
    this.status.textContent = person.blocked ? words().removed : words().members(this.members);
  }

  hint() {
    return words().groupHint;
  }

  writer() {
    return Number(this.speaker.value);
  }

  redraw() {
    this.drawn.clear();
    this.draw();
  }

  act(action, body) {
    return act(this.writer(), action, { ...body, chat: this.person.id });
  }

  isOwn(message) {
    return String(message.author.id) === this.speaker?.value;
  }
}

/** A group as the parts of a column know people. */
const asPerson = (group) => ({ ...group, started: true, group: true, description: "", action: "" });
