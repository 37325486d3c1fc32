// Renders the user's running games with board thumbnails, match requests, and the archive by pages.

import { OfflineError } from "./api.js";
import { fill, make } from "./dom.js";
import { boardThumbnail } from "./board_thumbnail.js";
import { closeApp } from "./telegram.js";

/**
 * @typedef {import("./api.js").RunningGame} Listed
 * @typedef {import("./api.js").ArchivedGame} Archived
 * @typedef {import("./texts.js").Texts} Texts
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
    const open = { type: "button", class: "tool", click: () => void this.openTasks() };
    fill(this.tasks, this.api.arbiter && make("button", open, this.texts.get("page.tasks")));
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

  async openTasks() {
    try {
      const { TaskList } = await import("./task_list.js").catch(() => {
        throw new OfflineError();
      });
      const { openGame, showError } = this.callbacks;
      const desk = new TaskList(this.api, this.texts, { openGame, showError, close: () => this.showHome() });
      fill(this.tasks, desk.element);
      this.running.hidden = this.requests.hidden = this.archive.hidden = true;
      await desk.open();
    } catch (error) {
      this.callbacks.showError(error);
    }
  }

  /**
   * Render the running games.
   * @param {Listed[]} games
   */
  show(games) {
    const { texts } = this;
    const own = games.filter((each) => each.mine);
    const others = games.filter((each) => !each.mine);
    fill(
      this.running,
      this.section("page.wait_for_you", own),
      this.section("page.wait_for_others", others),
      games.length ? null : this.emptyState(),
    );
    if (!this.archive.firstChild) {
      fill(this.archive, make("button", { type: "button", class: "tool", click: () => void this.showArchive(0) }, texts.get("page.archive")));
    }
  }

  /**
   * Return a section of games, or null if there are none.
   * @param {string} key of its heading
   * @param {Listed[]} games
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
   * @param {Listed | Archived} game
   * @param {string} line
   * @param {HTMLElement | null} more
   */
  card(game, line, more) {
    const { score, partner, colour } = game;
    const other = colour === "red" ? "blue" : "red";
    const name = make("span", { class: `player ${other}` }, make("span", { class: "mark", "aria-hidden": "true" }), partner);
    const open = { type: "button", class: "card", "data-game": game.game, click: () => this.callbacks.openGame(game.game) };
    return make(
      "li",
      {},
      make(
        "button",
        open,
        boardThumbnail(game, this.premiums),
        make("b", { class: "name" }, name),
        make("span", { class: "figures" }, `${score.own} – ${score.partner}`),
        make("small", {}, [line, game.game].filter(Boolean).join(" · ")),
        more,
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
      make("p", { class: "hint" }, texts.get("page.no_games_new")),
      make("p", { class: "hint" }, texts.get("page.no_games_help")),
      make("button", { type: "button", class: "tool", click: closeApp }, texts.get("page.to_chat")),
    );
  }

  /**
   * Load and render a page of the archive.
   * @param {number} wanted
   */
  async showArchive(wanted) {
    const { texts } = this;
    try {
      const { games, page, pages, all, premiums } = await this.api.archive(wanted);
      this.premiums ??= premiums;
      const cards = games.map((each) => this.card(each, this.outcome(each), null));
      const turner = (/** @type {string} */ key, /** @type {number} */ to) =>
        make("button", { type: "button", class: "tool", disabled: to < 0 || to >= pages, click: () => void this.showArchive(to) }, texts.get(key));
      fill(
        this.archive,
        make("h2", { tabindex: "-1" }, texts.get("page.archive_of", { n: all })),
        all ? make("ul", { class: "cards" }, cards) : make("p", { class: "hint" }, texts.get("page.archive_none")),
        pages > 1
          ? make("div", { class: "pages" }, turner("page.newer", page - 1), make("span", {}, `${page + 1} / ${pages}`), turner("page.older", page + 1))
          : null,
      );
      /** @type {HTMLElement} */ (this.archive.firstChild).focus();
    } catch (error) {
      this.callbacks.showError(error);
    }
  }

  /**
   * Return the result and date of an archived game.
   * @param {Archived} game
   */
  outcome({ result, ended }) {
    const day = this.texts.fullDate(ended);
    return result ? `${this.texts.get(`page.result_${result}`)} · ${day}` : day;
  }
}
