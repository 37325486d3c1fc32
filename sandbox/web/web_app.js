// A Mini App over a chat's column, and what Telegram's own web clients do for it: signed data in
// its address, and events both ways by postMessage, as JSON of eventType and eventData.

import { act } from "./api.js";
import { h, icon } from "./dom.js";
import { words } from "./i18n.js";

const VERSION = "9.1";
const LIGHT = {
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
const DARK = {
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
const NO_AREA = { top: 0, right: 0, bottom: 0, left: 0 };
const dark = matchMedia("(prefers-color-scheme: dark)");

const themeParams = () => (dark.matches ? DARK : LIGHT);

/** Open the Mini App of that address for whoever writes in the chat. */
export async function openWebApp(chat, label, url) {
  await chat.try(async () => {
    const { init_data: initData } = await act(chat.writer(), "web_app");
    chat.element.querySelector(".web-app-window")?.remove();
    new WebAppWindow(chat, label, url, initData);
  });
}

class WebAppWindow {
  constructor(chat, label, url, initData) {
    this.chat = chat;
    this.origin = new URL(url).origin;
    this.mustConfirm = false;
    const button = (name, title, onclick) =>
      h(`button.round.${name}`, { type: "button", title, "aria-label": title, onclick }, icon(name));
    this.back = button("left", words().back, () => this.tell("back_button_pressed"));
    this.back.hidden = true;
    const close = button("close", words().close, () => this.askToClose());
    this.main = h("button.main", { type: "button", hidden: true });
    this.main.onclick = () => this.tell("main_button_pressed");
    this.second = h("button.second", { type: "button", hidden: true });
    this.second.onclick = () => this.tell("secondary_button_pressed");
    this.frame = h("iframe", { title: label, src: address(url, initData) });
    this.frame.setAttribute("allow", "clipboard-write");
    this.foot = h("footer", {}, this.second, this.main);
    this.element = h(
      "div.web-app-window",
      { role: "dialog", "aria-label": label },
      h("header", {}, this.back, h("b", {}, chat.page.bot.name ?? label), close),
      this.frame,
      this.foot,
    );
    this.heard = (event) => this.hear(event);
    this.themed = () => this.tell("theme_changed", { theme_params: themeParams() });
    addEventListener("message", this.heard);
    dark.addEventListener("change", this.themed);
    this.sizes = new ResizeObserver(() => this.tellViewport());
    chat.element.append(this.element);
    this.sizes.observe(this.frame);
  }

  hear(event) {
    if (event.source !== this.frame.contentWindow || event.origin !== this.origin) return;
    let said = {};
    try {
      said = JSON.parse(event.data);
    } catch {
      return;
    }
    const data = typeof said.eventData === "string" ? parsed(said.eventData) : said.eventData;
    EVENTS[said.eventType]?.(this, data ?? {});
  }

  tell(eventType, eventData = null) {
    this.frame.contentWindow?.postMessage(JSON.stringify({ eventType, eventData }), this.origin);
  }

  tellViewport() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    this.tell("viewport_changed", { width, height, is_state_stable: true, is_expanded: true });
  }

  /** Show a button at the foot as the app wants it. */
  setUp(button, wanted) {
    button.hidden = !wanted.is_visible;
    button.disabled = !(wanted.is_active ?? true);
    button.textContent = wanted.text ?? "";
    button.classList.toggle("busy", Boolean(wanted.is_progress_visible));
    button.style.background = wanted.color ?? "";
    button.style.color = wanted.text_color ?? "";
  }

  /** Ask a question with buttons of the app's own; it is told which was pressed, if any. */
  ask({ title, message, buttons = [] }) {
    const dialog = h("dialog.popup", {});
    const done = (id) => {
      dialog.remove();
      this.tell("popup_closed", id === undefined ? {} : { button_id: id });
    };
    if (title) dialog.append(h("b", {}, title));
    dialog.append(h("p", {}, message ?? ""));
    for (const { id = "", type = "default", text } of buttons) {
      const label = text || words()[type] || words().ok;
      dialog.append(h("button", { type: "button", onclick: () => done(id) }, label));
    }
    dialog.oncancel = () => done();
    this.element.append(dialog);
    dialog.showModal();
  }

  askToClose() {
    if (!this.mustConfirm || confirm(words().closeAnyway)) this.close();
  }

  close() {
    removeEventListener("message", this.heard);
    dark.removeEventListener("change", this.themed);
    this.sizes.disconnect();
    this.element.remove();
  }
}

/** What an app may say, and what is done then; whatever else it says is passed over. */
const EVENTS = {
  iframe_ready: () => undefined,
  web_app_ready: (app) => app.element.classList.add("ready"),
  web_app_expand: (app) => app.tellViewport(),
  web_app_close: (app) => app.close(),
  web_app_request_theme: (app) => app.themed(),
  web_app_request_viewport: (app) => app.tellViewport(),
  web_app_request_safe_area: (app) => app.tell("safe_area_changed", NO_AREA),
  web_app_request_content_safe_area: (app) => app.tell("content_safe_area_changed", NO_AREA),
  web_app_setup_main_button: (app, wanted) => app.setUp(app.main, wanted),
  web_app_setup_secondary_button: (app, wanted) => app.setUp(app.second, wanted),
  web_app_setup_back_button: (app, { is_visible }) => (app.back.hidden = !is_visible),
  web_app_setup_closing_behavior: (app, { need_confirmation }) =>
    (app.mustConfirm = Boolean(need_confirmation)),
  web_app_set_header_color: (app, { color }) =>
    (app.element.firstElementChild.style.background = color ?? ""),
  web_app_trigger_haptic_feedback: (app, { type }) => {
    app.element.dataset.haptic = type ?? "";
    navigator.vibrate?.(10);
  },
  web_app_open_popup: (app, asked) => app.ask(asked),
  web_app_open_link: (app, { url }) => open(url, "_blank", "noreferrer"),
  web_app_open_tg_link: (app, { path_full: path }) => {
    app.close();
    app.chat.follow(`https://t.me${path}`, app.chat.element);
  },
};

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The app's address with what Telegram puts behind it. */
function address(url, initData) {
  const at = new URL(url);
  const given = new URLSearchParams({
    tgWebAppData: initData,
    tgWebAppVersion: VERSION,
    tgWebAppPlatform: "weba",
    tgWebAppThemeParams: JSON.stringify(themeParams()),
  });
  at.hash = given.toString();
  return at.href;
}
