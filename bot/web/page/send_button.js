// Telegram's main button on the Board tab: sends the move, takes it back, or opens the next game.

import { OfflineError, RefusedError } from "./api.js";
import { newDraft, tilesOfMove } from "./draft.js";
import { load, save, storageKey } from "./local_storage.js";
import { confirmClosing, hapticFeedback, setMainButton } from "./host.js";

/** @import { Game, HeldMove } from "./api_types.d.ts" */

export class SendButton {
  /**
   * @param {import("./move_editor.js").MoveEditor} editor
   * @param {import("./api.js").Api} api
   * @param {{refresh: () => Promise<void>, showMessage: (text: string) => void, askForMail: (text: string) => void,
   *          nextGameButton: () => {text: string, press: () => void} | null}} callbacks
   */
  constructor(editor, api, callbacks) {
    this.editor = editor;
    this.api = api;
    this.callbacks = callbacks;
    this.busy = false;
    /** @type {HeldMove | null} the sent move that can be taken back */
    this.held = null;
    /** Until when it can be taken back, in `performance.now()` time. */
    this.heldUntil = 0;
    this.timer = 0;
  }

  /** Update the button. */
  draw() {
    const { texts, preview, game, draft } = this.editor;
    const isMine = game !== null && game.turn !== null && game.turn === game.colour;
    this.countDown(game?.held ?? null);
    if (!this.editor.visible) return;
    if (this.held) {
      const n = this.secondsLeft;
      const text = texts.get("button.board.take_back", { n });
      setMainButton({ text, enabled: n > 0, busy: this.busy || n === 0, press: () => void this.takeBack() });
      return;
    }
    if (!isMine) {
      const button = this.callbacks.nextGameButton();
      setMainButton(button && { ...button, enabled: true });
      return;
    }
    const enabled = preview !== null && preview.faults.length === 0;
    const points = preview?.counted ?? preview?.points ?? null;
    const text = draft.pass
      ? texts.get("button.board.send_pass")
      : enabled && points !== null
        ? texts.get("button.board.send_points", { points: texts.count(points, "points") })
        : texts.get("button.board.send");
    setMainButton({ text, enabled, busy: this.busy, press: () => void this.send() });
  }

  get secondsLeft() {
    return Math.max(0, Math.ceil((this.heldUntil - performance.now()) / 1000));
  }

  /**
   * Count down the seconds of a held move, then reload the game.
   * @param {HeldMove | null} held
   */
  countDown(held) {
    if (held && held.token !== this.held?.token) this.heldUntil = performance.now() + held.seconds * 1000;
    this.held = held;
    if (!held || this.timer) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (this.held && this.secondsLeft === 0) void this.callbacks.refresh();
      this.draw();
    }, 1000);
  }

  /** Take back the held move, and lay its tiles again. */
  async takeBack() {
    const { game, texts } = this.editor;
    const { held } = this;
    if (!game || !held || this.busy) return;
    this.busy = true;
    this.draw();
    try {
      await this.api.takeBack(game.game, held.token);
      hapticFeedback("success");
      this.busy = false;
      await this.callbacks.refresh();
      const laid = tilesOfMove(held.placement, game.board);
      const arrow = laid[0] ? { ...laid[0], down: /^\d/.test(held.placement) } : null;
      if (this.isOpen(game)) this.editor.change(() => this.editor.draft.restore({ laid, arrow, pass: !arrow }));
      this.callbacks.showMessage(texts.get("page.taken_back", { placement: held.placement }));
    } catch (error) {
      this.busy = false;
      hapticFeedback("error");
      await this.callbacks.refresh();
      await this.showError(error, game);
    }
    this.draw();
  }

  /** Send the move. A retry after a lost response has the same id, so that it makes no second move. */
  async send() {
    const { game, draft, preview } = this.editor;
    const { placement } = draft;
    if (!game || placement === null || this.busy || !preview || preview.faults.length) return;
    const id = this.requestId(game, placement);
    this.busy = true;
    this.draw();
    try {
      const move = draft.pass ? { pass: /** @type {const} */ (true) } : { placement };
      await this.api.move(game.game, { ...move, version: game.version, id });
      hapticFeedback("success");
      this.clearStored(game);
      if (this.isOpen(game)) this.editor.draft = newDraft(game);
      this.busy = false;
      await this.callbacks.refresh();
      if (this.isOpen(game)) this.editor.showSent();
    } catch (error) {
      this.busy = false;
      hapticFeedback("error");
      await this.showError(error, game);
    }
    this.draw();
  }

  /**
   * Return whether the game is still open.
   * @param {Game} game
   */
  isOpen(game) {
    return this.editor.game?.game === game.game;
  }

  /**
   * Show an error, and reload the game if it has moved on.
   * @param {unknown} error
   * @param {Game} game
   */
  async showError(error, game) {
    if (error instanceof OfflineError) {
      this.callbacks.showMessage(this.editor.texts.get("page.not_sent"));
      return;
    }
    if (!(error instanceof RefusedError)) throw error;
    save(storageKey(game, "id"), null);
    if (error.isOutdated) await this.callbacks.refresh();
    if (error.refusal.error === "mail_first") {
      this.callbacks.askForMail(error.refusal.text);
      return;
    }
    const { faults } = error.refusal;
    this.callbacks.showMessage(faults?.length ? faults.map((each) => each.text).join(" ") : error.refusal.text);
  }

  /**
   * Return the request id of a move; a retry gets the stored one.
   * @param {Game} game
   * @param {string} placement
   * @returns {string}
   */
  requestId(game, placement) {
    const stored = load(storageKey(game, "id"));
    if (stored?.placement === placement && stored.version === game.version) return stored.id;
    const id = crypto.randomUUID();
    save(storageKey(game, "id"), { placement, version: game.version, id });
    return id;
  }

  /**
   * Delete the stored move and its request id.
   * @param {Game} game
   */
  clearStored(game) {
    save(storageKey(game, "draft"), null);
    save(storageKey(game, "id"), null);
    confirmClosing(false);
  }
}
