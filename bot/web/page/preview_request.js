// Requests previews of the typed move: debounced, and aborted when the move changes.

import { OfflineError, RefusedError } from "./api.js";

/** @import { Preview } from "./api_types.d.ts" */

/** Milliseconds without input before the request. */
const DEBOUNCE_MS = 120;

export class PreviewRequest {
  /**
   * @param {(placement: string, signal: AbortSignal) => Promise<Preview>} fetchPreview
   * @param {{onPreview: (preview: Preview, placement: string) => void, onError: (text: string | null) => void}} callbacks
   *   `onError` receives the server's error text, or null if the network failed
   */
  constructor(fetchPreview, callbacks) {
    this.fetchPreview = fetchPreview;
    this.callbacks = callbacks;
    this.timer = 0;
    this.controller = new AbortController();
  }

  /**
   * Cancel the pending request, and schedule one for this move.
   * @param {string | null} placement null schedules no request
   */
  schedule(placement) {
    clearTimeout(this.timer);
    this.controller.abort();
    if (placement !== null) this.timer = setTimeout(() => void this.request(placement), DEBOUNCE_MS);
  }

  /**
   * Request the preview now.
   * @param {string} placement
   */
  async request(placement) {
    this.controller = new AbortController();
    try {
      this.callbacks.onPreview(await this.fetchPreview(placement, this.controller.signal), placement);
    } catch (error) {
      if (error instanceof RefusedError) this.callbacks.onError(error.refusal.text);
      else if (error instanceof OfflineError) this.callbacks.onError(null);
      else if (!(error instanceof DOMException)) throw error;
    }
  }
}
