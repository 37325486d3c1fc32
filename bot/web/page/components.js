// Elements that several views share.

import { make } from "./dom.js";
import { openChat } from "./host.js";

/** A command in a text: a slash and a name, at the start or after a space, bracket, quotation mark or colon. */
const COMMAND = /(^|[\s(„“:])(\/[a-z_]{2,})(?![\w/])/g;
let bot = "";

/**
 * Set the bot's user name, which links to its chat need.
 * @param {string} name
 */
export function setBot(name) {
  bot = name;
}

/**
 * Return a button that opens the bot's chat with a start code.
 * @param {string} label
 * @param {string} code
 */
export function chatButton(label, code) {
  return toolButton(label, () => openChat(bot, code));
}

/**
 * Return the text with each command as a button that runs it, by default in the chat.
 * @param {string} text
 * @param {(command: string) => void} [run]
 * @returns {(string | HTMLElement)[]}
 */
export function withCommands(text, run = (command) => openChat(bot, `c-${command.slice(1)}`)) {
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(COMMAND)) {
    const [whole, before, command] = match;
    parts.push(text.slice(end, match.index) + before, commandButton(() => run(command), command));
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

/**
 * Return a button within a text.
 * @param {() => void} click
 * @param {...(Node | string)} inner
 */
export function commandButton(click, ...inner) {
  return make("button", { type: "button", class: "command", click }, ...inner);
}

/**
 * Return a tool button.
 * @param {string} label
 * @param {() => unknown} click
 * @param {boolean} [disabled]
 */
export function toolButton(label, click, disabled = false) {
  return make("button", { type: "button", class: "tool", click, disabled }, label);
}

/**
 * Return a button with a sign. A short name is below it; the whole one is its tooltip, and read aloud.
 * @param {string} sign empty for none
 * @param {string} name
 * @param {() => unknown} click
 * @param {Record<string, unknown> & {short?: string}} [attributes] and the short name, if there is room for it
 */
export function signButton(sign, name, click, { short, ...attributes } = {}) {
  return make(
    "button",
    { type: "button", class: "tool", "aria-label": name, title: name, click, ...attributes },
    sign ? make("span", { class: "sign", "aria-hidden": "true" }, sign) : null,
    short ? make("span", { class: "name" }, short) : null,
  );
}

/**
 * Return a player's name with the mark of their colour.
 * @param {string} name
 * @param {import("./api_types.d.ts").Colour} colour
 */
export function playerName(name, colour) {
  return make("span", { class: `player ${colour}` }, make("span", { class: "mark", "aria-hidden": "true" }), name);
}
