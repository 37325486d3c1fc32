// Reads and writes localStorage: unsent moves and the order of the rack.

/**
 * Return the storage key of a value of a game.
 * @param {import("./api.js").Game} game
 * @param {string} what
 */
export function keyOf(game, what) {
  return `turretur ${game.game} ${game.colour} ${what}`;
}

/**
 * Values that localStorage rejected; they are lost when the page closes.
 * @type {Map<string, string>}
 */
const refused = new Map();

/**
 * Return a stored value, or null.
 * @param {string} key
 * @returns {any}
 */
export function load(key) {
  try {
    return JSON.parse(refused.get(key) ?? localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Store a value.
 * @param {string} key
 * @param {unknown} value null removes it
 */
export function save(key, value) {
  refused.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    if (value !== null) refused.set(key, JSON.stringify(value));
  }
}

/**
 * Return the tiles of a rack in the order stored on this device.
 * @param {import("./api.js").Game} game
 * @param {string} rack
 */
export function orderOf(game, rack) {
  const left = [...rack];
  const kept = [...String(load(keyOf(game, "order")) ?? "")].filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...kept, ...left].join("");
}

/**
 * Shuffle a rack and store its order.
 * @param {import("./api.js").Game} game
 * @param {string} rack
 */
export function shuffle(game, rack) {
  const letters = [...orderOf(game, rack)];
  for (let at = letters.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [letters[at], letters[other]] = [letters[other], letters[at]];
  }
  save(keyOf(game, "order"), letters.join(""));
}
