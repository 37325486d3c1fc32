// The service worker of the page: shows announcements, and opens the page at their game. It caches nothing.

/**
 * @typedef {{title?: string, line?: string, lang?: string, game?: string, silent?: boolean}} Announcement
 * @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} LastingEvent
 * @typedef {LastingEvent & {data: {json: () => Announcement} | null}} PushEvent
 * @typedef {LastingEvent & {notification: Notification}} ClickEvent
 * @typedef {{url: string, focused: boolean, postMessage: (said: object) => void, focus: () => Promise<unknown>}} OpenPage
 * @typedef {{matchAll: (options: object) => Promise<OpenPage[]>, openWindow: (url: string) => Promise<unknown>}} Pages
 */

const worker = /** @type {EventTarget & {registration: ServiceWorkerRegistration, clients: Pages, skipWaiting: () => Promise<void>}} */ (
  /** @type {unknown} */ (self)
);
const ICON = "static/icon-180.png";

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("push", (event) => {
  const push = /** @type {PushEvent} */ (event);
  push.waitUntil(show(read(push)));
});
worker.addEventListener("notificationclick", (event) => {
  const click = /** @type {ClickEvent} */ (event);
  click.notification.close();
  click.waitUntil(open(String(click.notification.data ?? "")));
});

/**
 * Return what was announced. Each push must show something, so a broken one is shown without details.
 * @param {PushEvent} event
 * @returns {Announcement}
 */
function read(event) {
  try {
    return event.data?.json() ?? {};
  } catch {
    return {};
  }
}

/** @param {Announcement} said */
function show({ title = "Tur-Retur", line = "", lang = "ro", game = "", silent = false }) {
  const options = { body: line, lang, tag: game || "news", silent, renotify: !silent, icon: ICON, badge: ICON, data: game };
  return worker.registration.showNotification(title, options);
}

/**
 * Show an announced game, or the messages for "", on the page that is open or on a new one.
 * @param {string} game
 */
async function open(game) {
  const { scope } = worker.registration;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const own = pages.filter((page) => page.url.startsWith(scope));
  const page = own.find((each) => each.focused) ?? own[0];
  if (page) {
    page.postMessage({ announced: game });
    await page.focus();
  } else {
    await worker.clients.openWindow(scope + (game && `?game=${encodeURIComponent(game)}`));
  }
}
