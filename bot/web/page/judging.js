// What is typed is judged by the bot: asked after a moment's rest, and only the last answer counts.

import { OfflineError, RefusedError } from "./api.js";

/** @typedef {import("./api.js").Preview} Preview */

/** Milliseconds without a key before the bot is asked. */
const A_REST = 120;

export class Judging {
  /**
   * @param {(placement: string, signal: AbortSignal) => Promise<Preview>} ask
   * @param {{found: (found: Preview, placement: string) => void, failed: (text: string | null) => void}} house
   *   `failed`: what the bot has refused; null: nobody answers
   */
  constructor(ask, house) {
    this.ask = ask;
    this.house = house;
    this.timer = 0;
    this.asking = new AbortController();
  }

  /**
   * Ask of a placement after a rest, instead of what was to be asked; null: of nothing.
   * @param {string | null} placement
   */
  judge(placement) {
    clearTimeout(this.timer);
    this.asking.abort();
    if (placement !== null) this.timer = setTimeout(() => void this.now(placement), A_REST);
  }

  /** @param {string} placement */
  async now(placement) {
    this.asking = new AbortController();
    try {
      this.house.found(await this.ask(placement, this.asking.signal), placement);
    } catch (error) {
      if (error instanceof RefusedError) this.house.failed(error.refusal.text);
      else if (error instanceof OfflineError) this.house.failed(null);
      else if (!(error instanceof DOMException)) throw error;
    }
  }
}
