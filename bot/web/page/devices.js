// Renders the user's browsers, this one's announcements, the code that adds another, and the mail address.

import { RefusedError } from "./api.js";
import { toolButton } from "./components.js";
import { fill, make } from "./dom.js";
import { MailForm } from "./mail_form.js";
import { Announcements, needsHomeScreen } from "./push.js";

/**
 * @import { Texts } from "./texts.js"
 * @typedef {{showError: (error: unknown) => void, close: () => void, onSignedOut: () => void, moveToTelegram: () => void}} Callbacks
 */

const SVG = "http://www.w3.org/2000/svg";
/** White squares around a QR code. */
const MARGIN = 4;

export class Devices {
  /**
   * @param {import("./api.js").Api} api
   * @param {Texts} texts
   * @param {Callbacks} callbacks
   */
  constructor(api, texts, callbacks) {
    this.api = api;
    this.texts = texts;
    this.callbacks = callbacks;
    this.announcements = new Announcements(api);
    this.list = make("ul", { class: "tasks" });
    this.push = make("div", { class: "card push" });
    this.push.hidden = true;
    this.code = make("div", { class: "code", role: "status" });
    this.mail = new MailForm(api, texts, { showError: callbacks.showError, reload: () => this.load() });
    this.element = make("div", { class: "desk devices" });
  }

  /** Show the page, and load what it shows. */
  async open() {
    const { texts } = this;
    const head = make("h2", { tabindex: "-1" }, texts.get("page.devices_yours"));
    fill(
      this.element,
      make("div", { class: "top" }, head, toolButton(texts.get("page.replay_close"), this.callbacks.close)),
      this.list,
      this.push,
      toolButton(`➕ ${texts.get("page.device_add")}`, () => void this.offer()),
      this.code,
      this.mail.element,
      toolButton(`✈️ ${texts.get("page.to_telegram")}`, this.callbacks.moveToTelegram),
    );
    head.focus({ preventScroll: true });
    scrollTo(0, 0);
    await Promise.all([this.load(), this.drawPush()]);
  }

  /** Show how this device announces turns; nothing where no device can. */
  async drawPush() {
    const { announcements, api, texts } = this;
    if (!api.push || !(announcements.isOffered || needsHomeScreen)) return;
    this.push.hidden = false;
    if (needsHomeScreen) fill(this.push, make("p", {}, texts.get("page.push_home")));
    else if (Notification.permission === "denied") fill(this.push, make("p", {}, texts.get("page.push_denied")));
    else this.drawPushButton(await announcements.isOn());
  }

  /**
   * Show whether announcements are on, with the button that changes it.
   * @param {boolean} isOn
   * @param {string} [failure] why the last change failed
   */
  drawPushButton(isOn, failure = "") {
    const { texts } = this;
    const label = texts.get(isOn ? "page.push_off" : "page.push_on");
    fill(
      this.push,
      make("p", { role: "status" }, failure || texts.get(isOn ? "page.push_is_on" : "page.push_what")),
      toolButton(`${isOn ? "🔕" : "🔔"} ${label}`, () => void this.changePush(isOn)),
    );
  }

  /**
   * Switch the announcements off or on.
   * @param {boolean} isOn whether they are on now
   */
  async changePush(isOn) {
    try {
      if (isOn) await this.announcements.stop();
      else await this.announcements.start();
      await this.drawPush();
    } catch (error) {
      if (error instanceof RefusedError) this.callbacks.showError(error);
      else this.drawPushButton(isOn, this.texts.get("page.push_failed"));
    }
  }

  /** Load and render the devices and the mail address. */
  async load() {
    await this.run(async () => {
      const { texts } = this;
      const { devices, mail } = await this.api.devices();
      this.mail.show(mail);
      fill(
        this.list,
        devices.map(({ id, name, opened, current }) =>
          make(
            "li",
            { class: "card" },
            make("b", {}, current ? texts.get("page.device_this", { name }) : name),
            make("small", {}, texts.get("page.device_opened", { day: texts.fullDate(opened.slice(0, 10)) })),
            this.endButton(id, current, devices.length === 1),
          ),
        ),
      );
    });
  }

  /**
   * Return the button that ends a device; the last one asks first.
   * @param {number} id
   * @param {boolean} current
   * @param {boolean} isLast
   */
  endButton(id, current, isLast) {
    const { texts } = this;
    const end = () =>
      void this.run(async () => {
        await this.api.endDevice(id);
        if (current) this.callbacks.onSignedOut();
        else await this.load();
      });
    const place = make("div", { class: "acts" });
    /** @returns {void} */
    const ask = () =>
      fill(
        place,
        make("p", { role: "alert" }, texts.get(isLast ? "page.device_end_last" : "page.device_end_ask")),
        toolButton(texts.get("page.device_end_yes"), end),
        toolButton(texts.get("button.undecide"), () => fill(place, startButton())),
      );
    const startButton = () => toolButton(texts.get("page.device_end"), () => ask());
    fill(place, startButton());
    return place;
  }

  /** Show a new code of digits, and the same as a QR code. */
  async offer() {
    await this.run(async () => {
      const { code, link, minutes, qr } = await this.api.offerDevice();
      const digits = `${code.slice(0, 4)} ${code.slice(4)}`;
      const address = link.split("#")[0];
      fill(
        this.code,
        make("p", {}, this.texts.get("page.device_how", { address, n: minutes })),
        make("p", { class: "digits" }, digits),
        qrPicture(qr, this.texts.get("page.device_qr")),
      );
      this.code.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {() => Promise<void>} action */
  async run(action) {
    try {
      await action();
    } catch (error) {
      this.callbacks.showError(error);
    }
  }
}

/**
 * Return a QR code as an SVG picture; it is black on white in every theme, so that phones read it.
 * @param {{side: number, path: string}} qr
 * @param {string} label
 */
function qrPicture({ side, path }, label) {
  const whole = side + 2 * MARGIN;
  const picture = document.createElementNS(SVG, "svg");
  const dark = document.createElementNS(SVG, "path");
  picture.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${whole} ${whole}`);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", label);
  picture.setAttribute("class", "qr");
  dark.setAttribute("d", path);
  picture.append(dark);
  return picture;
}
