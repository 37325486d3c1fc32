// Recompute each claim of a proof, an exported log or open data. This file does not use the page.

/**
 * @typedef {object} Proof of a match; docs/proofs.md describes the format
 * @property {string} format
 * @property {string} match
 * @property {Rules & Options} rules
 * @property {Tiles} tiles
 * @property {Game[]} games the home game first
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
 * @property {string} what the key of its sentence in the page's texts
 * @property {string} subject the game, log, day, player or table
 * @property {Verdict} verdict
 * @property {string} claimed
 * @property {string} found the recomputed value; empty if it cannot be computed yet
 */

const PROOF_FORMAT = "tur-retur proof 1";

/**
 * @param {string} what @param {string} subject @param {string} claimed
 * @param {() => string} compute an error means a broken claim
 * @returns {Claim}
 */
function compare(what, subject, claimed, compute) {
  let found;
  try {
    found = compute();
  } catch (error) {
    found = String(error instanceof Error ? error.message : error);
  }
  return { what, subject, verdict: found === claimed ? "kept" : "broken", claimed, found };
}

/** @param {string} what @param {string} subject @param {string} claimed @returns {Claim} */
const pending = (what, subject, claimed) => ({
  what,
  subject,
  verdict: "later",
  claimed,
  found: "",
});

/** @param {Game} game @param {Proof} proof @returns {Claim[]} on seed and sequence */
function drawClaims({ game, commitment, seed, sequence, series }, proof) {
  if (commitment === null) return []; // another program drew the letters of an imported game
  /** @type {Claim[]} */
  const claims = [];
  const sealed = series ? series.base : seed;
  claims.push(
    sealed === null
      ? pending("commitment", game, commitment)
      : compare("commitment", game, commitment, () => commitmentOf(sealed)),
  );
  if (series && series.base !== null && seed !== null) {
    const { base, number } = series;
    claims.push(compare("series", game, seed, () => furtherSeed(base, number)));
  }
  if (seed !== null && sequence !== null) {
    const draw = () => drawSequence(seed, proof.rules, proof.tiles);
    claims.push(compare("sequence", game, sequence, draw));
  }
  return claims;
}

/** @param {Proof} proof @returns {Claim[]} */
function resultClaims({ games, rules }) {
  const results = games.flatMap(({ result }) => result ?? []);
  const finished = games.filter(({ result }) => result);
  /** @param {number} index @returns {string} */
  const computed = (index) =>
    matchCoefficients(results, rules)[index].map(formatDecimal).join(" / ");
  return results.map((result, index) => {
    const claimed = `${result.red} / ${result.blue}`;
    const { game } = finished[index];
    const claim = compare("coefficients", game, claimed, () => computed(index));
    const isRuled = result.decided && claim.verdict === "kept";
    return isRuled ? { ...claim, verdict: "decided" } : claim;
  });
}

/**
 * @param {Proof} proof
 * @returns {Claim[]}
 * @throws {TypeError} if the format is unknown
 */
function proofClaims(proof) {
  if (proof?.format !== PROOF_FORMAT) throw new TypeError("not a proof of this kind");
  return [
    ...proof.games.flatMap((game) => drawClaims(game, proof)),
    ...resultClaims(proof),
    ...proof.logs.map((log) =>
      compare("fingerprint", `${log.stream}, ${log.day}`, log.fingerprint, () =>
        fingerprintOfPath(log),
      ),
    ),
  ];
}

