// The column of a group chat, in which every member writes.

import { postAction } from "./api.js";
import { Column } from "./column.js";
import { h } from "./dom.js";
import { texts } from "./i18n.js";

/** A group's column, with a choice of the sender in its header. */
export class GroupColumn extends Column {
  constructor(page, group, index) {
    super(page, toPerson(group), index);
    this.senderSelect = h("select", { title: texts().writeAs, "aria-label": texts().writeAs });
    this.senderSelect.onchange = () => this.rerender();
    this.element.querySelector("header .round").remove();
    this.status.after(this.senderSelect);
    this.element.classList.add("group");
    this.updateGroup(group);
  }

  updateGroup(group) {
    const known = [...this.senderSelect.options].map((option) => Number(option.value));
    for (const member of group.members.filter((each) => !known.includes(each.id))) {
      this.senderSelect.append(h("option", { value: member.id }, member.name));
    }
    this.memberCount = group.members.length;
    this.update(toPerson(group));
  }

  update(person) {
    super.update(person);
    if (!this.memberCount) return;
    this.status.textContent = person.blocked ? texts().removed : texts().members(this.memberCount);
  }

  emptyHint() {
    return texts().groupHint;
  }

  senderId() {
    return Number(this.senderSelect.value);
  }

  rerender() {
    this.rendered.clear();
    this.render();
  }

  postAction(action, body) {
    return postAction(this.senderId(), action, { ...body, chat: this.person.id });
  }

  isOwn(message) {
    return String(message.author.id) === this.senderSelect?.value;
  }
}

/** Return a group with the fields of a person, as a column expects them. */
const toPerson = (group) => ({ ...group, started: true, group: true, description: "", action: "" });
