// Runs what the user asks for one act after the other, so that a slow answer loses no press.

export class ActQueue {
  /**
   * @param {HTMLElement} element is marked as busy until the last act ends
   * @param {(error: unknown) => void} showError
   */
  constructor(element, showError) {
    this.element = element;
    this.showError = showError;
    /** The names of the acts that have not ended. */
    this.names = new Set();
    this.lastEnd = Promise.resolve();
  }

  /**
   * Run an act after those begun before; until it ends, others of its name are ignored.
   * An act must not wait for another one of its queue.
   * @param {string} name
   * @param {() => Promise<void>} act
   */
  async run(name, act) {
    if (this.names.has(name)) return;
    this.names.add(name);
    this.element.setAttribute("aria-busy", "true");
    this.lastEnd = this.lastEnd.then(act).catch(this.showError).then(() => {
      this.names.delete(name);
      if (!this.names.size) this.element.removeAttribute("aria-busy");
    });
    await this.lastEnd;
  }
}
