// The HTTP client of the bot's JSON API and the types of its responses. See docs/app.md.

/**
 * @typedef {{error: string, article: string | null, text: string, faults?: Refusal[],
 *            version?: number}} Refusal
 * @typedef {"red" | "blue"} Colour
 * @typedef {{number: number, round: number, colour: Colour, pass: boolean, sent: string,
 *            days: number, stands: boolean, note: string, position?: string, word?: string,
 *            points?: number, counted?: number}} Made
 * @typedef {{round: number, received: string, sent: string | null, leave: number, days: number,
 *            total: number, article: string, note: string}} ClockRow
 * @typedef {{budget: number, used: number, left: number, leave_budget: number, leave: string[],
 *            rows: ClockRow[]}} Clock
 * @typedef {{game: string, partner: string, colour: Colour, score: {own: number, partner: number},
 *            competition: string | null, board: string[], laid: string[]}} Entry
 * @typedef {Entry & {turn: Colour | null, mine: boolean, last_day: string | null, version: number,
 *            unread: number}} Listed
 * @typedef {Entry & {result: string | null, worth: string | null, ended: string}} Archived
 * @typedef {{number: number, rack: string, board: string[], scores: Record<Colour, number>}} Step
 * @typedef {{number: number, lost: number, label: string,
 *            best: {move: string, points: number, laid: [string, string][], then: string} | null}} Turn
 * @typedef {{state: "ready" | "waiting" | "none" | "empty", text: string, lines: string[], turns: Turn[]}} Analysis
 * @typedef {{token: string, terms: string, until: string, link?: string, share?: string}} Wanted request for a friendly match
 * @typedef {{requests: (Wanted & {who: string, punctual: string})[], own: Wanted[], lists: {name: string, words: string}[], rating: string, rules: string[]}} Requests
 * @typedef {{code: string, title: string, who: string, when: string, note: string, overdue: boolean,
 *            button: string | null}} Task
 * @typedef {{text: string, buttons: {label: string, button: string, acts: boolean}[], game?: string,
 *            usual?: string[], told?: string}} Card
 * @typedef {{lines: {number: number, own: boolean, who: string, at: string, text: string}[],
 *            closed: string | null, muted: boolean}} Talked
 * @typedef {{game: string, version: number, stage: string, colour: Colour | null,
 *            turn: Colour | null, round: number, players: Record<Colour, string>,
 *            arbiter: string, competition: string, rated: boolean | null, state: string, result: string[], others: string[], analysis: Refusal | null, hindrance: Refusal | null, board: string[],
 *            premiums: string[], values: Record<string, number>, rack_size: number,
 *            racks: Record<Colour, string>, sequence: string, used: number,
 *            owners: [Colour | null, string][], scores: Record<Colour, number>,
 *            caps: Record<Colour, number | null>, placements: Made[], clock: Record<Colour, Clock>,
 *            last_day: string | null, today: string, conditions: {text: string}[], held: Held | null}} Game
 * @typedef {{token: string, placement: string, seconds: number}} Held sent move that may be taken back
 * @typedef {{faults: Refusal[], words: {word: string, valid: boolean}[], points: number | null,
 *            counted: number | null, takes: string | null, days: number | null}} Preview
 * @typedef {{moves: string[], root?: string, name: string, note: string, fate?: string,
 *            text?: string}} Line
 * @typedef {{number: number, above: number | null, move: string, name: string, note: string,
 *            faults: Refusal[], text: string | null, colour?: Colour, round?: number,
 *            pass?: boolean, position?: string, word?: string, points?: number, counted?: number,
 *            words?: {word: string, valid: boolean}[], leaves?: string, takes?: string, racks?: Record<Colour, string>,
 *            scores?: Record<Colour, number>, used?: number, turn?: Colour | null}} Position
 * @typedef {Record<string, string | string[]>} Texts
 * @typedef {{games: Listed[], game: Game | null}} First
 */

/** The server answered with an error. */
export class RefusedError extends Error {
  /**
   * @param {number} status
   * @param {Refusal} refusal
   */
  constructor(status, refusal) {
    super(refusal.text);
    this.status = status;
    this.refusal = refusal;
  }
}

/** The network failed, or the response was not JSON. */
export class OfflineError extends Error {}

const BASE = "api";

export class Api {
  /** @param {string} initData signed by Telegram */
  constructor(initData) {
    this.initData = initData;
    this.token = "";
    /** @type {Texts} */
    this.texts = {};
    this.language = "ro";
    /** Whether the user is an arbiter. */
    this.arbiter = false;
    /** @type {Map<string, {tag: string, game: Game, order: number}>} */
    this.known = new Map();
    /** Sequence number of the latest request for a game. */
    this.orders = 0;
  }

  /**
   * Sign in. The response also contains the texts of the page.
   * @param {Promise<Response>} [answered] response of a request that is already under way
   */
  async open(answered) {
    const headers = { Authorization: `tma ${this.initData}` };
    const body = await answer(await reached(answered ?? fetch(`${BASE}/session`, { method: "POST", headers })));
    this.token = body.token;
    this.texts = body.texts;
    this.language = body.language;
    this.arbiter = Boolean(body.arbiter);
    return body;
  }

