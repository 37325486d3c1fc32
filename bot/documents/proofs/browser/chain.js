// The hash chain of an exported log, and the path from its last row to a day's fingerprint.

/**
 * @typedef {object} Row an exported event
 * @property {string} stream
 * @property {number} seq from 1
 * @property {string} name
 * @property {number} version
 * @property {string} at
 * @property {string} previous
 * @property {string} payload
 * @property {string} hash
 * @property {unknown} [withheld] removed secrets; the hash of such a row is not checked
 *
 * @typedef {{ seq: number, reason: "gap" | "previous" | "hash" | "unreadable" }} BrokenLink
 */

const NO_HASH = "0".repeat(64);
const HASHED_FIELDS = /** @type {const} */ ([
  "stream",
  "seq",
  "name",
  "version",
  "at",
  "previous",
  "payload",
]);

/** @param {Row} row @returns {string} the hash that `storage/log.py` defines */
const rowHash = (row) => hashText(HASHED_FIELDS.map((field) => String(row[field])).join("\n"));

/** @param {Row} row @returns {boolean} whether a secret was removed from it */
const isWithheld = ({ withheld }) => Array.isArray(withheld) && withheld.length > 0;

/** @param {Row[]} rows of one stream @returns {BrokenLink | null} the first break in the chain */
function brokenLink(rows) {
  let previous = NO_HASH;
  for (const [index, row] of rows.entries()) {
    const seq = index + 1;
    if (row.seq !== seq || row.stream !== rows[0].stream) return { seq, reason: "gap" };
    if (row.previous !== previous) return { seq, reason: "previous" };
    if (!isWithheld(row) && row.hash !== rowHash(row)) return { seq, reason: "hash" };
    previous = row.hash;
  }
  return null;
}

/**
 * @param {string} text with one JSON object on each line
 * @returns {Row[]}
 * @throws {SyntaxError} if a line is not JSON
 */
const parseRows = (text) =>
  text
    .replace(/^\ufeff/, "")
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line));

/**
 * The path from a log's last row to the day's root, from which the fingerprint follows.
 *
 * @typedef {object} Inclusion
 * @property {string} day
 * @property {string} stream
 * @property {number} seq
 * @property {string} hash of the log's last row on that day
 * @property {string} salt
 * @property {string[]} path from the leaf up: `<` (left) or `>` (right) and the sibling's hash
 * @property {string} previous the fingerprint of the day before
 * @property {string} fingerprint
 */

/** @param {Pick<Inclusion, "stream" | "seq" | "hash" | "salt">} log @returns {string} */
const leafHash = ({ stream, seq, hash, salt }) =>
  hashText(["leaf", stream, seq, hash, salt].join("\n"));

/** @param {string} left @param {string} right @returns {string} */
const nodeHash = (left, right) => hashText(`node\n${left}\n${right}`);

/** @param {string} day @param {string} previous @param {string} root @returns {string} */
const dayFingerprint = (day, previous, root) => hashText(`day\n${day}\n${previous}\n${root}`);

/** @param {Inclusion} inclusion @returns {string} the fingerprint that the path leads to */
function fingerprintOfPath(inclusion) {
  let root = leafHash(inclusion);
  for (const step of inclusion.path) {
    const sibling = step.slice(1);
    root = step[0] === "<" ? nodeHash(sibling, root) : nodeHash(root, sibling);
  }
  return dayFingerprint(inclusion.day, inclusion.previous, root);
}

/**
 * @typedef {{ day: string, root: string, fingerprint: string }} Day a published fingerprint
 */

/**
 * @param {string} text such as a message of a group
 * @returns {{ day: string, fingerprint: string }[]} the fingerprints in it
 */
const findFingerprints = (text) =>
  [...text.matchAll(/(\d{4}-\d\d-\d\d)\W+([0-9a-f]{64})\b/gi)].map(([, day, found]) => ({
    day,
    fingerprint: found.toLowerCase(),
  }));
