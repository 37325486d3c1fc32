// Exchanges events with Telegram's apps, without Telegram's own script.
// See https://core.telegram.org/api/web-events.

/** @typedef {(data: any) => void} Listener */

/** @type {any} */
const webview = window;
const launchParams = new URLSearchParams(location.hash.slice(1));

/** @type {Map<string, Listener[]>} */
const listeners = new Map();

/**
 * Send an event to Telegram.
 * @param {string} type
 * @param {object} [data]
 */
export function postEvent(type, data = {}) {
  if (webview.TelegramWebviewProxy) webview.TelegramWebviewProxy.postEvent(type, JSON.stringify(data));
  else if (webview.external && "notify" in webview.external) {
    webview.external.notify(JSON.stringify({ eventType: type, eventData: data }));
  } else if (parent !== window) {
    parent.postMessage(JSON.stringify({ eventType: type, eventData: data }), "*");
  }
}

/**
 * Add a listener for an event from Telegram.
 * @param {string} type
 * @param {Listener} listener
 */
export function on(type, listener) {
  listeners.set(type, [...(listeners.get(type) ?? []), listener]);
}

/**
 * Call the listeners of an event.
 * @param {string} type
 * @param {any} data
 */
function receive(type, data) {
  for (const listener of listeners.get(type) ?? []) listener(data ?? {});
}

// Telegram's apps use different names of this function.
webview.TelegramGameProxy_receiveEvent = receive;
webview.TelegramGameProxy = { receiveEvent: receive };
webview.Telegram = { WebView: { receiveEvent: receive } };
addEventListener("message", (event) => {
  if (event.source !== parent || typeof event.data !== "string") return;
  try {
    const message = JSON.parse(event.data);
    if (typeof message?.eventType === "string") receive(message.eventType, message.eventData);
  } catch {
    // not an event of Telegram
  }
});

/**
 * Return whether a colour is dark, by the share of each part in its brightness (ITU-R BT.601).
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
function applyTheme(theme) {
  const background = theme?.bg_color;
  const isKnown = background !== undefined && /^#[0-9a-f]{6}$/i.test(background);
  if (isKnown) document.documentElement.dataset.theme = isDark(background) ? "dark" : "light";
  const button = theme?.button_color;
  if (button && /^#[0-9a-f]{6}$/i.test(button)) mainButtonColours.color = button;
}

/** @type {Record<string, string>} the theme's colour of an enabled main button */
const mainButtonColours = {};

/**
 * Set the CSS variables for the safe area.
 * @param {{top?: number, bottom?: number, left?: number, right?: number}} insets
 */
function setSafeArea(insets) {
  for (const side of /** @type {const} */ (["top", "bottom", "left", "right"])) {
    document.documentElement.style.setProperty(`--safe-${side}`, `${insets[side] ?? 0}px`);
  }
}

/**
 * Set the CSS variable for the visible height, which may be less than the window's.
 * @param {{height?: number, is_state_stable?: boolean}} viewport
 */
function setViewportHeight({ height, is_state_stable: isStable }) {
  if (!height || isStable === false) return;
  document.documentElement.style.setProperty("--viewport-height", `${height}px`);
}

/** Report that the page is ready, and follow Telegram's theme and viewport. */
export function initHost() {
  const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = prefersDark ? "dark" : "light";
  try {
    applyTheme(JSON.parse(launchParams.get("tgWebAppThemeParams") ?? "{}"));
  } catch {
    // keep the system's theme
  }
  on("theme_changed", (data) => applyTheme(data.theme_params));
  on("safe_area_changed", setSafeArea);
  on("viewport_changed", setViewportHeight);
  on("main_button_pressed", () => onMainButton());
  on("back_button_pressed", () => onBackButton());
  postEvent("web_app_ready");
  postEvent("web_app_expand");
  postEvent("web_app_request_theme");
  postEvent("web_app_request_safe_area");
  postEvent("web_app_request_viewport");
}

let onMainButton = () => {};
let onBackButton = () => {};
/** The button that Telegram shows; it is not sent again. */
let lastMainButton = "";

/**
 * Show or hide Telegram's main button.
 * @param {{text: string, enabled: boolean, busy?: boolean, press: () => void} | null} button null hides it
 */
export function setMainButton(button) {
  onMainButton = () => {
    if (button?.enabled && !button.busy) button.press();
  };
  const data = button
    ? {
        is_visible: true,
        is_active: button.enabled && !button.busy,
        is_progress_visible: Boolean(button.busy),
        text: button.text,
        ...(button.enabled ? mainButtonColours : { color: "#8a8f98", text_color: "#ffffff" }),
      }
    : { is_visible: false };
  const serialised = JSON.stringify(data);
  if (serialised === lastMainButton) return;
  lastMainButton = serialised;
  postEvent("web_app_setup_main_button", data);
}

/**
 * Show or hide Telegram's back button.
 * @param {(() => void) | null} press null hides it
 */
export function setBackButton(press) {
  onBackButton = press ?? (() => {});
  postEvent("web_app_setup_back_button", { is_visible: press !== null });
}

/**
 * Open Telegram's dialog that shares a link with a chat.
 * @param {string} link
 * @param {string} text
 */
export function share(link, text) {
  const path = `/share/url?url=${encodeURIComponent(link)}&text=${encodeURIComponent(text)}`;
  postEvent("web_app_open_tg_link", { path_full: path });
}

/**
 * Open the bot's chat with a start code, as a link to the bot does.
 * @param {string} bot its user name
 * @param {string} code
 */
export function openChat(bot, code) {
  postEvent("web_app_open_tg_link", { path_full: `/${bot}?start=${code}` });
  postEvent("web_app_close");
}

/** Close the Mini App and return to the chat. */
export function closeApp() {
  postEvent("web_app_close");
}

/**
 * Trigger haptic feedback.
 * @param {"tap" | "success" | "error"} kind
 */
export function hapticFeedback(kind) {
  const data =
    kind === "tap"
      ? { type: "selection_change" }
      : { type: "notification", notification_type: kind };
  postEvent("web_app_trigger_haptic_feedback", data);
}

/**
 * Set whether Telegram asks for confirmation before it closes the page.
 * @param {boolean} needed
 */
export function confirmClosing(needed) {
  postEvent("web_app_setup_closing_behavior", { need_confirmation: needed });
}
