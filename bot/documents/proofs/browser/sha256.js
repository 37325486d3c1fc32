// SHA-256 (FIPS 180-4), for pages opened from a file: there browsers keep their own from us.

"use strict";

const ROUNDS = 64;
const BLOCK = 64;

/** @param {number} count @returns {number[]} the first primes */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let next = 2; found.length < count; next += 1) {
    if (found.every((prime) => next % prime)) found.push(next);
  }
  return found;
}

/** @param {number} root @returns {number} the first 32 bits of its fraction */
const fraction = (root) => Math.floor((root % 1) * 2 ** 32) >>> 0;

const START = Uint32Array.from(primes(8).map((prime) => fraction(prime ** (1 / 2))));
const CONSTANTS = Uint32Array.from(primes(ROUNDS).map((prime) => fraction(Math.cbrt(prime))));

/** @param {number} word @param {number} by @returns {number} */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * The message as it is hashed: a one bit, zeros, and its length in bits in the last eight bytes.
 *
 * @param {Uint8Array} message @returns {DataView}
 */
function padded(message) {
  const size = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
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
 * @param {DataView} view @param {number} at where the block begins
 * @param {Uint32Array} words room for the block's schedule
 */
function mixed(state, view, at, words) {
  for (let t = 0; t < 16; t += 1) words[t] = view.getUint32(at + 4 * t);
  for (let t = 16; t < ROUNDS; t += 1) {
    const [late, early] = [words[t - 2], words[t - 15]];
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    words[t] = high + words[t - 7] + low + words[t - 16];
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < ROUNDS; t += 1) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const first =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + CONSTANTS[t] + words[t]) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => {
    state[place] += word;
  });
}

/** @param {Uint8Array} message @returns {Uint8Array} its 32 bytes */
function sha256(message) {
  const state = START.slice();
  const view = padded(message);
  const words = new Uint32Array(ROUNDS);
  for (let at = 0; at < view.byteLength; at += BLOCK) mixed(state, view, at, words);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setUint32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

/** @param {string} text @returns {Uint8Array} its bytes in UTF-8 */
const utf8 = (text) => new TextEncoder().encode(text);

/** @param {...Uint8Array} parts @returns {Uint8Array} one behind the other */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} bytes @returns {string} in lower-case hexadecimal */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * @param {string} text hexadecimal @returns {Uint8Array}
 * @throws {RangeError} it is none
 */
function fromHex(text) {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new RangeError(`not hexadecimal: ${text}`);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {string} text @returns {string} the SHA-256 of its UTF-8, in hexadecimal */
const hashOf = (text) => hex(sha256(utf8(text)));
