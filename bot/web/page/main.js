// The Mini App: one's games, and in each the board, the placements, the days, the sequence.

import { Api, OfflineError, RefusedError } from "./api.js";
import { fill, make } from "./dom.js";
import { asked, initData, opening } from "./opening.js";
import { Sending } from "./sending.js";
import { heedSwipes } from "./swipes.js";
import { Table } from "./table.js";
import { placements, sequence, times } from "./sheets.js";
import { begin, confirmClosing, mainButton } from "./telegram.js";
import { Words, whoseTurn } from "./words.js";

/**
 * @typedef {import("./api.js").Listed} Listed
 * @typedef {import("./api.js").Game} Game
 */

/** Pixels of a letter that is a large one. */
const LARGE = 20;
const root = /** @type {HTMLElement} */ (document.getElementById("app"));

class App {
  /** @param {Api} api */
  constructor(api) {
    this.api = api;
    this.words = new Words(api.texts, api.language);
    /** @type {Listed[]} */
    this.games = [];
    /** @type {Game | null} */
    this.game = null;
    this.tab = "board";
    this.title = make("h1", {});
    this.score = make("p", { class: "score" });
    const told = (/** @type {string} */ text) => this.tell(text);
    this.table = new Table(this.words, {
      slot: "draft",
      unsent: this.words.say("page.unsent"),
      ask: (game, placement, signal) => api.preview(game.game, placement, signal),
      sender: (table) => new Sending(table, api, { refresh: () => this.refresh(), told }),
      told,
      opened: (code) => void this.go(code),
    });
    /** @type {Promise<import("./notebook.js").Notebook> | null} */
    this.book = null;
    this.news = make("div", { class: "news", role: "alert" });
    this.pane = make("section", { class: "pane", role: "tabpanel", id: "pane", tabindex: "0" });
    this.earlier = this.turner("‹", "page.game_before", -1);
    this.later = this.turner("›", "page.game_after", 1);
    this.tabs = make("nav", { role: "tablist", "aria-label": this.words.say("page.parts") });
    for (const [name, key] of TABS) this.tabs.append(this.tabOf(name, key));
    this.tabs.addEventListener("keydown", (event) => this.walkTabs(event));
    const head = make("header", {}, this.earlier, make("div", { class: "who" }, this.title, this.score), this.later);
    fill(root, head, this.news, make("main", {}, this.tabs, this.pane));
    heedSwipes(root, (by) => void this.turn(by));
    heedType();
    addEventListener("online", () => void this.refresh());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void this.refresh();
    });
  }

  /** The notebook; it comes after the first board, which needs nothing of it. */
  notebook() {
    const house = {
      told: (/** @type {string} */ text) => this.tell(text),
      failed: (/** @type {unknown} */ error) => this.fail(error),
      laid: () => this.table.draft.laid,
      play: (/** @type {import("./draft.js").Laid[]} */ laid) => {
        this.show("board");
        this.table.tryOut(laid);
      },
    };
    this.book ??= import("./notebook.js").then(
      ({ Notebook }) => new Notebook(this.api, this.words, house),
      () => {
        this.book = null; // asked for again when it is wanted
        throw new OfflineError();
      },
    );
    return this.book;
  }

  /**
   * @param {string} sign
   * @param {string} key
   * @param {number} by
   */
  turner(sign, key, by) {
    return make(
      "button",
      { type: "button", class: "turn", "aria-label": this.words.say(key), click: () => void this.turn(by) },
      sign,
    );
  }

  /**
   * @param {string} name
   * @param {string} key
   */
  tabOf(name, key) {
    return make(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": "pane",
        click: () => this.show(name),
      },
      this.words.say(key),
    );
  }

  /** @param {KeyboardEvent} event */
  walkTabs(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    const at = TABS.findIndex(([name]) => name === this.tab);
    const [name] = TABS[(at + by + TABS.length) % TABS.length];
    this.show(name);
    /** @type {HTMLElement} */ (document.getElementById(`tab-${name}`)).focus();
  }

  /**
   * Show the games, and one of them.
   * @param {import("./api.js").First} first
   */
  start({ games, game }) {
    this.games = games;
    if (!game) {
      fill(root, make("p", { class: "alone" }, this.words.say("page.no_games")));
      return;
    }
    this.open(game);
    void this.api.listen(
      (change) => {
        if (matchOf(change.game) === matchOf(this.game?.game)) void this.refresh();
        if (change.game !== this.game?.game) void this.list();
      },
      () => void this.refresh(),
    );
    this.notebook().catch(() => {}); // told when it is wanted
  }

  /** @param {Game} game */
  open(game) {
    this.game = game;
    this.table.open(game);
    this.draw();
  }

  /** Ask again for the game that is shown; nothing that is typed is lost. */
  async refresh() {
    if (!this.game) return;
    try {
      const game = await this.api.game(this.game.game);
      this.tell("");
      if (game !== this.game) {
        this.game = game;
        this.table.update(game);
        this.draw();
        await this.list();
      }
    } catch (error) {
      this.fail(error);
    }
  }

  async list() {
    try {
      this.games = await this.api.games();
      this.drawHead();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {number} by */
  async turn(by) {
    const at = this.games.findIndex((each) => each.game === this.game?.game);
    const next = this.games[(at + by + this.games.length) % this.games.length];
    if (next && next.game !== this.game?.game) await this.go(next.game);
  }

  /** @param {string} code */
  async go(code) {
    try {
      this.open(await this.api.game(code));
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    if (error instanceof RefusedError) this.tell(error.refusal.text);
    else if (error instanceof OfflineError) this.tell(this.words.say("page.offline"));
    else throw error;
  }

  /** @param {string} text */
  tell(text) {
    const attributes = { type: "button", "aria-label": this.words.say("page.dismiss"), click: () => this.tell("") };
    fill(this.news, text && make("p", {}, text), text && make("button", attributes, "✕"));
  }

  /** @param {string} tab */
  show(tab) {
    this.tab = tab;
    this.draw();
  }

  draw() {
    const { game, words } = this;
    if (!game) return;
    this.drawHead();
    for (const [name] of TABS) {
      const tab = /** @type {HTMLElement} */ (document.getElementById(`tab-${name}`));
      tab.setAttribute("aria-selected", String(name === this.tab));
      tab.tabIndex = name === this.tab ? 0 : -1;
    }
    this.pane.setAttribute("aria-labelledby", `tab-${this.tab}`);
    this.pane.dataset.tab = this.tab;
    if (this.tab === "board") fill(this.pane, this.table.element);
    if (this.tab === "sheet") fill(this.pane, placements(words, game));
    if (this.tab === "time") fill(this.pane, times(words, game));
    if (this.tab === "sequence") fill(this.pane, sequence(words, game, this.table.taken));
    this.table.shown(this.tab === "board");
    if (this.tab === "notebook") void this.drawNotebook(game);
    else void this.book?.then((book) => book.leave(), () => {});
    if (this.tab !== "board" && this.tab !== "notebook") mainButton(null);
  }

  /** @param {Game} game */
  async drawNotebook(game) {
    try {
      const book = await this.notebook();
      if (this.tab !== "notebook" || this.game !== game) return;
      if (this.pane.firstChild !== book.element) fill(this.pane, book.element);
      void book.open(game);
    } catch (error) {
      this.fail(error);
    }
  }

  drawHead() {
    const { game, words } = this;
    if (!game) return;
    const own = game.colour ?? "red";
    const other = own === "red" ? "blue" : "red";
    fill(
      this.title,
      make("span", { class: `player ${other}` }, make("span", { class: "mark", "aria-hidden": "true" }), game.players[other]),
      make("small", {}, game.game),
    );
    fill(this.score, make("b", {}, `${game.scores[own]} – ${game.scores[other]}`), ` · ${whoseTurn(words, game)}`);
    const several = this.games.length > 1;
    this.earlier.toggleAttribute("hidden", !several);
    this.later.toggleAttribute("hidden", !several);
  }
}

/** @param {string | undefined} game */
function matchOf(game) {
  return game?.split("/")[0];
}

/** Say to the style when letters are so large that a screen does not hold all of the board's parts. */
function heedType() {
  const probe = make("i", { class: "probe", "aria-hidden": "true" });
  document.body.append(probe);
  new ResizeObserver(() => root.classList.toggle("large", probe.offsetWidth > LARGE)).observe(probe);
}

const TABS = /** @type {const} */ ([
  ["board", "page.tab_board"],
  ["sheet", "page.tab_sheet"],
  ["time", "page.tab_time"],
  ["sequence", "page.tab_sequence"],
  ["notebook", "page.tab_notebook"],
]);
/** Said before the bot has sent its words. */
const UNREACHED = "Tur-Retur nu răspunde. Verifică rețeaua. · Tur-Retur does not answer. Check the network.";

/** @param {Promise<Response>} [answered] what the bot was asked before this was here */
async function start(answered) {
  begin();
  mainButton(null);
  confirmClosing(false);
  const api = new Api(initData);
  try {
    const first = await api.begin(asked, answered);
    document.documentElement.lang = api.language;
    new App(api).start(first);
  } catch (error) {
    const text = error instanceof RefusedError ? error.refusal.text : UNREACHED;
    const again = make("button", { type: "button", class: "tool", click: () => void start() }, "↻");
    again.setAttribute("aria-label", "Încearcă din nou · Try again");
    fill(root, make("div", { class: "alone", role: "alert" }, make("p", {}, text), again));
    if (!(error instanceof RefusedError || error instanceof OfflineError)) throw error;
  }
}

await start(opening);
