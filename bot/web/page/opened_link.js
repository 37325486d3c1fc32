// What the link that opened the page asks of a user who is signed in without Telegram.

import { friendlyCode, linkedCommand, seatCode, signUpCode } from "./sign_in.js";

/**
 * Write the link's command, or send the bot the link's code.
 * @param {import("./app.js").App} app
 * @param {boolean} isNew whether this browser has just been let in, which has removed the code from the address
 */
export async function followLink(app, isNew) {
  if (linkedCommand && (location.hash || isNew)) await app.writeCommand(linkedCommand);
  // The bot knows the links to sign-ups and friendly requests by these beginnings.
  const code = seatCode || (signUpCode && `ins-${signUpCode}`) || (friendlyCode && `joc-${friendlyCode}`);
  if (!code || !location.hash) return;
  history.replaceState(history.state, "", location.pathname);
  const feed = await app.feed.get();
  await feed.send(`/start ${code}`);
}
