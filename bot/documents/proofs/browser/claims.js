// What a proof, or an exported log, claims, each claim worked out again. Knows no page.

"use strict";

/**
 * @typedef {object} Proof a match's, as docs/proofs.md describes it
 * @property {string} format
 * @property {string} match
 * @property {Rules & Reading} rules
 * @property {Tiles} tiles
 * @property {Game[]} games the home one first
 * @property {Inclusion[]} logs
 *
 * @typedef {object} Game
 * @property {string} game
 * @property {string | null} commitment null for an imported game
 * @property {string | null} seed
 * @property {string | null} sequence
 * @property {{ number: number, base: string | null } | null} series
 * @property {(Ended & { red: string, blue: string, article: string }) | null} result
 *
 * @typedef {"kept" | "broken" | "later" | "decided" | "elsewhere"} Verdict
 *
 * @typedef {object} Claim
 * @property {string} what a key of the page's words
 * @property {string} of the game or log
 * @property {Verdict} verdict
 * @property {string} claimed
 * @property {string} found what it came to here; empty where there is nothing to compare yet
 */

const PROOF = "tur-retur proof 1";

/**
 * @param {string} what @param {string} of @param {string} claimed @param {() => string} work
 * @returns {Claim} what cannot even be worked out is not kept
 */
function compared(what, of, claimed, work) {
  let found;
  try {
    found = work();
  } catch (error) {
    found = String(error instanceof Error ? error.message : error);
  }
  return { what, of, verdict: found === claimed ? "kept" : "broken", claimed, found };
}

/** @param {string} what @param {string} of @param {string} claimed @returns {Claim} */
const later = (what, of, claimed) => ({ what, of, verdict: "later", claimed, found: "" });

/** @param {Game} game @param {Proof} proof @returns {Claim[]} what its letters are held to */
function ofTheDraw({ game, commitment, seed, sequence, series }, proof) {
  if (commitment === null) return []; // an imported game was drawn elsewhere
  /** @type {Claim[]} */
  const claims = [];
  const sealed = series ? series.base : seed;
  claims.push(
    sealed === null
      ? later("commitment", game, commitment)
      : compared("commitment", game, commitment, () => commitmentOf(sealed)),
  );
  if (series && series.base !== null && seed !== null) {
    const { base, number } = series;
    claims.push(compared("series", game, seed, () => furtherSeed(base, number)));
  }
  if (seed !== null && sequence !== null) {
    claims.push(compared("sequence", game, sequence, () => drawn(seed, proof.rules, proof.tiles)));
  }
  return claims;
}

/** @param {Proof} proof @returns {Claim[]} */
function ofTheResults({ games, rules }) {
  const results = games.flatMap(({ result }) => result ?? []);
  const over = games.filter(({ result }) => result);
  /** @param {number} at @returns {string} */
  const worked = (at) => coefficientsOf(results, rules)[at].map(decimal).join(" / ");
  return results.map((result, at) => {
    const claimed = `${result.red} / ${result.blue}`;
    const claim = compared("coefficients", over[at].game, claimed, () => worked(at));
    const isRuled = result.decided && claim.verdict === "kept";
    return isRuled ? { ...claim, verdict: "decided" } : claim;
  });
}

/**
 * @param {Proof} proof
 * @returns {Claim[]} everything that it claims
 * @throws {TypeError} it is none of this kind
 */
function examined(proof) {
  if (proof?.format !== PROOF) throw new TypeError("not a proof of this kind");
  return [
    ...proof.games.flatMap((game) => ofTheDraw(game, proof)),
    ...ofTheResults(proof),
    ...proof.logs.map((log) =>
      compared("fingerprint", `${log.stream}, ${log.day}`, log.fingerprint, () =>
        fingerprintFrom(log),
      ),
    ),
  ];
}

