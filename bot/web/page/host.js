// What shows the page: Telegram's app, or a browser in which the page stands alone.

import * as ownPage from "./own_page.js";
import { inTelegram } from "./sign_in.js";
import * as telegram from "./telegram.js";

const host = inTelegram ? telegram : ownPage;

export const { closeApp, confirmClosing, hapticFeedback, initHost, openChat, setBackButton, setMainButton, share } = host;
