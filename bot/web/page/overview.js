// Renders the user's running games with board thumbnails, match requests, and the archive by pages.

import { orOffline } from "./api.js";
import { boardThumbnail } from "./board_thumbnail.js";
import { chatButton, playerName, toolButton, withCommands } from "./components.js";
import { fill, make } from "./dom.js";
import { opponentOf } from "./history.js";
import { closeApp } from "./host.js";
import { inTelegram } from "./sign_in.js";

/**
 * @import { RunningGame, ArchivedGame } from "./api_types.d.ts"
 * @import { Texts } from "./texts.js"
 * @typedef {{openGame: (code: string) => void, showError: (error: unknown) => void}} Callbacks
 */

export class Overview {
  /**
   * @param {import("./api.js").Api} api
   * @param {Texts} texts
   * @param {Callbacks} callbacks
   */
  constructor(api, texts, callbacks) {
    this.api = api;
    this.texts = texts;
    this.callbacks = callbacks;
    /** @type {string[] | null} the premium squares; null until a game is loaded */
    this.premiums = null;
    this.running = make("div", {});
    this.archive = make("section", { class: "past" });
    this.tasks = make("section", {});
    this.requests = make("section", { class: "wanted" });
    this.element = make("div", { class: "overview" }, this.tasks, this.running, this.requests, this.archive);
  }

  /** Show the overview, for an arbiter with the button that opens the task list. */
  showHome() {
    this.running.hidden = this.requests.hidden = this.archive.hidden = false;
    fill(this.tasks, this.api.arbiter && toolButton(this.texts.get("page.tasks"), () => void this.openTasks()));
    void this.showRequests();
  }

  /** Load the requests for friendly matches. */
  async showRequests() {
    try {
      const { MatchRequests } = await import("./match_requests.js");
      const requests = new MatchRequests(this.api, this.texts, this.callbacks);
      await requests.open();
      fill(this.requests, requests.element);
    } catch {
      // the overview works without the requests
    }
  }

  /** Show an arbiter's task list in place of the games. */
  async openTasks() {
    try {
      const { TaskList } = await orOffline(import("./task_list.js"));
      const { openGame, showError } = this.callbacks;
      const tasks = new TaskList(this.api, this.texts, { openGame, showError, close: () => this.showHome() });
      fill(this.tasks, tasks.element);
      this.running.hidden = this.requests.hidden = this.archive.hidden = true;
      await tasks.open();
    } catch (error) {
      this.callbacks.showError(error);
    }
  }

  /**
   * Render the running games.
   * @param {RunningGame[]} games
   */
  show(games) {
    const { texts } = this;
    const mine = games.filter((each) => each.mine);
    const others = games.filter((each) => !each.mine);
    fill(
      this.running,
      this.section("page.wait_for_you", mine),
      this.section("page.wait_for_others", others),
      games.length ? null : this.emptyState(),
    );
    if (!this.archive.firstChild) {
      fill(this.archive, toolButton(texts.get("page.archive"), () => void this.showArchive(0)));
    }
  }

  /**
   * Return a section of games, or null if there are none.
   * @param {string} key of its heading
   * @param {RunningGame[]} games
   */
  section(key, games) {
    if (!games.length) return null;
    const cards = games.map((each) => {
      const { last_day: lastDay, unread } = each;
      return this.card(
        each,
        lastDay ? this.texts.get("page.until", { day: this.texts.shortDate(lastDay) }) : "",
        unread ? make("b", { class: "unread" }, this.texts.get("page.unread", { n: unread })) : null,
      );
    });
    const head = make("h2", {}, this.texts.get(key, { n: games.length }));
    return make("section", {}, head, make("ul", { class: "cards" }, cards));
  }

  /**
   * Return the card of a game.
   * @param {RunningGame | ArchivedGame} game
   * @param {string} line
   * @param {HTMLElement | null} badge
   */
  card(game, line, badge) {
    const { score, partner, colour } = game;
    const open = { type: "button", class: "card", "data-game": game.game, click: () => this.callbacks.openGame(game.game) };
    return make(
      "li",
      {},
      make(
        "button",
        open,
        boardThumbnail(game, this.premiums),
        make("b", { class: "name" }, playerName(partner, opponentOf(colour))),
        make("span", { class: "figures" }, `${score.own}–${score.partner}`),
        make("small", {}, [line, game.game].filter(Boolean).join(" · ")),
        badge,
      ),
    );
  }

  /** Return the help for a user without running games. */
  emptyState() {
    const { texts } = this;
    return make(
      "div",
      { class: "nothing" },
      make("p", {}, texts.get("page.no_games")),
      chatButton(texts.get("button.start.practice"), "c-exerseaza"),
      chatButton(texts.get("button.start.play"), "c-joaca"),
      chatButton(texts.get("button.how"), "how"),
      make("p", { class: "hint" }, withCommands(texts.get("page.no_games_new"))),
      make("p", { class: "hint" }, withCommands(texts.get("page.no_games_help"))),
      toolButton(texts.get(inTelegram ? "page.to_chat" : "page.news"), closeApp),
    );
  }

  /**
   * Load and render a page of the archive.
   * @param {number} number
   */
  async showArchive(number) {
    const { texts } = this;
    try {
      const { games, page, pages, all, premiums } = await this.api.archive(number);
      this.premiums ??= premiums;
      const cards = games.map((each) => this.card(each, this.outcome(each), null));
      const pageButton = (/** @type {string} */ key, /** @type {number} */ to) =>
        toolButton(texts.get(key), () => void this.showArchive(to), to < 0 || to >= pages);
      fill(
        this.archive,
        make("h2", { tabindex: "-1" }, texts.get("page.archive_of", { n: all })),
        all ? make("ul", { class: "cards" }, cards) : make("p", { class: "hint" }, texts.get("page.archive_none")),
        pages > 1
          ? make("div", { class: "pages" }, pageButton("page.newer", page - 1), make("span", {}, `${page + 1} / ${pages}`), pageButton("page.older", page + 1))
          : null,
      );
      /** @type {HTMLElement} */ (this.archive.firstChild).focus();
    } catch (error) {
      this.callbacks.showError(error);
    }
  }

  /**
   * Return the result and date of an archived game.
   * @param {ArchivedGame} game
   */
  outcome({ result, ended }) {
    const day = this.texts.fullDate(ended);
    return result ? `${this.texts.get(`page.result_${result}`)} · ${day}` : day;
  }
}
