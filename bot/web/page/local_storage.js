// Reads and writes localStorage: what is not sent yet, and the order of the rack.

/**
 * Return the storage key of a value of a game.
 * @param {import("./api_types.d.ts").Game} game
 * @param {string} name
 */
export function storageKey(game, name) {
  return `turretur ${game.game} ${game.colour} ${name}`;
}

/**
 * Values that localStorage rejected; they are lost when the page closes.
 * @type {Map<string, string>}
 */
const fallback = new Map();

/**
 * Return a stored value, or null.
 * @param {string} key
 * @returns {any}
 */
export function load(key) {
  try {
    return JSON.parse(fallback.get(key) ?? localStorage.getItem(key) ?? "null");
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
  fallback.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    if (value !== null) fallback.set(key, JSON.stringify(value));
  }
}

/**
 * Return the tiles of a rack in the order stored on this device.
 * @param {import("./api_types.d.ts").Game} game
 * @param {string} rack
 */
export function orderedRack(game, rack) {
  const remaining = [...rack];
  const stored = [...String(load(storageKey(game, "order")) ?? "")].filter((each) => {
    const at = remaining.indexOf(each);
    if (at >= 0) remaining.splice(at, 1);
    return at >= 0;
  });
  return [...stored, ...remaining].join("");
}

/**
 * Shuffle a rack and store its order.
 * @param {import("./api_types.d.ts").Game} game
 * @param {string} rack
 */
export function shuffleRack(game, rack) {
  const letters = [...orderedRack(game, rack)];
  for (let at = letters.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [letters[at], letters[other]] = [letters[other], letters[at]];
  }
  save(storageKey(game, "order"), letters.join(""));
}

/**
 * Move a tile of the rack to another place, and store the order.
 * @param {import("./api_types.d.ts").Game} game
 * @param {string} rack
 * @param {number} from place of the tile
 * @param {number} to place before which it goes
 */
export function moveInRack(game, rack, from, to) {
  const letters = [...orderedRack(game, rack)];
  const moved = letters.splice(from, 1);
  letters.splice(to > from ? to - 1 : to, 0, ...moved);
  save(storageKey(game, "order"), letters.join(""));
}