  /**
   * Sign in; return the user's games, and the requested or else the most urgent game.
   * @param {string} code
   * @param {Promise<Response> | undefined} answered response of a sign-in that is already under way
   * @returns {Promise<First>}
   */
  async begin(code, answered) {
    const { first } = await this.open(answered);
    const games = first?.games ?? (await this.games());
    const wanted = code || games[0]?.game;
    const game = first?.game ?? (wanted ? await this.game(wanted) : null);
    if (game) this.known.set(game.game, { tag: `"${game.version}"`, game, order: 0 });
    return { games, game };
  }

  /** @returns {Promise<Listed[]>} */
  async games() {
    return answer(await this.ask("/games"));
  }

  /**
   * Return a game. If a later request was answered first, return that newer response.
   * @param {string} code
   * @returns {Promise<Game>}
   */
  async game(code) {
    const order = ++this.orders;
    const before = this.known.get(code);
    const found = await this.ask(path(code), before ? { headers: { "If-None-Match": before.tag } } : {});
    const game = found.status === 304 && before ? before.game : await answer(found);
    const known = this.known.get(code);
    if (known && known.order > order) return known.game;
    const tag = found.headers.get("ETag") ?? before?.tag ?? "";
    this.known.set(code, { tag, game, order });
    return game;
  }

  /**
   * @param {number} page
   * @returns {Promise<{games: Archived[], page: number, pages: number, all: number, premiums: string[]}>}
   */
  async archive(page) {
    return answer(await this.ask(`/archive?page=${page}`));
  }

  /**
   * @param {string} code
   * @returns {Promise<{steps: Step[]}>}
   */
  async replay(code) {
    return answer(await this.ask(`${path(code)}/replay`));
  }

  /**
   * @param {string} code
   * @returns {Promise<Analysis>}
   */
  async analysis(code) {
    return answer(await this.ask(`${path(code)}/analysis`));
  }

  /**
   * Request the analysis, or send the existing one to the chat.
   * @param {string} code
   * @returns {Promise<{text: string}>}
   */
  async analyse(code) {
    return this.done(`${path(code)}/analysis`, posted({ id: crypto.randomUUID() }));
  }

  /** @returns {Promise<Requests>} */
  async requests() {
    return answer(await this.ask("/requests"));
  }

  /**
   * Post a match request, public or by link. A repeated id creates no second one.
   * @param {{days: number, single: boolean, rated: boolean, words: string, by_link: boolean, id: string}} terms
   * @returns {Promise<Requests>}
   */
  async makeRequest(terms) {
    return this.done("/requests", posted(terms));
  }

  /**
   * @param {string} token
   * @returns {Promise<{game: string}>}
   */
  async acceptRequest(token) {
    return this.done("/requests/accept", posted({ token, id: crypto.randomUUID() }));
  }

  /**
   * @param {string} token
   * @returns {Promise<Requests>}
   */
  async withdrawRequest(token) {
    return this.done("/requests/withdraw", posted({ token, id: crypto.randomUUID() }));
  }

  /** @returns {Promise<{tasks: Task[], text: string}>} */
  async tasks() {
    return answer(await this.ask("/tasks"));
  }

  /**
   * @param {string} button
   * @returns {Promise<Card>}
   */
  async task(button) {
    return answer(await this.ask(`/tasks/view?button=${encodeURIComponent(button)}`));
  }

  /**
   * @param {string} button
   * @returns {Promise<Card>}
   */
  async press(button) {
    return this.done("/tasks/press", posted({ button, id: crypto.randomUUID() }));
  }

  /**
   * @param {string} button
   * @param {string} reason
   * @returns {Promise<{text: string, token: string | null}>}
   */
  async propose(button, reason) {
    return this.done("/tasks/proposals", posted({ button, reason, id: crypto.randomUUID() }));
  }

  /**
   * @param {string} token
   * @returns {Promise<{text: string, token: string | null}>}
   */
  async decide(token) {
    return this.done("/tasks/decisions", posted({ token, id: crypto.randomUUID() }));
  }

  /**
   * @param {string} code
   * @returns {Promise<Talked>}
   */
  async lines(code) {
    return answer(await this.ask(`${path(code)}/lines`));
  }

  /**
   * Send a message to the opponent. A repeated id creates no second message.
   * @param {string} code
   * @param {{text: string, id: string}} line
   */
  async writeLine(code, line) {
    return this.done(`${path(code)}/lines`, posted(line));
  }

  /**
   * @param {string} code
   * @param {number} number of the last message on the screen
   */
  async readLines(code, number) {
    return this.done(`${path(code)}/lines/read`, posted({ number, id: crypto.randomUUID() }));
  }

