// The host of a page of its own: main button, back button, sharing and the question before leaving.

import { make, setAttributes } from "./dom.js";

const bar = make("div", { class: "bar", hidden: true });
const backButton = make("button", { type: "button", class: "turn", click: () => onBack?.() }, "‹");
const mainButton = make("button", { type: "button", class: "main", click: () => onMain?.() });
bar.append(backButton, mainButton);
backButton.hidden = mainButton.hidden = true;

/** @type {(() => void) | null} */
let onMain = null;
/** @type {(() => void) | null} */
let onBack = null;
let closeRequested = () => {};
/** @type {(code: string) => void} */
let chatRequested = () => {};
/** Whether the page has shown a view since it was loaded. */
let isViewNoted = false;

/** Set the theme of the system, keep room for the bar, and wait for the styles of a page of its own. */
export async function initHost() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
  };
  dark.addEventListener("change", follow);
  follow();
  document.documentElement.classList.add("own");
  document.body.append(bar);
  new ResizeObserver(measure).observe(bar);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) onBack?.();
  });
  await new Promise((done) => {
    document.head.append(make("link", { rel: "stylesheet", href: new URL("own_page.css", import.meta.url), load: done, error: done }));
  });
}

/** Tell the style sheet how much room the bar takes. */
function measure() {
  const height = bar.hidden ? 0 : bar.offsetHeight;
  document.documentElement.style.setProperty("--bar", `${height}px`);
  document.documentElement.style.setProperty("--viewport-height", `calc(100dvh - ${height}px)`);
}

/**
 * Show or hide a button of the bar; a hidden one leaves the focus to the pane.
 * @param {HTMLElement} button
 * @param {boolean} isShown
 */
function show(button, isShown) {
  if (!isShown && document.activeElement === button) document.getElementById("pane")?.focus({ preventScroll: true });
  button.hidden = !isShown;
  bar.hidden = mainButton.hidden && backButton.hidden;
  measure();
}

/**
 * Show or hide the main button.
 * @param {{text: string, enabled: boolean, busy?: boolean, press: () => void} | null} button null hides it
 */
export function setMainButton(button) {
  onMain = () => {
    if (button?.enabled && !button.busy) button.press();
  };
  setAttributes(mainButton, { "aria-disabled": String(!button?.enabled), "aria-busy": button?.busy ? "true" : null });
  if (button) {
    if (mainButton.textContent !== button.text) mainButton.textContent = button.text;
  }
  show(mainButton, button !== null);
}

/**
 * Show or hide the back button.
 * @param {(() => void) | null} press null hides it
 */
export function setBackButton(press) {
  onBack = press;
  const name = document.documentElement.lang === "en" ? "Back" : "Înapoi";
  setAttributes(backButton, { "aria-label": name, title: name });
  show(backButton, press !== null);
}

/**
 * Offer a link to the apps of the device, or to WhatsApp where there is no such dialog.
 * @param {string} link
 * @param {string} text
 */
export function share(link, text) {
  const shared = [text, link].filter(Boolean).join("\n");
  if ("share" in navigator) void navigator.share({ text: shared }).catch(() => {});
  else open(`https://wa.me/?text=${encodeURIComponent(shared)}`, "_blank", "noopener");
}

/**
 * Set what leaving the app means: a page of its own has no chat behind it but shows the messages.
 * @param {() => void} listener
 */
export function onClose(listener) {
  closeRequested = listener;
}

/**
 * Set what opens the chat with a start code.
 * @param {(code: string) => void} listener
 */
export function onOpenChat(listener) {
  chatRequested = listener;
}

/**
 * Give the bot a start code among the messages, since there is no other chat.
 * @param {string} _bot its user name
 * @param {string} code
 */
export function openChat(_bot, code) {
  chatRequested(code);
}

/**
 * Note the open view in the browser's history, unless its present entry is of that view.
 * @param {string} view
 */
export function noteView(view) {
  const isFirst = !isViewNoted;
  isViewNoted = true;
  if (history.state === view) return; // opened by the browser's Back or Forward
  // After a reload another view may open than the entry's; a new entry each time would pile up.
  if (isFirst || history.state === null) history.replaceState(view, "");
  else history.pushState(view, "");
}

/**
 * Set what opens a view again when the browser goes back or forward to it.
 * @param {(view: string) => void} listener
 */
export function onReturn(listener) {
  addEventListener("popstate", ({ state }) => {
    if (state === null) return; // a changed fragment has none
    /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
    listener(state);
  });
}

/** Leave the boards. */
export function closeApp() {
  closeRequested();
}

/** A browser gives no haptic feedback. */
export function hapticFeedback() {}

/** @param {BeforeUnloadEvent} event */
function askFirst(event) {
  event.preventDefault();
}

/**
 * Set whether the browser asks for confirmation before it closes the page.
 * @param {boolean} needed
 */
export function confirmClosing(needed) {
  removeEventListener("beforeunload", askFirst);
  if (needed) addEventListener("beforeunload", askFirst);
}
