// Exchanges events with Telegram's apps, without Telegram's own script.
// See https://core.telegram.org/api/web-events.

/** @typedef {(data: any) => void} Heard */

/** @type {any} */
const outer = window;
const given = new URLSearchParams(location.hash.slice(1));

/** @type {Map<string, Heard[]>} */
const listeners = new Map();

/**
 * Send an event to Telegram.
 * @param {string} type
 * @param {object} [data]
 */
export function tell(type, data = {}) {
  if (outer.TelegramWebviewProxy) outer.TelegramWebviewProxy.postEvent(type, JSON.stringify(data));
  else if (outer.external && "notify" in outer.external) {
    outer.external.notify(JSON.stringify({ eventType: type, eventData: data }));
  } else if (parent !== window) {
    parent.postMessage(JSON.stringify({ eventType: type, eventData: data }), "*");
  }
}

/**
 * Add a listener for an event from Telegram.
 * @param {string} type
 * @param {Heard} heard
 */
export function on(type, heard) {
  listeners.set(type, [...(listeners.get(type) ?? []), heard]);
}

/**
 * Call the listeners of an event.
 * @param {string} type
 * @param {any} data
 */
function receive(type, data) {
  for (const heard of listeners.get(type) ?? []) heard(data ?? {});
}

// Telegram's apps use different names of this function.
outer.TelegramGameProxy_receiveEvent = receive;
outer.TelegramGameProxy = { receiveEvent: receive };
outer.Telegram = { WebView: { receiveEvent: receive } };
addEventListener("message", (event) => {
  if (event.source !== parent || typeof event.data !== "string") return;
  try {
    const said = JSON.parse(event.data);
    if (typeof said?.eventType === "string") receive(said.eventType, said.eventData);
  } catch {
    // not an event of Telegram
  }
});

/**
 * Return whether a colour is dark.
 * @param {string} colour `#rrggbb`
 */
function isDark(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 < 128;
}

/**
 * Apply Telegram's theme: only light or dark, and the button colour. Own colours guarantee contrast.
 * @param {Record<string, string> | undefined} theme
 */
function wear(theme) {
  const back = theme?.bg_color;
  const isKnown = back !== undefined && /^#[0-9a-f]{6}$/i.test(back);
  if (isKnown) document.documentElement.dataset.theme = isDark(back) ? "dark" : "light";
  const button = theme?.button_color;
  if (button && /^#[0-9a-f]{6}$/i.test(button)) mainColours.color = button;
}

/** @type {Record<string, string>} */
const mainColours = {};

/**
 * Set the CSS variables for the safe area.
 * @param {{top?: number, bottom?: number, left?: number, right?: number}} insets
 */
function keepOff(insets) {
  for (const side of /** @type {const} */ (["top", "bottom", "left", "right"])) {
    document.documentElement.style.setProperty(`--safe-${side}`, `${insets[side] ?? 0}px`);
  }
}

/**
 * Set the CSS variable for the visible height, which may be less than the window's.
 * @param {{height?: number, is_state_stable?: boolean}} viewport
 */
function fit({ height, is_state_stable: isStable }) {
  if (!height || isStable === false) return;
  document.documentElement.style.setProperty("--viewport-height", `${height}px`);
}

/** Report that the page is ready, and follow Telegram's theme and viewport. */
export function begin() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = system ? "dark" : "light";
  try {
    wear(JSON.parse(given.get("tgWebAppThemeParams") ?? "{}"));
  } catch {
    // keep the system's theme
  }
  on("theme_changed", (data) => wear(data.theme_params));
  on("safe_area_changed", keepOff);
  on("viewport_changed", fit);
  on("main_button_pressed", () => mainPressed());
  on("back_button_pressed", () => backPressed());
  tell("web_app_ready");
  tell("web_app_expand");
  tell("web_app_request_theme");
  tell("web_app_request_safe_area");
  tell("web_app_request_viewport");
}

let mainPressed = () => {};
let backPressed = () => {};
let shown = "";

/**
 * Show or hide Telegram's main button.
 * @param {{text: string, enabled: boolean, busy?: boolean, press: () => void} | null} button null hides it
 */
export function mainButton(button) {
  mainPressed = () => {
    if (button?.enabled && !button.busy) button.press();
  };
  const data = button
    ? {
        is_visible: true,
        is_active: button.enabled && !button.busy,
        is_progress_visible: Boolean(button.busy),
        text: button.text,
        ...(button.enabled ? mainColours : { color: "#8a8f98", text_color: "#ffffff" }),
      }
    : { is_visible: false };
  const now = JSON.stringify(data);
  if (now === shown) return;
  shown = now;
  tell("web_app_setup_main_button", data);
}

/**
 * Show or hide Telegram's back button.
 * @param {(() => void) | null} press null hides it
 */
export function backButton(press) {
  backPressed = press ?? (() => {});
  tell("web_app_setup_back_button", { is_visible: press !== null });
}

/**
 * Open Telegram's dialog that shares a link with a chat.
 * @param {string} link
 * @param {string} words
 */
export function share(link, words) {
  const path = `/share/url?url=${encodeURIComponent(link)}&text=${encodeURIComponent(words)}`;
  tell("web_app_open_tg_link", { path_full: path });
}

/** Close the Mini App and return to the chat. */
export function closeApp() {
  tell("web_app_close");
}

/**
 * Trigger haptic feedback.
 * @param {"tap" | "success" | "error"} kind
 */
export function feel(kind) {
  const data =
    kind === "tap"
      ? { type: "selection_change" }
      : { type: "notification", notification_type: kind };
  tell("web_app_trigger_haptic_feedback", data);
}

/**
 * Set whether Telegram asks for confirmation before it closes the page.
 * @param {boolean} needed
 */
export function confirmClosing(needed) {
  tell("web_app_setup_closing_behavior", { need_confirmation: needed });
}
