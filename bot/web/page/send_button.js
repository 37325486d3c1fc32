// Telegram's main button on the Board tab: sends the move, takes it back, or opens the next game.

import { OfflineError, RefusedError } from "./api.js";
import { keyOf, load, save } from "./local_storage.js";
import { draftOf } from "./draft.js";
import { confirmClosing, feel, mainButton } from "./telegram.js";

/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./api.js").Held} Held */

export class SendButton {
  /**
   * @param {import("./move_editor.js").MoveEditor} table
   * @param {import("./api.js").Api} api
   * @param {{refresh: () => Promise<void>, told: (text: string) => void,
   *          next: () => {text: string, press: () => void} | null}} house `next` returns the button to the next game
   */
  constructor(table, api, house) {
    this.table = table;
    this.api = api;
    this.house = house;
    this.busy = false;
    /** @type {Held | null} the sent move that can be taken back */
    this.held = null;
    /** The end of that period, in `performance.now()` time. */
    this.until = 0;
    /** @type {ReturnType<import("./draft.js").Draft["kept"]> | null} the tiles of the last sent move */
    this.last = null;
    this.tick = 0;
  }

  /** Update the button. */
  draw() {
    const { texts, found, game, draft } = this.table;
    const isMine = game !== null && game.turn !== null && game.turn === game.colour;
    this.hold(game?.held ?? null);
    if (!this.table.visible) return;
    if (this.held) {
      const n = this.secondsLeft;
      const text = texts.get("button.board.take_back", { n });
      mainButton({ text, enabled: n > 0, busy: this.busy || n === 0, press: () => void this.takeBack() });
      return;
    }
    if (!isMine) {
      const next = this.house.next();
      mainButton(next && { ...next, enabled: true });
      return;
    }
    const enabled = found !== null && found.faults.length === 0;
    const points = found?.counted ?? found?.points ?? null;
    const text = draft.pass
      ? texts.get("button.board.send_pass")
      : enabled && points !== null
        ? texts.get("button.board.send_points", { points: texts.count(points, "points") })
        : texts.get("button.board.send");
    mainButton({ text, enabled, busy: this.busy, press: () => void this.send() });
  }

  get secondsLeft() {
    return Math.max(0, Math.ceil((this.until - performance.now()) / 1000));
  }

  /**
   * Count down the seconds of a held move, then reload the game.
   * @param {Held | null} held
   */
  hold(held) {
    if (held && held.token !== this.held?.token) this.until = performance.now() + held.seconds * 1000;
    this.held = held;
    if (!held || this.tick) return;
    this.tick = window.setTimeout(() => {
      this.tick = 0;
      if (this.held && this.secondsLeft === 0) void this.house.refresh();
      this.draw();
    }, 1000);
  }

  /** Take back the held move, and lay its tiles again. */
  async takeBack() {
    const { game, texts } = this.table;
    const { held } = this;
    if (!game || !held || this.busy) return;
    this.busy = true;
    this.draw();
    try {
      await this.api.takeBack(game.game, held.token);
      feel("success");
      this.busy = false;
      await this.house.refresh();
      const { last } = this;
      if (last) this.table.change(() => this.table.draft.take(last));
      this.house.told(texts.get("page.taken_back", { placement: held.placement }));
    } catch (error) {
      this.busy = false;
      feel("error");
      await this.house.refresh();
      await this.refused(error, game);
    }
    this.draw();
  }

  /** Send the move. A retry after a lost response has the same id, so that it makes no second move. */
  async send() {
    const { game, draft, found } = this.table;
    const { placement } = draft;
    if (!game || placement === null || this.busy || !found || found.faults.length) return;
    const id = this.idFor(game, placement);
    this.busy = true;
    this.draw();
    try {
      const what = draft.pass ? { pass: /** @type {const} */ (true) } : { placement };
      await this.api.move(game.game, { ...what, version: game.version, id });
      feel("success");
      this.last = draft.kept();
      this.forget(game);
      this.table.draft = draftOf(game);
      this.busy = false;
      await this.house.refresh();
      this.table.tellSent();
    } catch (error) {
      this.busy = false;
      feel("error");
      await this.refused(error, game);
    }
    this.draw();
  }

  /**
   * Show an error, and reload the game if it has moved on.
   * @param {unknown} error
   * @param {Game} game
   */
  async refused(error, game) {
    if (error instanceof OfflineError) {
      this.house.told(this.table.texts.get("page.not_sent"));
      return;
    }
    if (!(error instanceof RefusedError)) throw error;
    save(keyOf(game, "id"), null);
    if (error.status === 409) await this.house.refresh();
    const { faults } = error.refusal;
    this.house.told(faults?.length ? faults.map((each) => each.text).join(" ") : error.refusal.text);
  }

  /**
   * Return the request id of a move; a retry gets the stored one.
   * @param {Game} game
   * @param {string} placement
   * @returns {string}
   */
  idFor(game, placement) {
    const kept = load(keyOf(game, "id"));
    if (kept?.placement === placement && kept.version === game.version) return kept.id;
    const id = crypto.randomUUID();
    save(keyOf(game, "id"), { placement, version: game.version, id });
    return id;
  }

  /**
   * Delete the stored move and its request id.
   * @param {Game} game
   */
  forget(game) {
    save(keyOf(game, "draft"), null);
    save(keyOf(game, "id"), null);
    confirmClosing(false);
  }
}
