// Sends the sign-in request while the other modules load; it imports none, so that it runs first.

const params = new URLSearchParams(location.hash.slice(1));

/** The user data that Telegram has signed; empty outside Telegram. */
export const initData = params.get("tgWebAppData") ?? "";

/** The code of the requested game; empty for the most urgent one. */
export const requestedGame = new URLSearchParams(location.search).get("game") ?? "";

/** The response to the sign-in request. */
export const signInResponse = fetch(`api/session?game=${encodeURIComponent(requestedGame)}`, {
  method: "POST",
  headers: { Authorization: `tma ${initData}` },
});
signInResponse.catch(() => {}); // `main.js` awaits it and shows the error
