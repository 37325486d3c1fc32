// Sends the sign-in request while the other modules load; it imports none, so that it runs first.

const params = new URLSearchParams(location.hash.slice(1));

/** The user data that Telegram has signed; empty outside Telegram. */
export const initData = params.get("tgWebAppData") ?? "";

/** Whether Telegram shows the page. Otherwise it is a page of its own in a browser. */
export const inTelegram = initData !== "" || "TelegramWebviewProxy" in window || parent !== window;

/** Whether the page is in the inner browser of another app, such as Viber or Facebook; Apple's own say "Safari". */
export const isInnerBrowser =
  !inTelegram &&
  (/; wv\)|\b(FBAN|FBAV|FB_IAB|Instagram|Viber|WhatsApp|Line|GSA|Snapchat|LinkedInApp)\b/.test(navigator.userAgent) ||
    (/\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) && !/\bSafari\//.test(navigator.userAgent) && !("standalone" in navigator && navigator.standalone)));

/** The code of the requested game; empty for the most urgent one. */
export const requestedGame = new URLSearchParams(location.search).get("game") ?? "";

/** The code of an invitation to a seat. The server gets it only when the user presses a button. */
export const seatCode = params.get("seat") ?? "";

/** The code that adds this browser to a person's devices. */
export const deviceCode = params.get("device") ?? "";

/** The code of a competition whose sign-up was opened. */
export const signUpCode = params.get("inscriere") ?? "";

/** The token of a request for a friendly match. */
export const friendlyCode = params.get("joc") ?? "";

/**
 * Return the command that a mail's link writes on the page; empty for anything but a command.
 * @param {string} hash
 */
export function commandFrom(hash) {
  const command = new URLSearchParams(hash.slice(1)).get("comanda") ?? "";
  return /^\/[a-z_]{2,32}$/.test(command) ? command : "";
}

/** That command, if the page was opened by such a link. */
export const linkedCommand = commandFrom(location.hash);

/**
 * Return the headers of a sign-in. A browser sends none: its cookie says who asks.
 * @returns {HeadersInit}
 */
export function signInHeaders() {
  return inTelegram ? { Authorization: `tma ${initData}` } : {};
}

/** Send a sign-in request; the response has the first view, too. */
export function requestSession() {
  return fetch(`api/session?game=${encodeURIComponent(requestedGame)}`, { method: "POST", headers: signInHeaders() });
}

/** The response to the first one. */
export const signInResponse = requestSession();
signInResponse.catch(() => {}); // `main.js` awaits it and shows the error
