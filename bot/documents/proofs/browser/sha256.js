// SHA-256 (FIPS 180-4), because browsers offer no crypto.subtle to a page opened from a file.

"use strict";

const ROUNDS = 64;
const BLOCK_SIZE = 64;

/** @param {number} count @returns {number[]} */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let next = 2; found.length < count; next += 1) {
    if (found.every((prime) => next % prime)) found.push(next);
  }
  return found;
}

/** @param {number} root @returns {number} the first 32 bits of its fractional part */
const fractionBits = (root) => Math.floor((root % 1) * 2 ** 32) >>> 0;

const INITIAL_HASH = Uint32Array.from(
  primes(8).map((prime) => fractionBits(prime ** (1 / 2))),
);
const ROUND_CONSTANTS = Uint32Array.from(
  primes(ROUNDS).map((prime) => fractionBits(Math.cbrt(prime))),
);

/** @param {number} word @param {number} bits @returns {number} */
const rotateRight = (word, bits) => (word >>> bits) | (word << (32 - bits));

/**
 * Append a one bit, zeros, and the message's length in bits as the last eight bytes.
 *
 * @param {Uint8Array} message @returns {DataView}
 */
function padMessage(message) {
  const size = Math.ceil((message.length + 9) / BLOCK_SIZE) * BLOCK_SIZE;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, message.length * 8);
  return view;
}

/**
 * @param {Uint32Array} state changed in place
 * @param {DataView} view @param {number} offset of the block
 * @param {Uint32Array} schedule a buffer for the message schedule
 */
function compressBlock(state, view, offset, schedule) {
  for (let t = 0; t < 16; t += 1) schedule[t] = view.getUint32(offset + 4 * t);
  for (let t = 16; t < ROUNDS; t += 1) {
    const [late, early] = [schedule[t - 2], schedule[t - 15]];
    const sigma1 = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
    const sigma0 = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
    schedule[t] = sigma1 + schedule[t - 7] + sigma0 + schedule[t - 16];
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < ROUNDS; t += 1) {
    const sum1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const choice = (e & f) ^ (~e & g);
    const temp1 = (h + sum1 + choice + ROUND_CONSTANTS[t] + schedule[t]) | 0;
    const sum0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const temp2 = (sum0 + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + temp1) | 0, c, b, a, (temp1 + temp2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] += word;
  });
}

/** @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
function sha256(message) {
  const state = INITIAL_HASH.slice();
  const view = padMessage(message);
  const schedule = new Uint32Array(ROUNDS);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK_SIZE) {
    compressBlock(state, view, offset, schedule);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

/** @param {string} text @returns {Uint8Array} */
const utf8 = (text) => new TextEncoder().encode(text);

/** @param {...Uint8Array} parts @returns {Uint8Array} */
function concat(...parts) {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** @param {Uint8Array} bytes @returns {string} in lower-case hexadecimal */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * @param {string} text hexadecimal @returns {Uint8Array}
 * @throws {RangeError} if the text is not hexadecimal
 */
function fromHex(text) {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new RangeError(`not hexadecimal: ${text}`);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {string} text @returns {string} the SHA-256 of its UTF-8, in hexadecimal */
const hashText = (text) => toHex(sha256(utf8(text)));
