// Bytes as text that is safe in addresses (RFC 4648, section 5), without padding.

/**
 * Return bytes as text.
 * @param {Uint8Array} bytes
 */
export function textOf(bytes) {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Return the bytes of a text.
 * @param {string} text
 */
export function bytesOf(text) {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}
