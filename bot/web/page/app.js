// The signed-in app: header and tabs, the open game, and the views without a game.

import { Api, OfflineError, RefusedError, orOffline } from "./api.js";
import { playerName, signButton, toolButton } from "./components.js";
import { fill, make, setAttributes } from "./dom.js";
import { letterSequence, moveTable, timeSheets } from "./game_tables.js";
import { opponentOf } from "./history.js";
import { setBackButton, setMainButton } from "./host.js";
import { MoveEditor } from "./move_editor.js";
import { Notice } from "./notice.js";
import { noteView, onClose, onOpenChat, onReturn } from "./own_page.js";
import { SendButton } from "./send_button.js";
import { commandFrom, inTelegram, isInnerBrowser, requestedGame } from "./sign_in.js";
import { onSwipe } from "./swipes.js";
import { Texts, turnText } from "./texts.js";

/** @import { RunningGame, Game } from "./api_types.d.ts" */

/** Root font size, in pixels, above which the large-type layout applies. */
const LARGE_FONT_PX = 20;
/** The element that the page fills. */
export const root = /** @type {HTMLElement} */ (document.getElementById("app"));

/** The name and the label of each tab. */
const TABS = /** @type {const} */ ([
  ["board", "page.tab_board"],
  ["sheet", "page.tab_sheet"],
  ["time", "page.tab_time"],
  ["sequence", "page.tab_sequence"],
  ["notebook", "page.tab_notebook"],
  ["talk", "page.tab_talk"],
]);

/**
 * A view whose module is loaded at its first use.
 * @template Module, View
 */
class LazyView {
  /**
   * @param {() => Promise<Module>} load
   * @param {(module: Module) => View} create
   */
  constructor(load, create) {
    this.load = load;
    this.create = create;
    /** @type {Promise<View> | null} null until the first use, and after a failed load */
    this.view = null;
  }

  /** Return the view, or throw an `OfflineError`; the next call then loads again. */
  get() {
    this.view ??= orOffline(this.load()).then(this.create);
    this.view.catch(() => {
      this.view = null;
    });
    return this.view;
  }
}

