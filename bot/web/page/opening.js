// What is done first: the bot is asked who is there and what he sees first, while the rest of the
// page is still on its way. It leans on no other module, so that it need not wait for one.

const given = new URLSearchParams(location.hash.slice(1));

/** What Telegram has signed about who is there; empty where nobody has opened it from Telegram. */
export const initData = given.get("tgWebAppData") ?? "";

/** The game that was asked for; empty: what is due first. */
export const asked = new URLSearchParams(location.search).get("game") ?? "";

/** The answer to that, or the network's failure. */
export const opening = fetch(`api/session?game=${encodeURIComponent(asked)}`, {
  method: "POST",
  headers: { Authorization: `tma ${initData}` },
});
opening.catch(() => {}); // told by whoever waits for it
