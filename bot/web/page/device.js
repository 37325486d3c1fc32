// What is kept on this device: letters typed and not sent, the order of the hand.

/**
 * Return the name under which something of a game is kept.
 * @param {import("./api.js").Game} game
 * @param {string} what
 */
export function keyOf(game, what) {
  return `turretur ${game.game} ${game.colour} ${what}`;
}

/**
 * @param {string} key
 * @returns {any}
 */
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value null: forget it
 */
export function save(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A device that keeps nothing: what is typed lasts as long as the page.
  }
}
