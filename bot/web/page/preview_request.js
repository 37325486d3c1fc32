// Requests previews of the typed move: debounced, and aborted when the move changes.

import { OfflineError, RefusedError } from "./api.js";

/** @typedef {import("./api.js").Preview} Preview */

/** Milliseconds without input before the request. */
const A_REST = 120;

export class PreviewRequest {
  /**
   * @param {(placement: string, signal: AbortSignal) => Promise<Preview>} ask
   * @param {{found: (found: Preview, placement: string) => void, failed: (text: string | null) => void}} house
   *   `failed` receives the server's error text, or null if the network failed
   */
  constructor(ask, house) {
    this.ask = ask;
    this.house = house;
    this.timer = 0;
    this.asking = new AbortController();
  }

  /**
   * Cancel the pending request, and schedule one for this move.
   * @param {string | null} placement null schedules no request
   */
  judge(placement) {
    clearTimeout(this.timer);
    this.asking.abort();
    if (placement !== null) this.timer = setTimeout(() => void this.now(placement), A_REST);
  }

  /**
   * Request the preview now.
   * @param {string} placement
   */
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
