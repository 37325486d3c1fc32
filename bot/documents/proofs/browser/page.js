// The user interface of verification: a button, pasted text or dropped files, and a list of claims.

/** @type {Record<Verdict, string>} */
const SIGNS = { kept: "✓", broken: "✗", later: "…", decided: "§", elsewhere: "§" };

/** @param {string} name @param {string} [classes] @param {string} [text] @returns {HTMLElement} */
function createNode(name, classes = "", text = "") {
  const node = document.createElement(name);
  if (classes) node.className = classes;
  node.textContent = text;
  return node;
}

/** @param {Claim} claim @param {Record<string, string>} words @returns {HTMLElement} */
function renderClaim(claim, words) {
  const item = createNode("li", `claim ${claim.verdict}`);
  const line = createNode("p");
  const sign = createNode("b", "sign", SIGNS[claim.verdict]);
  sign.setAttribute("aria-hidden", "true");
  const text = words[claim.what].replace("{of}", claim.subject);
  const sentence = createNode("span", "", `${text} `);
  sentence.append(createNode("strong", "", words[claim.verdict]));
  line.append(sign, sentence);
  item.append(line);
  const details = createNode("details");
  details.append(createNode("summary", "", words.compared));
  const facts = createNode("dl");
  facts.append(createNode("dt", "", words.claimed), createNode("dd"));
  facts.lastElementChild?.append(createNode("code", "", claim.claimed));
  if (claim.verdict !== "later") {
    facts.append(createNode("dt", "", words.found), createNode("dd"));
    facts.lastElementChild?.append(createNode("code", "", claim.found || "–"));
  }
  details.append(facts);
  if (claim.verdict === "broken") details.setAttribute("open", "");
  item.append(details);
  return item;
}

/**
 * @param {HTMLElement} panel @param {Record<string, string>} words @param {() => Claim[]} check
 */
function showClaims(panel, words, check) {
  const output = /** @type {HTMLElement} */ (panel.querySelector(".answer"));
  /** @type {Claim[]} */
  let claims = [];
  try {
    claims = check();
  } catch {
    output.replaceChildren(createNode("p", "verdict unread", words.unread));
    return;
  }
  const isBroken = claims.some((claim) => claim.verdict === "broken");
  const verdict = !claims.length ? "unread" : isBroken ? "broken" : "kept";
  const list = createNode("ul", "claims");
  list.append(...claims.map((claim) => renderClaim(claim, words)));
  const summary = { unread: words.unread, broken: words.all_broken, kept: words.all_kept };
  output.replaceChildren(createNode("p", `verdict ${verdict}`, summary[verdict]), list);
}

/** @param {Element | null | undefined} node @returns {string} its number with ASCII signs */
const readFigure = (node) =>
  (node?.textContent ?? "").trim().replaceAll("−", "-").replaceAll(",", ".").replace(/^\+/, "");

/** @param {Element | null | undefined} node with a score */
const readScore = (node) => readFigure(node).match(/^(-?\d+)–\(?(-?\d+)\)?$/)?.slice(1) ?? [];

/** @param {Element} game in a cell of the crosstable @returns {Side | null} */
function readSide(game) {
  if (!game.matches(".cell") || game.matches(".void")) return null;
  const [own, partner] = readScore(game.querySelector("small"));
  return {
    coefficient: parseDecimal(readFigure(game.querySelector("b"))),
    own: Number(own),
    partner: Number(partner),
    isRed: game.matches(".r"),
    isWon: game.matches(".won"),
    isDrawn: game.matches(".drawn"),
  };
}

/** @returns {CrossRow[]} each player's row of the crosstable and line of the standings */
function readCrossRows() {
  const crosstable = [...document.querySelectorAll(".cross tbody tr")];
  return [...document.querySelectorAll(".figures tbody tr")]
    .filter((row) => row.children.length > 3)
    .map((row, index) => {
      const [place, player, sum, ...rest] = row.children;
      const [games, wins, draws, losses, difference, points] = rest.map((cell) =>
        Number(readFigure(cell)),
      );
      return {
        name: (player.querySelector("a")?.textContent ?? "").trim(),
        hasPlace: /\d/.test(place.textContent ?? ""),
        tally: formatTally(
          parseDecimal(readFigure(sum)),
          [games, wins, draws, losses],
          [difference, points],
        ),
        cells: [...(crosstable[index]?.querySelectorAll("td") ?? [])].map((cell) =>
          [...cell.querySelectorAll(".cell, .open")].map(readSide),
        ),
      };
    });
}

/** @param {Proof} proof @returns {Claim[]} that the page shows the results in the proof */
const shownClaims = ({ games }) =>
  games.flatMap(({ game, result }) => {
    if (!result) return [];
    const card = document.querySelector(`[data-game="${game}"]`);
    const [red, blue] = readScore(card?.querySelector(".score b"));
    const shown = [...(card?.querySelectorAll(".worth b") ?? [])].slice(0, 2).map(readFigure);
    const claimed = `${red}:${blue} · ${shown.join(" / ")}`;
    return compare("shown", game, claimed, () =>
      formatResult(result.red_score, result.blue_score, result.red, result.blue),
    );
  });

/** @param {HTMLElement} panel with the button that verifies the proof or table of this page */
function setUpButton(panel) {
  const words = JSON.parse(panel.querySelector(".words")?.textContent ?? "{}");
  const proof = panel.querySelector(".proof")?.textContent ?? "";
  const button = /** @type {HTMLButtonElement} */ (panel.querySelector("button"));
  const title = document.querySelector("h1")?.textContent ?? "";
  const check = () =>
    proof
      ? [...shownClaims(JSON.parse(proof)), ...checkTexts([proof], [])]
      : crosstableClaims(readCrossRows(), title);
  button.hidden = false;
  button.addEventListener("click", () => showClaims(panel, words, check));
}

/** @param {HTMLElement} panel that accepts proofs and logs as text or files */
function setUpFiles(panel) {
  const words = JSON.parse(panel.querySelector(".words")?.textContent ?? "{}");
  const days = JSON.parse(panel.querySelector(".days")?.textContent ?? "[]");
  const field = /** @type {HTMLTextAreaElement} */ (panel.querySelector("textarea"));
  const picker = /** @type {HTMLInputElement} */ (panel.querySelector("input"));
  const button = /** @type {HTMLButtonElement} */ (panel.querySelector("button"));
  panel.querySelector(".tools")?.removeAttribute("hidden");
  /** @param {Iterable<File>} files */
  const read = async (files) => {
    const texts = await Promise.all([...files].map((file) => file.text()));
    showClaims(panel, words, () => checkTexts(texts, days));
  };
  button.addEventListener("click", () =>
    showClaims(panel, words, () => checkTexts([field.value], days)),
  );
  picker.addEventListener("change", () => void read(picker.files ?? []));
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
    if (panel.dataset.verify === "files") setUpFiles(panel);
    else setUpButton(panel);
  }
}
