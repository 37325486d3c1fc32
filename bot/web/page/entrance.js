// Lets a browser in: by an invitation to a seat, a code of another device, or a link by mail. Looking changes nothing.

import { RefusedError } from "./api.js";
import { textOf } from "./base64url.js";
import { formatted } from "./bot_text.js";
import { toolButton } from "./components.js";
import { fill, make } from "./dom.js";
import { deviceCode, friendlyCode, seatCode, signUpCode } from "./sign_in.js";

/**
 * The refusal of a sign-in; to a browser without a device it brings what this page shows.
 * @typedef {import("./api_types.d.ts").Refusal & {texts?: Record<string, string>, language?: string, mails?: boolean}} SignInRefusal
 */

/** Return a number that only this page knows; a repeated request with it adds no second device. */
function newNonce() {
  return textOf(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * Show how this browser is let in: by the link that opened the page, or by a code.
 * @param {import("./api.js").Api} api
 * @param {HTMLElement} root
 * @param {SignInRefusal} refusal
 * @param {() => Promise<void>} enter called when the browser is signed in
 */
export async function letIn(api, root, refusal, enter) {
  import("./push.js").then(({ forget }) => forget()).catch(() => {}); // the person who was signed in before has left
  const entrance = new Entrance(api, root, refusal, enter);
  if (seatCode && location.hash) await entrance.showSeat(seatCode);
  else if (deviceCode && location.hash) entrance.showDevice(deviceCode);
  else if (signUpCode && location.hash) await entrance.showSignUp(signUpCode);
  else if (friendlyCode && location.hash) await entrance.showFriendly(friendlyCode);
  else entrance.showForm();
}

const NAME_FIELD = { autocomplete: "name", required: true, maxlength: 80 };

class Entrance {
  /**
   * @param {import("./api.js").Api} api
   * @param {HTMLElement} root
   * @param {SignInRefusal} refusal
   * @param {() => Promise<void>} enter called when the browser is signed in
   */
  constructor(api, root, refusal, enter) {
    this.api = api;
    this.root = root;
    this.texts = refusal.texts ?? {};
    /** Why the sign-in was refused. */
    this.reason = refusal.text;
    /** Whether the bot mails links to people who have lost their devices. */
    this.mails = refusal.mails ?? false;
    this.enter = enter;
    this.nonce = newNonce();
    /** The key of the request that takes a seat; a retry has the same. */
    this.id = crypto.randomUUID();
    this.message = make("p", { class: "fault", role: "alert" });
    document.documentElement.lang = refusal.language ?? "ro";
  }

  /**
   * Show the question of an invitation.
   * @param {string} code
   */
  async showSeat(code) {
    try {
      const { open, html, yes } = await this.api.seat(code);
      const take = toolButton(yes, () => void this.act(take, () => this.api.takeSeat({ code, nonce: this.nonce, id: this.id })));
      take.classList.add("go");
      this.draw(formatted(html), open ? take : this.anotherWay());
    } catch (error) {
      this.draw(make("p", {}, this.messageOf(error)), this.anotherWay());
    }
  }

  /**
   * Show a competition's sign-up: who signs up, to be confirmed by an arbiter.
   * @param {string} code
   */
  async showSignUp(code) {
    try {
      const { open, html, email } = await this.api.signUpQuestion(code);
      if (!open) {
        this.draw(formatted(html), this.anotherWay());
        return;
      }
      const name = this.textField("name", NAME_FIELD);
      const club = this.textField("club", { autocomplete: "organization", maxlength: 80 });
      const mail = this.textField("email", { autocomplete: "email", type: "email", maxlength: 254 });
      const button = submitButton(this.texts["page.sign_up_send"]);
      const submit = (/** @type {Event} */ event) => {
        event.preventDefault();
        const text = [name.field.value, club.field.value].map((part) => part.trim()).filter(Boolean).join(", ");
        const address = email ? mail.field.value.trim() : "";
        void this.act(button, () => this.api.signUp({ code, text, email: address, nonce: this.nonce, id: crypto.randomUUID() }));
      };
      const fields = [...name.parts, ...club.parts, ...(email ? mail.parts : [])];
      this.draw(formatted(html), make("form", { submit }, ...fields, button), this.anotherWay());
    } catch (error) {
      this.draw(make("p", {}, this.messageOf(error)), this.anotherWay());
    }
  }

  /**
   * Show a request for a friendly match, and ask for the name on the sheets; the rules are folded below.
   * @param {string} code
   */
  async showFriendly(code) {
    try {
      const { html, yes } = await this.api.friendlyQuestion(code);
      const name = this.textField("name", NAME_FIELD, "page.friendly_name");
      const button = submitButton(yes);
      const submit = (/** @type {Event} */ event) => {
        event.preventDefault();
        const text = name.field.value.trim();
        void this.act(button, () => this.api.acceptFriendly({ code, text, nonce: this.nonce, id: crypto.randomUUID() }));
      };
      const about = formatted(html);
      const rules = make("div", { class: "said" }, ...about.querySelectorAll("details"));
      this.draw(about, make("form", { submit }, ...name.parts, button), rules, this.anotherWay());
    } catch (error) {
      this.draw(make("p", {}, this.messageOf(error)), this.anotherWay());
    }
  }

  /**
   * Return a field and its label.
   * @param {"name" | "club" | "email"} what
   * @param {Record<string, string | number | boolean>} attributes
   * @param {string} [label] the key of the label
   */
  textField(what, attributes, label = `page.sign_up_${what}`) {
    const id = `sign-up-${what}`;
    const field = /** @type {HTMLInputElement} */ (make("input", { id, ...attributes }));
    return { field, parts: [make("label", { for: id }, this.texts[label]), field] };
  }

  /**
   * Ask before a link adds this browser.
   * @param {string} code
   */
  showDevice(code) {
    const add = toolButton(this.texts["page.enter_here"], () => void this.act(add, () => this.api.addDevice({ code, nonce: this.nonce })));
    add.classList.add("go");
    this.draw(make("p", {}, this.texts["page.enter_ask"]), add, this.anotherWay());
  }

  /** Ask for the code of another device. */
  showForm() {
    const field = /** @type {HTMLInputElement} */ (
      make("input", { inputmode: "numeric", autocomplete: "one-time-code", maxlength: 24, required: true, id: "device-code" })
    );
    const button = submitButton(this.texts["page.enter_here"]);
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.act(button, () => this.api.addDevice({ code: field.value.replaceAll(" ", ""), nonce: this.nonce }));
    };
    this.draw(
      make("p", {}, this.reason),
      make("form", { submit }, make("label", { for: "device-code" }, this.texts["page.device_code"]), field, button),
      this.mails ? this.recoveryForm() : null,
    );
  }

  /** Return the form that asks for a link by mail; its answer takes its place. */
  recoveryForm() {
    const field = /** @type {HTMLInputElement} */ (
      make("input", { type: "email", autocomplete: "email", maxlength: 254, required: true, id: "recover-address" })
    );
    const button = submitButton(this.texts["page.recover_send"]);
    const place = make("div", { class: "recovery", role: "status" });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.run(button, async () => {
        const { html } = await this.api.recover({ email: field.value.trim(), id: crypto.randomUUID() });
        fill(place, formatted(html));
      });
    };
    fill(
      place,
      make("p", {}, this.texts["page.recover_ask"]),
      make("form", { submit }, make("label", { for: "recover-address" }, this.texts["page.recover_address"]), field, button),
    );
    return place;
  }

  /** Return the button that leads to the code of another device, and to a link by mail. */
  anotherWay() {
    return toolButton(this.texts["page.have_code"], () => this.showForm());
  }

  /**
   * Show these parts below the name of the page.
   * @param {...(Node | null)} parts
   */
  draw(...parts) {
    fill(this.message);
    fill(this.root, make("main", { class: "entrance" }, make("h1", {}, "Tur-Retur"), ...parts, this.message));
  }

  /**
   * Run an action that signs the browser in.
   * @param {HTMLElement} button
   * @param {() => Promise<unknown>} action
   */
  async act(button, action) {
    await this.run(button, async () => {
      await action();
      history.replaceState(null, "", location.pathname);
      await this.enter();
    });
  }

  /**
   * Run an action once at a time, and show its error.
   * @param {HTMLElement} button
   * @param {() => Promise<unknown>} action
   */
  async run(button, action) {
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    fill(this.message);
    button.after(this.message); // beside what failed, not below another form
    try {
      await action();
    } catch (error) {
      fill(this.message, this.messageOf(error));
      this.message.scrollIntoView({ block: "nearest" });
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  /**
   * Return the text of an error: the server's, or that it does not answer.
   * @param {unknown} error
   */
  messageOf(error) {
    return error instanceof RefusedError ? error.refusal.text : (this.texts["page.offline"] ?? String(error));
  }
}

/** @param {string} label */
function submitButton(label) {
  return make("button", { type: "submit", class: "tool go" }, label);
}
