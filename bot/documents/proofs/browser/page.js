// The pages that verify: a press, a paste or a drop, and what was compared, claim by claim.

"use strict";

/** @type {Record<Verdict, string>} */
const SIGNS = { kept: "✓", broken: "✗", later: "…", decided: "§", elsewhere: "§" };

/** @param {string} name @param {string} [kind] @param {string} [text] @returns {HTMLElement} */
function element(name, kind = "", text = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}

/** @param {Claim} claim @param {Record<string, string>} words @returns {HTMLElement} */
function shown(claim, words) {
  const item = element("li", `claim ${claim.verdict}`);
  const line = element("p");
  const sign = element("b", "sign", SIGNS[claim.verdict]);
  sign.setAttribute("aria-hidden", "true");
  const said = element("span", "", `${words[claim.what].replace("{of}", claim.of)} `);
  said.append(element("strong", "", words[claim.verdict]));
  line.append(sign, said);
  item.append(line);
  const more = element("details");
  more.append(element("summary", "", words.compared));
  const facts = element("dl");
  facts.append(element("dt", "", words.claimed), element("dd"));
  facts.lastElementChild?.append(element("code", "", claim.claimed));
  if (claim.verdict !== "later") {
    facts.append(element("dt", "", words.found), element("dd"));
    facts.lastElementChild?.append(element("code", "", claim.found || "–"));
  }
  more.append(facts);
  if (claim.verdict === "broken") more.setAttribute("open", "");
  item.append(more);
  return item;
}

/**
 * @param {HTMLElement} panel @param {Record<string, string>} words @param {() => Claim[]} work
 */
function answer(panel, words, work) {
  const place = /** @type {HTMLElement} */ (panel.querySelector(".answer"));
  /** @type {Claim[]} */
  let claims = [];
  try {
    claims = work();
  } catch {
    place.replaceChildren(element("p", "verdict unread", words.unread));
    return;
  }
  const isBroken = claims.some((claim) => claim.verdict === "broken");
  const verdict = !claims.length ? "unread" : isBroken ? "broken" : "kept";
  const list = element("ul", "claims");
  list.append(...claims.map((claim) => shown(claim, words)));
  const whole = { unread: words.unread, broken: words.all_broken, kept: words.all_kept };
  place.replaceChildren(element("p", `verdict ${verdict}`, whole[verdict]), list);
}

/** @param {Element | null | undefined} place @returns {string} its figure, as programs write it */
const figureIn = (place) =>
  (place?.textContent ?? "").trim().replaceAll("−", "-").replaceAll(",", ".").replace(/^\+/, "");

/** @param {Element} game in a cell of the crosstable @returns {Side | null} */
function sideIn(game) {
  if (!game.matches(".cell") || game.matches(".void")) return null;
  const points = figureIn(game.querySelector("small")).match(/^(-?\d+)–\(?(-?\d+)\)?$/);
  return {
    coefficient: tenThousandths(figureIn(game.querySelector("b"))),
    own: Number(points?.[1]),
    partner: Number(points?.[2]),
    isRed: game.matches(".r"),
    isWon: game.matches(".won"),
    isDrawn: game.matches(".drawn"),
  };
}

/** @returns {CrossRow[]} what the page shows: a player's line in both of its tables */
function crossRows() {
  const crossed = [...document.querySelectorAll(".cross tbody tr")];
  return [...document.querySelectorAll(".figures tbody tr")]
    .filter((row) => row.children.length > 3)
    .map((row, at) => {
      const [place, player, sum, ...rest] = row.children;
      const [games, wins, draws, losses, difference, points] = rest.map((one) => Number(figureIn(one)));
      return {
        name: (player.querySelector("a")?.textContent ?? "").trim(),
        hasPlace: /\d/.test(place.textContent ?? ""),
        tally: tallyOf(tenThousandths(figureIn(sum)), [games, wins, draws, losses], [difference, points]),
        cells: [...(crossed[at]?.querySelectorAll("td") ?? [])].map((cell) =>
          [...cell.querySelectorAll(".cell, .open")].map(sideIn),
        ),
      };
    });
}

/** @param {Proof} proof @returns {Claim[]} that the page shows the results that it proves */
const ofTheShown = ({ games }) =>
  games.flatMap(({ game, result }) => {
    if (!result) return [];
    const card = document.querySelector(`[data-game="${game}"]`);
    const [red, blue] = figureIn(card?.querySelector(".score b")).split(" – ");
    const worth = [...(card?.querySelectorAll(".worth b") ?? [])].slice(0, 2).map(figureIn);
    const claimed = `${red}:${(blue ?? "").replace(/[()]/g, "")} · ${worth.join(" / ")}`;
    return compared("shown", game, claimed, () =>
      resultOf(result.red_score, result.blue_score, result.red, result.blue),
    );
  });

/** @param {HTMLElement} panel where what stands on the page is examined at a press */
function preparePress(panel) {
  const words = JSON.parse(panel.querySelector(".words")?.textContent ?? "{}");
  const proof = panel.querySelector(".proof")?.textContent ?? "";
  const button = /** @type {HTMLButtonElement} */ (panel.querySelector("button"));
  const title = document.querySelector("h1")?.textContent ?? "";
  const work = () =>
    proof
      ? [...ofTheShown(JSON.parse(proof)), ...examinedTexts([proof], [])]
      : ofTheCrosstable(crossRows(), title);
  button.hidden = false;
  button.addEventListener("click", () => answer(panel, words, work));
}

/** @param {HTMLElement} panel where proofs and logs are pasted, chosen or dropped */
function prepareDrop(panel) {
  const words = JSON.parse(panel.querySelector(".words")?.textContent ?? "{}");
  const days = JSON.parse(panel.querySelector(".days")?.textContent ?? "[]");
  const field = /** @type {HTMLTextAreaElement} */ (panel.querySelector("textarea"));
  const chosen = /** @type {HTMLInputElement} */ (panel.querySelector("input"));
  const button = /** @type {HTMLButtonElement} */ (panel.querySelector("button"));
  panel.querySelector(".tools")?.removeAttribute("hidden");
  /** @param {Iterable<File>} files */
  const read = async (files) => {
    const texts = await Promise.all([...files].map((file) => file.text()));
    answer(panel, words, () => examinedTexts(texts, days));
  };
  button.addEventListener("click", () => answer(panel, words, () => examinedTexts([field.value], days)));
  chosen.addEventListener("change", () => void read(chosen.files ?? []));
  panel.addEventListener("dragover", (event) => event.preventDefault());
  panel.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void read(event.dataTransfer.files);
  });
}

if (typeof document !== "undefined") {
  for (const panel of document.querySelectorAll("[data-verify]")) {
    if (!(panel instanceof HTMLElement)) continue;
    if (panel.dataset.verify === "files") prepareDrop(panel);
    else preparePress(panel);
  }
}
