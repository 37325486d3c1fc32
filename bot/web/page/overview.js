// Renders the user's running games with board thumbnails, match requests, and the archive by pages.

import { OfflineError } from "./api.js";
import { fill, make } from "./dom.js";
import { boardThumbnail } from "./board_thumbnail.js";
import { closeApp } from "./telegram.js";

/**
 * @typedef {import("./api.js").Listed} Listed
 * @typedef {import("./api.js").Archived} Archived
 * @typedef {import("./texts.js").Texts} Texts
 * @typedef {{opened: (code: string) => void, failed: (error: unknown) => void}} House
 */

export class Overview {
  /**
   * @param {import("./api.js").Api} api
   * @param {Texts} texts
   * @param {House} house
   */
  constructor(api, texts, house) {
    this.api = api;
    this.texts = texts;
    this.house = house;
    /** @type {string[] | null} the premium squares; null until a game is loaded */
    this.premiums = null;
    this.running = make("div", {});
    this.past = make("section", { class: "past" });
    this.tasks = make("section", {});
    this.wanted = make("section", { class: "wanted" });
    this.element = make("div", { class: "overview" }, this.tasks, this.running, this.wanted, this.past);
  }

  /** Show the overview, for an arbiter with the button that opens the task list. */
  home() {
    this.running.hidden = this.wanted.hidden = this.past.hidden = false;
    const open = { type: "button", class: "tool", click: () => void this.openTasks() };
    fill(this.tasks, this.api.arbiter && make("button", open, this.texts.get("page.tasks")));
    void this.showRequests();
  }

  /** Load the requests for friendly matches. */
  async showRequests() {
    try {
      const { MatchRequests } = await import("./match_requests.js");
      const requests = new MatchRequests(this.api, this.texts, this.house);
      await requests.open();
      fill(this.wanted, requests.element);
    } catch {
      // the overview works without the requests
    }
  }

  async openTasks() {
    try {
      const { TaskList } = await import("./task_list.js").catch(() => {
        throw new OfflineError();
      });
      const { opened, failed } = this.house;
      const desk = new TaskList(this.api, this.texts, { opened, failed, left: () => this.home() });
      fill(this.tasks, desk.element);
      this.running.hidden = this.wanted.hidden = this.past.hidden = true;
      await desk.open();
    } catch (error) {
      this.house.failed(error);
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
      this.part("page.wait_for_you", own),
      this.part("page.wait_for_others", others),
      games.length ? null : this.nothing(),
    );
    if (!this.past.firstChild) {
      fill(this.past, make("button", { type: "button", class: "tool", click: () => void this.turn(0) }, texts.get("page.archive")));
    }
  }

  /**
   * Return a section of games, or null if there are none.
   * @param {string} key of its heading
   * @param {Listed[]} games
   */
  part(key, games) {
    if (!games.length) return null;
    const cards = games.map((each) => {
      const { last_day: lastDay, unread } = each;
      return this.card(
        each,
        lastDay ? this.texts.get("page.until", { day: this.texts.day(lastDay) }) : "",
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
    const open = { type: "button", class: "card", "data-game": game.game, click: () => this.house.opened(game.game) };
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
  nothing() {
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
  async turn(wanted) {
    const { texts } = this;
    try {
      const { games, page, pages, all, premiums } = await this.api.archive(wanted);
      this.premiums ??= premiums;
      const cards = games.map((each) => this.card(each, this.outcome(each), null));
      const turner = (/** @type {string} */ key, /** @type {number} */ to) =>
        make("button", { type: "button", class: "tool", disabled: to < 0 || to >= pages, click: () => void this.turn(to) }, texts.get(key));
      fill(
        this.past,
        make("h2", { tabindex: "-1" }, texts.get("page.archive_of", { n: all })),
        all ? make("ul", { class: "cards" }, cards) : make("p", { class: "hint" }, texts.get("page.archive_none")),
        pages > 1
          ? make("div", { class: "pages" }, turner("page.newer", page - 1), make("span", {}, `${page + 1} / ${pages}`), turner("page.older", page + 1))
          : null,
      );
      /** @type {HTMLElement} */ (this.past.firstChild).focus();
    } catch (error) {
      this.house.failed(error);
    }
  }

  /**
   * Return the result and date of an archived game.
   * @param {Archived} game
   */
  outcome({ result, ended }) {
    const day = this.texts.date(ended);
    return result ? `${this.texts.get(`page.result_${result}`)} · ${day}` : day;
  }
}