/** @param {Row[]} rows of one log @param {Proof[]} proofs @returns {Claim[]} */
function logClaims(rows, proofs) {
  const { stream } = rows[0];
  const last = rows[rows.length - 1];
  const broken = brokenLink(rows);
  /** @type {Claim[]} */
  const claims = [
    {
      what: "chain",
      subject: stream,
      verdict: broken ? "broken" : "kept",
      claimed: last.hash,
      found: broken ? `${broken.seq}: ${broken.reason}` : rowHash(last),
    },
  ];
  const withheld = rows.filter(isWithheld).map((row) => row.seq);
  if (withheld.length) claims.push(pending("withheld", stream, withheld.join(", ")));
  for (const log of proofs.flatMap((proof) => proof.logs)) {
    if (log.stream !== stream) continue;
    const row = rows.find((each) => each.seq === log.seq);
    const place = `${stream}, ${log.day}`;
    claims.push(compare("same_log", place, log.hash, () => row?.hash ?? ""));
  }
  return [...claims, ...letterClaims(rows[0], proofs)];
}

/** @param {Row} row the first row of a game's log @param {Proof[]} proofs @returns {Claim[]} */
function letterClaims(row, proofs) {
  if (row.name !== "game.started") return [];
  const played = JSON.parse(row.payload);
  return proofs
    .flatMap((proof) => proof.games)
    .filter(({ game, sequence }) => game === played.game && sequence)
    .map(({ game, sequence }) =>
      compare("same_letters", game, String(sequence), () => played.sequence),
    );
}

/** @param {Day[]} days @returns {Claim[]} that each fingerprint contains the previous one */
function dayClaims(days) {
  let previous = NO_HASH;
  for (const { day, root, fingerprint } of days) {
    const claim = compare("days", `${days[0].day} – ${day}`, fingerprint, () =>
      dayFingerprint(day, previous, root),
    );
    if (claim.verdict === "broken" || day === days[days.length - 1].day) return [claim];
    previous = fingerprint;
  }
  return [];
}

/** @param {string} what @param {{ day: string, fingerprint: string }} stated @param {Day[]} days */
const publishedClaim = (what, { day, fingerprint }, days) =>
  compare(
    what,
    day,
    fingerprint,
    () => days.find((each) => each.day === day)?.fingerprint ?? "",
  );

/**
 * @param {string[]} texts proofs, logs with one event on each line, open data of competitions, or
 *     texts with fingerprints
 * @param {Day[]} days the published fingerprints in order
 * @returns {Claim[]}
 * @throws {SyntaxError | TypeError} if a text is none of these
 */
function checkTexts(texts, days) {
  const found = sortTexts(texts);
  const paths = found.proofs.flatMap((proof) => proof.logs);
  const hasDays = days.length > 0 && (paths.length > 0 || found.fingerprints.length > 0);
  return [
    ...found.proofs.flatMap(proofClaims),
    ...found.data.flatMap((each) => dataClaims(each, found.proofs)),
    ...found.logs.flatMap((rows) => logClaims(rows, found.proofs)),
    ...found.fingerprints.map((each) => publishedClaim("noted", each, days)),
    ...(hasDays ? paths.map((each) => publishedClaim("published", each, days)) : []),
    ...(hasDays ? dayClaims(days) : []),
  ];
}

/** @param {string[]} texts */
function sortTexts(texts) {
  const found = {
    proofs: /** @type {Proof[]} */ ([]),
    data: /** @type {OpenData[]} */ ([]),
    fingerprints: /** @type {{ day: string, fingerprint: string }[]} */ ([]),
  };
  /** @type {Map<string, Row[]>} */
  const logs = new Map();
  for (const text of texts.filter((each) => each.trim())) {
    const json = parseJson(text);
    const fingerprints = text.trimStart().startsWith("{") ? [] : findFingerprints(text);
    if (json?.format) found.proofs.push(json);
    else if (json?.form === 1 && json.phases) found.data.push(json);
    else if (fingerprints.length) found.fingerprints.push(...fingerprints);
    else {
      for (const row of parseRows(text)) {
        if (typeof row?.stream !== "string") throw new TypeError("neither a proof nor a log");
        logs.set(row.stream, [...(logs.get(row.stream) ?? []), row]);
      }
    }
  }
  return { ...found, logs: [...logs.values()] };
}

/** @param {string} text @returns {any} undefined if the whole text is not JSON */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
