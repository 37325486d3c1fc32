// Entry point of the page: signs in, then starts the app, or lets the browser in.

import { Api, OfflineError, RefusedError } from "./api.js";
import { App, root } from "./app.js";
import { toolButton } from "./components.js";
import { fill, make } from "./dom.js";
import { confirmClosing, initHost, setMainButton } from "./host.js";
import { commandFrom, inTelegram, requestSession, signInResponse } from "./sign_in.js";

/** The message for a failed sign-in, when the server's texts are not loaded. */
const OFFLINE_TEXT = "Tur-Retur nu răspunde. Verifică rețeaua. · Tur-Retur does not answer. Check the network.";

const RETRY_TEXT = "Încearcă din nou · Try again";

/**
 * Sign in and start the app.
 * @param {Promise<Response>} [response] of a sign-in request that was sent
 * @param {boolean} [isNew] whether this browser has just been let in
 */
async function start(response = requestSession(), isNew = false) {
  setMainButton(null);
  confirmClosing(false);
  const api = new Api();
  try {
    const first = await api.loadInitial(response);
    document.documentElement.lang = api.language;
    const app = new App(api);
    app.start(first);
    if (isNew) app.welcome();
    if (!inTelegram && (location.hash || isNew)) await import("./opened_link.js").then(({ followLink }) => followLink(app, isNew));
  } catch (error) {
    if (!inTelegram && error instanceof RefusedError && error.isSignedOut) {
      const { letIn } = await import("./entrance.js");
      await letIn(api, root, error.refusal, () => start(undefined, true));
      return;
    }
    const text = error instanceof RefusedError ? error.refusal.text : OFFLINE_TEXT;
    const retry = toolButton(RETRY_TEXT, () => void start());
    fill(root, make("div", { class: "alone", role: "alert" }, make("p", {}, text), retry));
    if (!(error instanceof RefusedError || error instanceof OfflineError)) throw error;
  }
}

if (!inTelegram) {
  // A link that is opened in the tab of the page changes only the fragment, which loads nothing.
  addEventListener("hashchange", () => {
    if (location.hash && !commandFrom(location.hash)) location.reload();
  });
}
await initHost();
await start(signInResponse);