/** @param {Row[]} rows of one log @param {Proof[]} proofs @returns {Claim[]} */
function ofTheLog(rows, proofs) {
  const { stream } = rows[0];
  const last = rows[rows.length - 1];
  const broken = brokenLink(rows);
  /** @type {Claim[]} */
  const claims = [
    {
      what: "chain",
      of: stream,
      verdict: broken ? "broken" : "kept",
      claimed: last.hash,
      found: broken ? `${broken.seq}: ${broken.reason}` : linkOf(last),
    },
  ];
  const withheld = rows.filter(isWithheld).map((row) => row.seq);
  if (withheld.length) claims.push(later("withheld", stream, withheld.join(", ")));
  for (const log of proofs.flatMap((proof) => proof.logs)) {
    if (log.stream !== stream) continue;
    const there = rows.find((row) => row.seq === log.seq);
    const place = `${stream}, ${log.day}`;
    claims.push(compared("same_log", place, log.hash, () => there?.hash ?? ""));
  }
  return [...claims, ...ofTheLetters(rows[0], proofs)];
}

/** @param {Row} row the first of a game's log @param {Proof[]} proofs @returns {Claim[]} */
function ofTheLetters(row, proofs) {
  if (row.name !== "game.started") return [];
  const played = JSON.parse(row.payload);
  return proofs
    .flatMap((proof) => proof.games)
    .filter(({ game, sequence }) => game === played.game && sequence)
    .map(({ game, sequence }) =>
      compared("same_letters", game, String(sequence), () => played.sequence),
    );
}

/** @param {Day[]} days @returns {Claim[]} that each of the published fingerprints holds the last */
function ofTheDays(days) {
  let previous = NO_HASH;
  for (const { day, root, fingerprint } of days) {
    const claim = compared("days", `${days[0].day} – ${day}`, fingerprint, () =>
      fingerprintOf(day, previous, root),
    );
    if (claim.verdict === "broken" || day === days[days.length - 1].day) return [claim];
    previous = fingerprint;
  }
  return [];
}

/** @param {string} what @param {{ day: string, fingerprint: string }} noted @param {Day[]} days */
const amongDays = (what, { day, fingerprint }, days) =>
  compared(what, day, fingerprint, () => {
    return days.find((each) => each.day === day)?.fingerprint ?? "";
  });

/**
 * @param {string[]} texts what was pasted or dropped: proofs, logs of one event a line, a
 *     competition's open data, and fingerprints that were noted down
 * @param {Day[]} days the published ones, the first first
 * @returns {Claim[]}
 * @throws {SyntaxError | TypeError} one is nothing of that
 */
function examinedTexts(texts, days) {
  const read = readTexts(texts);
  const logged = read.proofs.flatMap((proof) => proof.logs);
  const isOfDays = days.length > 0 && (logged.length > 0 || read.noted.length > 0);
  return [
    ...read.proofs.flatMap(examined),
    ...read.data.flatMap((each) => ofTheData(each, read.proofs)),
    ...read.logs.flatMap((rows) => ofTheLog(rows, read.proofs)),
    ...read.noted.map((each) => amongDays("noted", each, days)),
    ...(isOfDays ? logged.map((each) => amongDays("published", each, days)) : []),
    ...(isOfDays ? ofTheDays(days) : []),
  ];
}

/** @param {string[]} texts what they are, each by itself */
function readTexts(texts) {
  /** @type {{ proofs: Proof[], data: OpenData[], noted: { day: string, fingerprint: string }[] }} */
  const read = { proofs: [], data: [], noted: [] };
  /** @type {Map<string, Row[]>} */
  const logs = new Map();
  for (const text of texts.filter((each) => each.trim())) {
    const whole = parsed(text);
    const noted = text.trimStart().startsWith("{") ? [] : notedIn(text);
    if (whole?.format) read.proofs.push(whole);
    else if (whole?.form === 1 && whole.phases) read.data.push(whole);
    else if (noted.length) read.noted.push(...noted);
    else {
      for (const row of rowsOf(text)) {
        if (typeof row?.stream !== "string") throw new TypeError("neither a proof nor a log");
        logs.set(row.stream, [...(logs.get(row.stream) ?? []), row]);
      }
    }
  }
  return { ...read, logs: [...logs.values()] };
}

/** @param {string} text @returns {any} undefined: no JSON as a whole */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
