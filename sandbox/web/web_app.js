// A Mini App over the column of a chat, with the protocol of Telegram's web clients: signed data in
// the URL, and events in both directions by postMessage, as JSON of eventType and eventData.

import { postAction } from "./api.js";
import { h, icon } from "./dom.js";
import { texts } from "./i18n.js";

const VERSION = "9.1";
const LIGHT_THEME = {
  bg_color: "#ffffff",
  secondary_bg_color: "#f0f0f0",
  section_bg_color: "#ffffff",
  text_color: "#222222",
  hint_color: "#6d6d72",
  subtitle_text_color: "#6d6d72",
  section_header_text_color: "#3a75b0",
  section_separator_color: "#d9d9d9",
  link_color: "#1c6fb5",
  accent_text_color: "#1c6fb5",
  button_color: "#2779c4",
  button_text_color: "#ffffff",
  header_bg_color: "#ffffff",
  bottom_bar_bg_color: "#f0f0f0",
  destructive_text_color: "#c62828",
};
const DARK_THEME = {
  bg_color: "#18222d",
  secondary_bg_color: "#131c26",
  section_bg_color: "#18222d",
  text_color: "#f2f5f8",
  hint_color: "#a0adba",
  subtitle_text_color: "#a0adba",
  section_header_text_color: "#79b8f2",
  section_separator_color: "#0f1720",
  link_color: "#79b8f2",
  accent_text_color: "#79b8f2",
  button_color: "#2f7fc9",
  button_text_color: "#ffffff",
  header_bg_color: "#18222d",
  bottom_bar_bg_color: "#131c26",
  destructive_text_color: "#ff8a80",
};
const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 };
const darkScheme = matchMedia("(prefers-color-scheme: dark)");

const themeParams = () => (darkScheme.matches ? DARK_THEME : LIGHT_THEME);

/** Open the Mini App at that URL as the sender of the chat. */
export async function openWebApp(chat, label, url) {
  await chat.attempt(async () => {
    const { init_data: initData } = await postAction(chat.senderId(), "web_app");
    chat.element.querySelector(".web-app-window")?.remove();
    new WebAppWindow(chat, label, url, initData);
  });
}

class WebAppWindow {
  constructor(chat, label, url, initData) {
    this.chat = chat;
    this.origin = new URL(url).origin;
    this.confirmsClose = false;
    const button = (name, title, onclick) =>
      h(`button.round.${name}`, { type: "button", title, "aria-label": title, onclick }, icon(name));
    this.backButton = button("left", texts().back, () => this.sendEvent("back_button_pressed"));
    this.backButton.hidden = true;
    const close = button("close", texts().close, () => this.requestClose());
    this.mainButton = h("button.main", { type: "button", hidden: true });
    this.mainButton.onclick = () => this.sendEvent("main_button_pressed");
    this.secondButton = h("button.second", { type: "button", hidden: true });
    this.secondButton.onclick = () => this.sendEvent("secondary_button_pressed");
    this.frame = h("iframe", { title: label, src: launchUrl(url, initData) });
    this.frame.setAttribute("allow", "clipboard-write");
    this.footer = h("footer", {}, this.secondButton, this.mainButton);
    this.element = h(
      "div.web-app-window",
      { role: "dialog", "aria-label": label },
      h("header", {}, this.backButton, h("b", {}, chat.page.bot.name ?? label), close),
      this.frame,
      this.footer,
    );
    this.onMessage = (event) => this.handleMessage(event);
    this.onThemeChange = () => this.sendEvent("theme_changed", { theme_params: themeParams() });
    addEventListener("message", this.onMessage);
    darkScheme.addEventListener("change", this.onThemeChange);
    this.sizes = new ResizeObserver(() => this.sendViewport());
    chat.element.append(this.element);
    this.sizes.observe(this.frame);
  }