export class App {
  /** @param {Api} api */
  constructor(api) {
    this.api = api;
    this.texts = new Texts(api.texts, api.language);
    /** @type {RunningGame[]} */
    this.games = [];
    /** @type {Game | null} */
    this.game = null;
    /** The game that the user opened last, perhaps not loaded yet; empty in other views. */
    this.wanted = "";
    this.tab = "board";
    this.title = make("h1", {});
    this.score = make("p", { class: "score" });
    const showMessage = (/** @type {string} */ text) => this.showMessage(text);
    this.editor = new MoveEditor(this.texts, {
      slot: "draft",
      unsent: this.texts.get("page.unsent"),
      fetchPreview: (game, placement, signal) => api.preview(game.game, placement, signal),
      createMainButton: (editor) => new SendButton(editor, api, { refresh: () => this.refresh(), showMessage, askForMail: (text) => this.askForMail(text), nextGameButton: () => this.nextGameButton() }),
      showMessage,
      openGame: (code) => void this.openGame(code),
      openReplay: () => void this.openReplay(),
      openAnalysis: () => void this.openAnalysis(),
      askRematch: (match) => void this.askRematch(match),
      openRequests: () => void this.openOverview(),
    });
    const showError = (/** @type {unknown} */ error) => this.showError(error);
    this.notebook = new LazyView(
      () => import("./notebook.js"),
      ({ Notebook }) => new Notebook(api, this.texts, {
        showMessage,
        showError,
        unsentTiles: () => this.editor.draft.laid,
        layOnBoard: (tiles) => {
          this.showTab("board");
          this.editor.setTiles(tiles);
        },
      }),
    );
    this.overview = new LazyView(
      () => import("./overview.js"),
      ({ Overview }) => new Overview(api, this.texts, { openGame: (code) => void this.openGame(code), showError }),
    );
    this.messages = new LazyView(
      () => import("./messages.js"),
      ({ Messages }) => new Messages(api, this.texts, { showMessage, showError, onRead: () => void this.reloadGames() }),
    );
    this.feed = new LazyView(
      () => import("./feed.js"),
      ({ Feed }) => new Feed(api, this.texts, {
        showMessage,
        showError,
        openGame: (code) => void (code ? this.openGame(code) : this.openOverview()),
        openDevices: () => void this.openDevices(),
      }),
    );
    /** Whether the bot's messages are open, in a browser without Telegram. */
    this.isFeedOpen = false;
    /** @type {import("./replay.js").Replay | null} the open replay */
    this.replay = null;
    /** Whether a view without a game is open: the overview, the bot's messages, or the devices. */
    this.isWithoutGame = false;
    this.notice = new Notice(this.texts, () => this.pane.focus({ preventScroll: true }));
    this.pane = make("section", { class: "pane", role: "tabpanel", id: "pane", tabindex: "0" });
    this.previousButton = this.turnButton("‹", "page.game_before", -1);
    this.nextButton = this.turnButton("›", "page.game_after", 1);
    this.tabs = make("nav", { role: "tablist", "aria-label": this.texts.get("page.parts") });
    for (const [name, key] of TABS) this.tabs.append(this.tabButton(name, key));
    this.tabs.addEventListener("keydown", (event) => this.handleTabKey(event));
    this.overviewButton = signButton("▦", this.texts.get("page.all_games"), () => void this.openOverview(), { class: "turn all", short: this.texts.get("page.games_short") });
    this.feedButton = signButton("✉", this.texts.get("page.news"), () => void this.openFeed(), { class: "turn all", short: this.texts.get("page.news") });
    this.feedButton.hidden = inTelegram;
    const header = make("header", {}, this.feedButton, this.overviewButton, this.previousButton, make("div", { class: "who" }, this.title, this.score), this.nextButton);
    fill(root, header, this.notice.element, make("main", {}, this.tabs, this.pane));
    new ResizeObserver(() => this.notice.element.style.setProperty("--head", `${header.offsetHeight}px`)).observe(header);
    onSwipe(root, (by) => void this.openNeighbour(by));
    watchFontSize();
    addEventListener("online", () => void this.refresh());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void this.refresh();
    });
  }

  /**
   * Open the overview of all games.
   * @param {Game | null} [first] the most urgent game, if it is already loaded
   */
  async openOverview(first) {
    this.wanted = "";
    this.game = first ?? this.game;
    if (first) this.editor.open(first);
    try {
      const overview = await this.overview.get();
      this.leaveGame(this.texts.get("page.my_games"), "all");
      overview.premiums = this.game?.premiums ?? null;
      overview.showHome();
      this.drawOverview(overview);
      scrollTo(0, 0);
      await this.reloadGames();
    } catch (error) {
      this.showError(error);
    }
  }

  /** Open the bot's messages. */
  async openFeed() {
    this.wanted = "";
    try {
      const feed = await this.feed.get();
      this.leaveGame(this.texts.get("page.news"), "feed");
      this.isFeedOpen = true;
      this.showHasNews(false);
      if (this.pane.firstChild !== feed.element) fill(this.pane, feed.element);
      await feed.open();
    } catch (error) {
      this.showError(error);
    }
  }

  /**
   * Open the bot's messages and give it a start code.
   * @param {string} code
   */
  async sendCode(code) {
    await this.sendText(`/start ${code}`);
  }

  /**
   * Open the bot's messages and send a text as if it had been typed.
   * @param {string} text
   */
  async sendText(text) {
    await this.openFeed();
    const feed = await this.feed.get();
    await feed.send(text);
  }

  /**
   * Open the bot's messages and write a command there, for the user to send.
   * @param {string} command
   */
  async writeCommand(command) {
    history.replaceState(history.state, "", location.pathname);
    await this.openFeed();
    (await this.feed.get()).write(command);
  }

  /**
   * Open the list of the user's browsers.
   * @param {boolean} [adds] whether to show the code that adds one, too
   */
  async openDevices(adds = false) {
    this.wanted = "";
    try {
      const { Devices } = await orOffline(import("./devices.js"));
      const close = async () => {
        await this.openFeed();
        (await this.feed.get()).menuButton.focus({ preventScroll: true });
      };
      const devices = new Devices(this.api, this.texts, {
        showError: (error) => this.showError(error),
        close: () => void close(),
        onSignedOut: () => location.reload(),
        moveToTelegram: () => void this.sendText("/continua"),
      });
      this.showMessage("");
      this.leaveGame(this.texts.get("page.devices"), "devices");
      fill(this.pane, devices.element);
      await devices.open();
      if (adds) await devices.offer();
    } catch (error) {
      this.showError(error);
    }
  }

  /**
   * Give the pane to a view without a game.
   * @param {string} title
   * @param {string} view its name in the browser's history
   */
  leaveGame(title, view) {
    if (!inTelegram) noteView(view);
    this.isWithoutGame = true;
    this.isFeedOpen = false;
    this.replay = null;
    this.editor.setVisible(false);
    this.closeNotebook();
    setMainButton(null);
    setBackButton(null);
    this.drawHeadWithoutGame(title);
    this.pane.dataset.tab = "feed";
  }

  /**
   * Hide the tabs and the buttons to other games; the pane is then no tab's panel.
   * @param {string} title
   * @param {string} [line] below the title
   */
  drawHeadWithoutGame(title, line = "") {
    this.tabs.hidden = this.previousButton.hidden = this.nextButton.hidden = true;
    fill(this.title, title);
    fill(this.score, line);
    this.pane.removeAttribute("role");
    this.pane.removeAttribute("aria-labelledby");
  }

  /** @param {import("./overview.js").Overview} overview */
  drawOverview(overview) {
    const { games, texts } = this;
    const values = { n: games.filter((each) => each.mine).length, all: games.length };
    this.drawHeadWithoutGame(texts.get("page.my_games"), games.length ? texts.get("page.games_wait", values) : "");
    this.pane.dataset.tab = "all";
    overview.show(games);
    if (this.pane.firstChild !== overview.element) fill(this.pane, overview.element);
  }

  /**
   * Open a view of the browser's history.
   * @param {string} view its name, or the code of a game
   */
  async openView(view) {
    if (view === "feed") await this.openFeed();
    else if (view === "all") await this.openOverview();
    else if (view === "devices") await this.openDevices();
    else await this.openGame(view);
  }

  /** Open the replay of the game in the Board tab. */
  async openReplay() {
    const { game } = this;
    if (!game) return;
    try {
      const [{ Replay }, { steps }] = await Promise.all([orOffline(import("./replay.js")), this.api.replay(game.game)]);
      if (this.game !== game) return;
      this.replay = new Replay(this.texts, game, steps, {
        close: () => this.showTab("board"),
        loadAnalysis: () => this.api.analysis(game.game),
        requestAnalysis: () => this.api.analyse(game.game),
        showMessage: (text) => this.showMessage(text),
        showError: (error) => this.showError(error),
      });
      this.draw();
      this.replay.next.parentElement?.querySelector("button")?.focus();
    } catch (error) {
      this.showError(error);
    }
  }

  /** Open the replay, and request the analysis. */
  async openAnalysis() {
    await this.openReplay();
    await this.replay?.analysis.request();
  }

  /** Return the main button that opens the most urgent other game, or null. */
  nextGameButton() {
    const next = this.games.find((each) => each.mine && each.game !== this.game?.game);
    if (!next) return null;
    return { text: this.texts.get("page.next_game", { name: next.partner }), press: () => void this.openGame(next.game) };
  }

  /**
   * Return the button to the previous or next game.
   * @param {string} sign
   * @param {string} key of its label
   * @param {number} step
   */
  turnButton(sign, key, step) {
    return signButton(sign, this.texts.get(key), () => void this.openNeighbour(step), { class: "turn" });
  }

  /**
   * Return the button that opens a tab.
   * @param {string} name
   * @param {string} key of its label
   */
  tabButton(name, key) {
    return make(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": "pane",
        click: () => this.showTab(name),
      },
      this.texts.get(key),
    );
  }

  /**
   * Return whether the game has that tab; the program of a practice game reads no messages.
   * @param {string} name
   */
  hasTab(name) {
    return name !== "talk" || this.game?.messages !== false;
  }

  /**
   * Open the tab beside the open one.
   * @param {KeyboardEvent} event
   */
  handleTabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const shown = TABS.filter(([name]) => this.hasTab(name));
    const index = shown.findIndex(([name]) => name === this.tab);
    const [name] = shown[(index + step + shown.length) % shown.length];
    this.showTab(name);
    /** @type {HTMLElement} */ (document.getElementById(`tab-${name}`)).focus();
  }

  /**
   * Open the overview or, if there is only one or one was requested, a game.
   * @param {import("./api_types.d.ts").InitialData} first
   */
  start({ games, game }) {
    this.games = games;
    const opensGame = game !== null && (requestedGame !== "" || games.length < 2);
    if (!inTelegram && !requestedGame) {
      if (game) this.game = game;
      if (game) this.editor.open(game);
      void this.openFeed();
    } else if (opensGame) this.open(game);
    else void this.openOverview(game).then(() => (requestedGame ? this.openGame(requestedGame) : undefined)); // says why it cannot
    if (!inTelegram) {
      onClose(() => void this.openFeed());
      onOpenChat((code) => void this.sendCode(code));
      onReturn((view) => void this.openView(view));
      void this.prepareAnnouncements();
      addEventListener("hashchange", () => {
        const command = commandFrom(location.hash);
        if (command) void this.writeCommand(command);
      });
    }
    void this.api.listen(
      (change) => void (change.feed ? this.handleMessages() : this.handleChange(change.game ?? "")),
      () => {
        void this.handleChange(this.game?.game ?? "");
        if (!inTelegram) void this.handleMessages();
      },
      (error) => {
        if (!inTelegram) this.showError(error);
      },
    );
    this.notebook.get().catch(() => {}); // prefetch; an error is shown when the tab opens
  }

  /** Renew this device's announcements. They are hints, so an error is not shown. */
  async prepareAnnouncements() {
    if (!this.api.push) return;
    try {
      const { Announcements } = await import("./push.js");
      const announcements = new Announcements(this.api);
      announcements.onOpen((game) => void (game ? this.openGame(game) : this.openFeed()));
      await announcements.renew();
    } catch {
      // The page has every message.
    }
  }

  /** Show new messages of the bot, or that there are some. */
  async handleMessages() {
    if (this.isFeedOpen) await (await this.feed.get()).refresh();
    else this.showHasNews(true);
  }

  /**
   * Show whether the bot has written since the user read its messages.
   * @param {boolean} hasNews
   */
  showHasNews(hasNews) {
    const name = this.texts.get(hasNews ? "page.news_new" : "page.news");
    this.feedButton.classList.toggle("has-news", hasNews);
    setAttributes(this.feedButton, { "aria-label": name, title: name });
  }

  /**
   * Reload what a server-sent event concerns: a game has changed or has a new message.
   * @param {string} code empty if only the list of games may have changed
   */
  async handleChange(code) {
    if (matchOf(code) === matchOf(this.game?.game)) await this.refresh();
    if (code === this.replay?.game.game) await this.replay.analysis.load();
    await this.reloadGames();
    if (this.tab === "talk" && !this.isWithoutGame && code === this.game?.game) await (await this.messages.get()).load();
  }

  /**
   * Open a game that is loaded.
   * @param {Game} game
   */
  open(game) {
    if (!inTelegram) noteView(game.game);
    this.game = game;
    this.replay = null;
    this.isWithoutGame = this.isFeedOpen = false;
    this.editor.open(game);
    this.draw();
  }

  /** Reload the open game; the unsent move remains. */
  async refresh() {
    if (!this.game) return this.reloadGames();
    const code = this.game.game;
    try {
      const game = await this.api.game(code);
      if (this.game?.game !== code) return; // the user has opened another game meanwhile
      const isNew = game !== this.game;
      const wasOffline = this.notice.until === "online";
      this.notice.closeAfterAnswer(isNew);
      if (isNew) {
        this.game = game;
        this.replay = null; // its moves or its analysis have changed
        this.editor.update(game);
        this.draw();
        await this.reloadGames();
      } else if (wasOffline) this.draw(); // a tab may have loaded nothing
    } catch (error) {
      this.showError(error);
    }
  }

  /** Reload the list of games. */
  async reloadGames() {
    try {
      this.games = await this.api.games();
      const isHome = () => this.isWithoutGame && this.pane.dataset.tab === "all";
      const overview = isHome() ? await this.overview.get() : null;
      if (overview && isHome()) this.drawOverview(overview); // still open after the await
      else this.drawHead();
      this.editor.mainButton.draw();
    } catch (error) {
      this.showError(error);
    }
  }

  /**
   * Open the previous or next game.
   * @param {number} step
   */
  async openNeighbour(step) {
    if (this.isWithoutGame) return;
    const index = this.games.findIndex((each) => each.game === this.game?.game);
    const next = this.games[(index + step + this.games.length) % this.games.length];
    if (next && next.game !== this.game?.game) await this.openGame(next.game);
  }

  /**
   * Load and open a game.
   * @param {string} code
   */
  async openGame(code) {
    this.wanted = code;
    try {
      const game = await this.api.game(code);
      if (this.wanted !== code) return;
      this.open(game);
      scrollTo(0, 0);
    } catch (error) {
      this.showError(error);
    }
  }

  /**
   * Ask for another match with this opponent; open its game if it begins at once.
   * @param {string} match
   */
  async askRematch(match) {
    try {
      const { text, game } = await this.api.askRematch(match);
      if (game) await this.openGame(game);
      this.showMessage(text);
    } catch (error) {
      this.showError(error);
    }
  }

  /**
   * Show an error of the server or the network; rethrow any other.
   * @param {unknown} error
   */
  showError(error) {
    const isSignedOut = !inTelegram && error instanceof RefusedError && error.isSignedOut;
    if (isSignedOut) location.reload(); // the entrance says what to do
    else if (error instanceof RefusedError && error.refusal.error === "mail_first") this.askForMail(error.refusal.text);
    else if (error instanceof RefusedError) this.showMessage(error.refusal.text);
    else if (error instanceof OfflineError) this.notice.show(this.texts.get("page.offline"), "online");
    else throw error;
  }

  /**
   * Show a notice until the game changes.
   * @param {string} text empty to close the last one
   */
  showMessage(text) {
    if (text) this.notice.show(text);
    else this.notice.close();
  }

  /** Greet a new browser; one inside another app, which loses its cookies easily, is told to add the phone's own. */
  welcome() {
    const { texts } = this;
    const add = isInnerBrowser ? toolButton(texts.get("page.add_browser"), () => void this.openDevices(true)) : null;
    this.notice.show(texts.get(add ? "page.welcome_inner" : "page.welcome"), "dismissed", add);
  }

  /**
   * Show that a move needs an e-mail address first, and the button for it; the tiles stay.
   * @param {string} text
   */
  askForMail(text) {
    const ask = () => {
      this.notice.close();
      void this.sendText("/email");
    };
    this.notice.show(text, "change", toolButton(this.texts.get("button.mail_new"), ask));
  }

  /**
   * Switch to a tab.
   * @param {string} name
   */
  showTab(name) {
    this.tab = name;
    this.replay = null;
    this.draw();
  }

  /** Render the game's head, tabs and open tab, unless another view is open. */
  draw() {
    const { game, texts } = this;
    if (!game || this.isWithoutGame) return;
    this.drawHead();
    this.tabs.hidden = false;
    this.pane.setAttribute("role", "tabpanel");
    if (!this.hasTab(this.tab)) this.tab = "board";
    for (const [name] of TABS) {
      const tab = /** @type {HTMLElement} */ (document.getElementById(`tab-${name}`));
      tab.hidden = !this.hasTab(name);
      tab.setAttribute("aria-selected", String(name === this.tab));
      tab.tabIndex = name === this.tab ? 0 : -1;
    }
    this.pane.setAttribute("aria-labelledby", `tab-${this.tab}`);
    this.pane.dataset.tab = this.tab;
    if (this.tab === "board") fill(this.pane, this.replay?.element ?? this.editor.element);
    if (this.tab === "sheet") fill(this.pane, moveTable(texts, game));
    if (this.tab === "time") fill(this.pane, timeSheets(texts, game));
    if (this.tab === "sequence") fill(this.pane, letterSequence(texts, game, this.editor.tilesDrawn));
    if (this.tab === "talk") void this.drawView("talk", this.messages, game);
    this.editor.setVisible(this.tab === "board" && !this.replay);
    if (this.tab === "notebook") void this.drawView("notebook", this.notebook, game);
    else this.closeNotebook();
    if (this.replay || (this.tab !== "board" && this.tab !== "notebook")) setMainButton(null);
  }

  /** Release what the notebook holds, if it is loaded. */
  closeNotebook() {
    void this.notebook.view?.then((notebook) => notebook.close(), () => {});
  }

  /**
   * Open the view of a tab in the pane, once its module is loaded.
   * @param {string} tab
   * @param {LazyView<any, {element: HTMLElement, open: (game: Game) => Promise<void>}>} lazy
   * @param {Game} game
   */
  async drawView(tab, lazy, game) {
    try {
      const view = await lazy.get();
      if (this.tab !== tab || this.game !== game || this.isWithoutGame) return;
      if (this.pane.firstChild !== view.element) fill(this.pane, view.element);
      await view.open(game);
    } catch (error) {
      this.showError(error);
    }
  }

  /** Render the opponent, the score and whose turn it is. */
  drawHead() {
    const { game, texts } = this;
    if (!game || this.isWithoutGame) return;
    const own = game.colour ?? "red";
    const opponent = opponentOf(own);
    const nameOf = (/** @type {import("./api_types.d.ts").Colour} */ colour) => playerName(game.players[colour], colour);
    const bothNames = [nameOf("red"), " – ", nameOf("blue")]; // an arbiter has no opponent
    fill(this.title, game.colour ? nameOf(opponent) : bothNames, " ", make("small", {}, game.game));
    fill(this.score, make("b", {}, `${game.scores[own]}–${game.scores[opponent]}`), ` · ${turnText(texts, game)}`, game.leave.map((each) => ` · ${each}`));
    const unread = this.games.find((each) => each.game === game.game)?.unread ?? 0;
    const tab = /** @type {HTMLElement} */ (document.getElementById("tab-talk"));
    fill(tab, texts.get("page.tab_talk"), unread ? make("b", { class: "unread" }, unread) : null);
    this.previousButton.hidden = this.nextButton.hidden = this.games.length < 2;
  }
}

/**
 * Return the match part of a game's code.
 * @param {string | undefined} game
 */
function matchOf(game) {
  return game?.split("/")[0];
}

/** Set the class `large` while the root font is so large that the board view does not fit. */
function watchFontSize() {
  const probe = make("i", { class: "probe", "aria-hidden": "true" });
  document.body.append(probe);
  new ResizeObserver(() => root.classList.toggle("large", probe.offsetWidth > LARGE_FONT_PX)).observe(probe);
}