  /**
   * @param {string} code
   * @param {boolean} muted
   * @returns {Promise<{text: string}>}
   */
  async mute(code, muted) {
    return this.done(`${path(code)}/mute`, posted({ muted, id: crypto.randomUUID() }));
  }

  /**
   * @param {string} code
   * @returns {Promise<{text: string}>}
   */
  async report(code) {
    return this.done(`${path(code)}/report`, posted({ id: crypto.randomUUID() }));
  }

  /**
   * @param {string} code
   * @param {string} placement
   * @param {AbortSignal} signal
   * @param {string[] | null} [after] moves to play before it; null previews on the current board
   * @returns {Promise<Preview>}
   */
  async preview(code, placement, signal, after = null) {
    const sent = posted(after ? { placement, after } : { placement });
    return answer(await this.ask(`${path(code)}/preview`, { ...sent, signal }));
  }

  /**
   * Make a line of the notebook a conditional move.
   * @param {string} code
   * @param {string[]} moves
   * @returns {Promise<{results: {line: string, points: number | null}[]}>}
   */
  async setCondition(code, moves) {
    return answer(await this.ask(`${path(code)}/conditions`, posted({ moves })));
  }

  /**
   * @param {string} code
   * @returns {Promise<{lines: Line[], positions: Position[], version: number, revision: number}>}
   */
  async notebook(code) {
    return answer(await this.ask(`${path(code)}/notebook`));
  }

  /**
   * Replace all lines of a notebook. Status 409 if another device has written since `revision`.
   * A repeated id writes once.
   * @param {string} code
   * @param {{lines: Line[], version: number, revision: number, id: string}} book
   */
  async writeNotebook(code, book) {
    return this.done(`${path(code)}/notebook`, { ...posted(book), method: "PUT" });
  }

  /**
   * Send a move. A repeated id makes no second move.
   * @param {string} code
   * @param {{placement?: string, pass?: true, version: number, id: string}} move
   * @returns {Promise<{version: number, held?: Held}>}
   */
  async move(code, move) {
    return this.done(`${path(code)}/moves`, posted(move));
  }

  /**
   * Take back a sent move that is still held.
   * @param {string} code
   * @param {string} token
   */
  async takeBack(code, token) {
    return this.done(`${path(code)}/take-back`, posted({ token, id: crypto.randomUUID() }));
  }

  /**
   * Send a change; repeat the request while the server answers 202 (stored, not done).
   * @param {string} where
   * @param {RequestInit} more
   */
  async done(where, more) {
    for (;;) {
      const found = await this.ask(where, more);
      if (found.status !== 202) return answer(found);
      await new Promise((done) => setTimeout(done, 1000));
    }
  }

  /**
   * Read the event stream for as long as the page is open; reconnect with backoff.
   * @param {(change: {game: string, version: number}) => void} heard
   * @param {() => void} reopened called after a reconnection, because events may be missing
   */
  async listen(heard, reopened) {
    for (let first = true, wait = 1000; ; first = false) {
      try {
        const found = await this.ask("/events");
        if (!found.ok || !found.body) throw new OfflineError();
        if (!first) reopened();
        wait = 1000;
        await read(found.body, heard);
      } catch (error) {
        if (error instanceof RefusedError && error.status === 401) return;
      }
      await new Promise((done) => setTimeout(done, wait));
      wait = Math.min(wait * 2, 60_000);
    }
  }

  /**
   * Fetch with the token. If it has expired, sign in again and repeat the request.
   * @param {string} where
   * @param {RequestInit} [more]
   */
  async ask(where, more = {}) {
    const asked = () => {
      const headers = { ...more.headers, Authorization: `Bearer ${this.token}` };
      return reach(BASE + where, { ...more, headers });
    };
    const found = await asked();
    if (found.status !== 401) return found;
    await this.open();
    return asked();
  }
}

/** @param {string} code */
function path(code) {
  return `/games/${encodeURIComponent(code)}`;
}

/**
 * Return the options of a POST request with a JSON body.
 * @param {object} sent
 * @returns {RequestInit}
 */
function posted(sent) {
  const headers = { "Content-Type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(sent) };
}

/**
 * @param {string} where
 * @param {RequestInit} more
 */
function reach(where, more) {
  return reached(fetch(where, more));
}

/**
 * Turn a network failure into an `OfflineError`.
 * @param {Promise<Response>} asked
 */
async function reached(asked) {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new OfflineError();
  }
}

/**
 * Return the JSON body, or throw the error that it describes.
 * @param {Response} found
 */
async function answer(found) {
  const body = await found.json().catch(() => null);
  if (found.ok && body !== null) return body;
  if (body?.error) throw new RefusedError(found.status, body);
  throw new OfflineError();
}

/**
 * Parse a stream of server-sent events until it ends.
 * @param {ReadableStream<Uint8Array>} body
 * @param {(change: {game: string, version: number}) => void} heard
 */
async function read(body, heard) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let kept = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (kept + decoder.decode(value, { stream: true })).split("\n");
    kept = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) heard(JSON.parse(line.slice(6)));
  }
}
