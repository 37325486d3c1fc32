// Turns the bot's HTML into elements: known marks, links, and commands that can be pressed.

import { commandButton, withCommands } from "./components.js";
import { make } from "./dom.js";

const TAGS = /** @type {Record<string, string>} */ ({
  b: "b", strong: "b", i: "i", em: "i", u: "u", s: "s", code: "code", pre: "code", blockquote: "q",
});
const DEEP_LINK = /^https:\/\/t\.me\/\w+\?start=([\w-]+)$/;

/**
 * Return the bot's HTML text as elements; only known tags are kept.
 * @param {string} text
 * @param {((command: string) => void) | null} [send] sends a command that is pressed; null shows commands as text
 */
export function formatted(text, send = null) {
  const parsed = new DOMParser().parseFromString(text, "text/html").body;
  /** @param {Node} node @returns {(Node | string)[]} */
  const convert = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return send ? withCommands(node.textContent ?? "", send) : [node.textContent ?? ""];
    const inner = [...node.childNodes].flatMap(convert);
    if (node instanceof HTMLAnchorElement) return [linkTo(node.href, inner, send)];
    if (node instanceof Element && node.matches("blockquote[expandable]")) return [folded(inner)];
    const tag = TAGS[node.nodeName.toLowerCase()];
    return tag ? [make(tag, {}, ...inner)] : inner;
  };
  return make("div", { class: "said" }, ...withoutGaps([...parsed.childNodes].flatMap(convert)));
}

/**
 * Return a quotation that Telegram folds as an element that opens at its first line.
 * @param {(Node | string)[]} parts
 */
function folded(parts) {
  const at = parts.findIndex((part) => typeof part === "string" && part.includes("\n"));
  if (at < 0) return make("q", {}, ...parts);
  const [line, ...rest] = String(parts[at]).split("\n");
  return make("details", {}, make("summary", {}, ...parts.slice(0, at), line), make("div", {}, rest.join("\n"), ...parts.slice(at + 1)));
}

/**
 * Return the parts without the line breaks beside what is folded, which has lines of its own.
 * @param {(Node | string)[]} parts
 */
function withoutGaps(parts) {
  const isFolded = (/** @type {Node | string | undefined} */ part) => part instanceof HTMLDetailsElement;
  return parts.map((part, at) => {
    if (typeof part !== "string") return part;
    const withoutEnd = isFolded(parts[at + 1]) ? part.replace(/\n$/, "") : part;
    return isFolded(parts[at - 1]) ? withoutEnd.replace(/^\n/, "") : withoutEnd;
  });
}

/** The beginning of a code that moves the person to Telegram, so its link must be opened there. */
const TO_TELEGRAM = "muta-";

/**
 * Return the command that a link sends to the bot, or null for a link that must be opened.
 * @param {string} address
 */
export function commandOf(address) {
  const code = DEEP_LINK.exec(address)?.[1];
  return code && !code.startsWith(TO_TELEGRAM) ? `/start ${code}` : null;
}

/**
 * @param {string} address
 * @param {(Node | string)[]} inner
 * @param {((command: string) => void) | null} send
 */
function linkTo(address, inner, send) {
  const command = commandOf(address);
  if (send && command) return commandButton(() => send(command), ...inner);
  if (!/^https?:/.test(address)) return make("span", {}, ...inner);
  return make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, ...inner);
}
