// The hash chain of an exported log, and the way from its last row to a day's fingerprint.

"use strict";

/**
 * @typedef {object} Row an event as it is exported
 * @property {string} stream
 * @property {number} seq from 1
 * @property {string} name
 * @property {number} version
 * @property {string} at
 * @property {string} previous
 * @property {string} payload
 * @property {string} hash
 * @property {unknown} [withheld] the secrets left out of it: its place alone can be checked
 *
 * @typedef {{ seq: number, reason: "gap" | "previous" | "hash" | "unreadable" }} Broken
 */

const NO_HASH = "0".repeat(64);
const FACTS = /** @type {const} */ (["stream", "seq", "name", "version", "at", "previous", "payload"]);

/** @param {Row} row @returns {string} its hash, as `storage/log.py` says */
const linkOf = (row) => hashOf(FACTS.map((fact) => String(row[fact])).join("\n"));

/** @param {Row} row @returns {boolean} whether a secret was left out of it */
const isWithheld = ({ withheld }) => Array.isArray(withheld) && withheld.length > 0;

/** @param {Row[]} rows of one stream @returns {Broken | null} the first that does not follow */
function brokenLink(rows) {
  let previous = NO_HASH;
  for (const [at, row] of rows.entries()) {
    if (row.seq !== at + 1 || row.stream !== rows[0].stream) return { seq: at + 1, reason: "gap" };
    if (row.previous !== previous) return { seq: at + 1, reason: "previous" };
    if (!isWithheld(row) && row.hash !== linkOf(row)) return { seq: at + 1, reason: "hash" };
    previous = row.hash;
  }
  return null;
}

/**
 * @param {string} text one JSON object a line
 * @returns {Row[]}
 * @throws {SyntaxError} a line is none
 */
const rowsOf = (text) =>
  text
    .replace(/^\ufeff/, "")
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line));

/**
 * The day's root from a log's last row, and from the root the day's fingerprint.
 *
 * @typedef {object} Inclusion
 * @property {string} day
 * @property {string} stream
 * @property {number} seq
 * @property {string} hash of the log's last row on that day
 * @property {string} salt
 * @property {string[]} path what stands beside, from below: `<` before it, `>` behind it, hash
 * @property {string} previous the fingerprint before
 * @property {string} fingerprint
 */

/** @param {Pick<Inclusion, "stream" | "seq" | "hash" | "salt">} log @returns {string} */
const leafOf = ({ stream, seq, hash, salt }) =>
  hashOf(["leaf", stream, seq, hash, salt].join("\n"));

/** @param {string} left @param {string} right @returns {string} */
const nodeOf = (left, right) => hashOf(`node\n${left}\n${right}`);

/** @param {string} day @param {string} previous @param {string} root @returns {string} */
const fingerprintOf = (day, previous, root) => hashOf(`day\n${day}\n${previous}\n${root}`);

/** @param {Inclusion} of @returns {string} the fingerprint that follows from the row */
function fingerprintFrom(of) {
  let root = leafOf(of);
  for (const step of of.path) {
    const beside = step.slice(1);
    root = step[0] === "<" ? nodeOf(beside, root) : nodeOf(root, beside);
  }
  return fingerprintOf(of.day, of.previous, root);
}

/**
 * @typedef {{ day: string, root: string, fingerprint: string }} Day what was published on a day
 */

/**
 * @param {string} text such as a message of a group
 * @returns {{ day: string, fingerprint: string }[]} the fingerprints that were noted down in it
 */
const notedIn = (text) =>
  [...text.matchAll(/(\d{4}-\d\d-\d\d)\W+([0-9a-f]{64})\b/gi)].map(([, day, found]) => ({
    day,
    fingerprint: found.toLowerCase(),
  }));