  handleMessage(event) {
    if (event.source !== this.frame.contentWindow || event.origin !== this.origin) return;
    let received = {};
    try {
      received = JSON.parse(event.data);
    } catch {
      return;
    }
    const { eventData } = received;
    const data = typeof eventData === "string" ? parseJson(eventData) : eventData;
    EVENT_HANDLERS[received.eventType]?.(this, data ?? {});
  }

  sendEvent(eventType, eventData = null) {
    this.frame.contentWindow?.postMessage(JSON.stringify({ eventType, eventData }), this.origin);
  }

  sendViewport() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    this.sendEvent("viewport_changed", { width, height, is_state_stable: true, is_expanded: true });
  }

  /** Update a bottom button with the parameters of the app. */
  updateButton(button, params) {
    button.hidden = !params.is_visible;
    button.disabled = !(params.is_active ?? true);
    button.textContent = params.text ?? "";
    button.classList.toggle("busy", Boolean(params.is_progress_visible));
    button.style.background = params.color ?? "";
    button.style.color = params.text_color ?? "";
  }

  /** Show a popup with the app's buttons, and report the pressed button, if any, to the app. */
  openPopup({ title, message, buttons = [] }) {
    const dialog = h("dialog.popup", {});
    const close = (id) => {
      dialog.remove();
      this.sendEvent("popup_closed", id === undefined ? {} : { button_id: id });
    };
    if (title) dialog.append(h("b", {}, title));
    dialog.append(h("p", {}, message ?? ""));
    for (const { id = "", type = "default", text } of buttons) {
      const label = text || texts()[type] || texts().ok;
      dialog.append(h("button", { type: "button", onclick: () => close(id) }, label));
    }
    dialog.oncancel = () => close();
    this.element.append(dialog);
    dialog.showModal();
  }

  requestClose() {
    if (!this.confirmsClose || confirm(texts().closeAnyway)) this.close();
  }

  close() {
    removeEventListener("message", this.onMessage);
    darkScheme.removeEventListener("change", this.onThemeChange);
    this.sizes.disconnect();
    this.element.remove();
  }
}

/** The handlers of the app's events; all other events are ignored. */
const EVENT_HANDLERS = {
  iframe_ready: () => undefined,
  web_app_ready: (app) => app.element.classList.add("ready"),
  web_app_expand: (app) => app.sendViewport(),
  web_app_close: (app) => app.close(),
  web_app_request_theme: (app) => app.onThemeChange(),
  web_app_request_viewport: (app) => app.sendViewport(),
  web_app_request_safe_area: (app) => app.sendEvent("safe_area_changed", NO_INSETS),
  web_app_request_content_safe_area: (app) => app.sendEvent("content_safe_area_changed", NO_INSETS),
  web_app_setup_main_button: (app, params) => app.updateButton(app.mainButton, params),
  web_app_setup_secondary_button: (app, params) => app.updateButton(app.secondButton, params),
  web_app_setup_back_button: (app, { is_visible }) => (app.backButton.hidden = !is_visible),
  web_app_setup_closing_behavior: (app, { need_confirmation }) =>
    (app.confirmsClose = Boolean(need_confirmation)),
  web_app_set_header_color: (app, { color }) =>
    (app.element.firstElementChild.style.background = color ?? ""),
  web_app_trigger_haptic_feedback: (app, { type }) => {
    app.element.dataset.haptic = type ?? "";
    navigator.vibrate?.(10);
  },
  web_app_open_popup: (app, params) => app.openPopup(params),
  web_app_open_link: (app, { url }) => open(url, "_blank", "noreferrer"),
  web_app_open_tg_link: (app, { path_full: path }) => {
    app.close();
    app.chat.followLink(`https://t.me${path}`, app.chat.element);
  },
};

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Return the app's URL with the launch parameters of Telegram. */
function launchUrl(url, initData) {
  const launched = new URL(url);
  const params = new URLSearchParams({
    tgWebAppData: initData,
    tgWebAppVersion: VERSION,
    tgWebAppPlatform: "weba",
    tgWebAppThemeParams: JSON.stringify(themeParams()),
  });
  launched.hash = params.toString();
  return launched.href;
}
