// Announcements on this device: its service worker, and the subscription that the server has.

import { bytesOf, textOf } from "./base64url.js";
import { load, save } from "./local_storage.js";
import { inTelegram } from "./sign_in.js";

/** Where the address is stored that the server got last; it means that the user wants announcements. */
const SENT_ADDRESS = "turretur push";
const WORKER = "worker.js";

/** Whether the browser can announce something. */
export const canAnnounce = !inTelegram && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether it only can from the home screen, as iPhones and iPads. */
export const needsHomeScreen = !inTelegram && !canAnnounce && "standalone" in navigator && !navigator.standalone;

export class Announcements {
  /** @param {import("./api.js").Api} api */
  constructor(api) {
    this.api = api;
  }

  /** Return whether the user can switch them on or off here. */
  get isOffered() {
    return canAnnounce && this.api.push !== null;
  }

  /** Return whether this device announces. */
  async isOn() {
    return Boolean(this.api.push?.on) && (await subscription()) !== null;
  }

  /** Ask for permission, which browsers allow only at a press, and subscribe; return whether it was given. */
  async start() {
    if ((await Notification.requestPermission()) !== "granted") return false;
    await this.subscribe();
    return true;
  }

  /** End the announcements on this device. */
  async stop() {
    await this.api.endPush();
    await forget();
  }

  /** Subscribe again if the user wants announcements, and subscription or key have changed. */
  async renew() {
    const push = this.api.push;
    if (!push || !canAnnounce || Notification.permission !== "granted") return;
    const current = await subscription();
    const sentAddress = load(SENT_ADDRESS);
    if (!current && !sentAddress && !push.on) return;
    if (current && push.on && sentAddress === current.endpoint && hasKey(current, push.key)) {
      await navigator.serviceWorker.register(WORKER); // a new version of the worker
      return;
    }
    await this.subscribe();
  }

  /** Subscribe with the bot's present key, and send the server the subscription. */
  async subscribe() {
    const push = this.api.push;
    if (!push) return;
    const registration = await navigator.serviceWorker.register(WORKER);
    await navigator.serviceWorker.ready;
    let current = await registration.pushManager.getSubscription();
    if (current && !hasKey(current, push.key)) {
      await current.unsubscribe();
      current = null;
    }
    current ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(push.key) });
    const { endpoint, keys } = current.toJSON();
    await this.api.startPush({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
    save(SENT_ADDRESS, current.endpoint);
  }

  /**
   * Call the listener with the game of an announcement that was pressed, or "".
   * @param {(game: string) => void} listener
   */
  onOpen(listener) {
    if (!canAnnounce) return;
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (typeof data?.announced === "string") listener(data.announced);
    });
    navigator.serviceWorker.startMessages();
  }
}

/** End the subscription of the browser itself, as when nobody is signed in any longer. */
export async function forget() {
  if (!canAnnounce) return;
  save(SENT_ADDRESS, null);
  const current = await subscription();
  await current?.unsubscribe();
}

/** Return the subscription of this browser, or null. */
async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Return whether the subscription is for the bot's present key.
 * @param {PushSubscription} current
 * @param {string} key
 */
function hasKey(current, key) {
  const { applicationServerKey } = current.options;
  return applicationServerKey !== null && textOf(new Uint8Array(applicationServerKey)) === key;
}
