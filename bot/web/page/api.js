// The HTTP client of the bot's JSON API. See docs/app.md; `api_types.d.ts` has the types.

import { setBot } from "./components.js";
import { signInHeaders } from "./sign_in.js";

/** @import * as types from "./api_types.d.ts" */
/** @typedef {types.MailCard} MailCard */

/** The server answered with an error. */
export class RefusedError extends Error {
  /**
   * @param {number} status
   * @param {types.Refusal} refusal
   */
  constructor(status, refusal) {
    super(refusal.text);
    this.status = status;
    this.refusal = refusal;
  }

  get isSignedOut() {
    return this.status === 401;
  }

  get isOutdated() {
    return this.status === 409;
  }

  /** Whether the same request would be refused again. */
  get isFinal() {
    return [400, 403, 404, 413, 422].includes(this.status);
  }
}

/** The network failed, or the response was not JSON. */
export class OfflineError extends Error {}

/** Repeats a change whose response was lost, so that the server makes it once. */
export class Retry {
  constructor() {
    /** The last change, if it got no response. */
    this.content = "";
    this.id = "";
  }

  /**
   * Send a change; the same one as the last, if that got no response, has its id.
   * @template Answer
   * @param {unknown[]} content of the change
   * @param {(id: string) => Promise<Answer>} send
   */
  async send(content, send) {
    const key = JSON.stringify(content);
    if (this.content !== key) this.id = crypto.randomUUID();
    this.content = key;
    try {
      const answer = await send(this.id);
      if (this.content === key) this.forget();
      return answer;
    } catch (error) {
      if (error instanceof RefusedError && this.content === key) this.forget();
      throw error;
    }
  }

  /** Make the next change a new one. */
  forget() {
    this.content = "";
  }
}

/**
 * The answer to the newest of several requests; an earlier one, which may come later, is dropped.
 * @template Answer
 */
export class Newest {
  /** @param {Answer} [answer] */
  constructor(answer) {
    this.answer = answer;
    this.requests = this.answered = 0;
  }

  /** @param {() => Promise<Answer>} send */
  async load(send) {
    const order = ++this.requests;
    const answer = await send();
    if (order > this.answered) [this.answered, this.answer] = [order, answer];
    return /** @type {Answer} */ (this.answer);
  }
}

const BASE = "api";
/** Pause before a request is repeated. */
const REPEAT_MS = 1000;
/** Longest pause before the event stream is opened again. */
const LONGEST_WAIT_MS = 60_000;

export class Api {
  constructor() {
    this.token = "";
    /** @type {types.Texts} */
    this.texts = {};
    this.language = "ro";
    /** Whether the user is an arbiter. */
    this.arbiter = false;
    /** @type {{key: string, on: boolean} | null} the bot's key, and whether this device announces; null: none can */
    this.push = null;
    /** @type {Map<string, Newest<{tag: string, game: types.Game}>>} each game with its ETag */
    this.loadedGames = new Map();
    /** @type {Newest<types.RunningGame[]>} */
    this.runningGames = new Newest();
  }

  /**
   * Sign in. The response also contains the texts of the page.
   * @param {Promise<Response>} [response] response of a request that is already under way
   */
  async signIn(response) {
    const headers = signInHeaders();
    const body = await parseResponse(await orOffline(response ?? fetch(`${BASE}/session`, { method: "POST", headers })));
    this.token = body.token;
    this.texts = body.texts;
    this.language = body.language;
    this.arbiter = Boolean(body.arbiter);
    this.push = body.push ?? null;
    setBot(body.bot);
    return body;
  }

  /**
   * Sign in; return the user's games, and the requested or else the most urgent game, if there is one.
   * @param {Promise<Response>} response of `requestSession`
   * @returns {Promise<types.InitialData>}
   */
  async loadInitial(response) {
    const { first } = await this.signIn(response);
    const { game, tag } = first;
    if (game && tag) this.loadedGames.set(game.game, new Newest({ tag, game }));
    return first;
  }

  /**
   * Return the last messages before that number.
   * @param {number | null} before null for the newest
   * @returns {Promise<types.FeedPage>}
   */
  async feed(before) {
    return this.read(before === null ? "/feed" : `/feed?before=${before}`);
  }

  /**
   * Type a text or press a button, as in a chat; return the answer to the press.
   * @param {{text?: string, button?: string, message?: number, id?: string}} act a repeated id acts once
   * @returns {Promise<{toast: string, alert: boolean, after: number}>} `after`: the last message before the answer
   */
  async chat(act) {
    return this.change("/chat", act);
  }

  /**
   * Return a picture of a message as a data URL, which the content policy allows.
   * @param {string} source
   * @returns {Promise<string>}
   */
  async picture(source) {
    const response = await this.fetch(`/feed/${source}`);
    if (!response.ok) throw new OfflineError();
    const content = await response.blob();
    return new Promise((done, fail) => {
      const reader = new FileReader();
      reader.onload = () => done(String(reader.result));
      reader.onerror = fail;
      reader.readAsDataURL(content);
    });
  }

  /**
   * Return the file of a message.
   * @param {number} row
   */
  async file(row) {
    const response = await this.fetch(`/feed/${row}/file`);
    if (!response.ok) await parseResponse(response);
    return { name: response.headers.get("X-File-Name") ?? "Tur-Retur", content: await response.blob() };
  }

  /** @returns {Promise<{subjects: types.MenuSubject[]}>} */
  async menu() {
    return this.read("/menu");
  }

  /**
   * Return the question of an invitation; nothing changes.
   * @param {string} code
   * @returns {Promise<{open: boolean, html: string, yes: string}>}
   */
  async seat(code) {
    return ask("/seat", { code });
  }

  /**
   * Return the question of a competition's sign-up; nothing changes.
   * @param {string} code
   * @returns {Promise<{open: boolean, html: string, email: boolean}>}
   */
  async signUpQuestion(code) {
    return ask("/sign-up", { code });
  }

  /** @param {{code: string, text: string, email: string, nonce: string, id: string}} typed */
  async signUp(typed) {
    return this.enter("/sign-up/send", typed);
  }

  /**
   * Return a request for a friendly match; nothing changes.
   * @param {string} code
   * @returns {Promise<{html: string, yes: string}>}
   */
  async friendlyQuestion(code) {
    return ask("/friendly", { code });
  }

  /** @param {{code: string, text: string, nonce: string, id: string}} typed */
  async acceptFriendly(typed) {
    return this.enter("/friendly/accept", typed);
  }

  /** @param {{code: string, nonce: string, id: string}} taken */
  async takeSeat(taken) {
    return this.enter("/seat/take", taken);
  }

  /** @param {{code: string, nonce: string}} added */
  async addDevice(added) {
    return this.enter("/devices/add", added);
  }

  /**
   * Ask for a link by mail; the answer is the same for every address.
   * @param {{email: string, id: string}} typed
   * @returns {Promise<{html: string}>}
   */
  async recover(typed) {
    return ask("/recover", typed);
  }

  /**
   * Send a request that signs this browser in; repeat it while the server answers 202.
   * @param {string} path
   * @param {object} body
   */
  async enter(path, body) {
    return repeatWhileStored(() => fetchOnline(BASE + path, postJson(body)));
  }

  /** @returns {Promise<{devices: types.Device[], mail: MailCard | null}>} */
  async devices() {
    return this.read("/devices");
  }

  /** @param {number} device */
  async endDevice(device) {
    return this.change("/devices/end", { device });
  }

  /** @param {{endpoint?: string, p256dh?: string, auth?: string}} subscription of this device */
  async startPush(subscription) {
    await this.change("/push", subscription);
    if (this.push) this.push.on = true;
  }

  /** End the announcements on this device. */
  async endPush() {
    await this.change("/push/end");
    if (this.push) this.push.on = false;
  }

  /** @returns {Promise<types.DeviceOffer>} */
  async offerDevice() {
    return this.change("/devices/offer");
  }

  /** @returns {Promise<types.RunningGame[]>} */
  async games() {
    return this.runningGames.load(() => this.read("/games"));
  }

  /**
   * Return a game.
   * @param {string} code
   * @returns {Promise<types.Game>}
   */
  async game(code) {
    const loaded = this.loadedGames.get(code) ?? new Newest();
    this.loadedGames.set(code, loaded);
    const known = loaded.answer;
    const { game } = await loaded.load(async () => {
      const response = await this.fetch(gamePath(code), known ? { headers: { "If-None-Match": known.tag } } : {});
      if (response.status === 304 && known) return known;
      return { tag: response.headers.get("ETag") ?? "", game: await parseResponse(response) };
    });
    return game;
  }

  /**
   * @param {number} page
   * @returns {Promise<types.Archive>}
   */
  async archive(page) {
    return this.read(`/archive?page=${page}`);
  }

  /**
   * @param {string} code
   * @returns {Promise<{steps: types.Step[]}>}
   */
  async replay(code) {
    return this.read(`${gamePath(code)}/replay`);
  }

  /**
   * @param {string} code
   * @returns {Promise<types.Analysis>}
   */
  async analysis(code) {
    return this.read(`${gamePath(code)}/analysis`);
  }

  /**
   * Request the analysis, or send the existing one to the chat.
   * @param {string} code
   * @returns {Promise<{text: string}>}
   */
  async analyse(code) {
    return this.change(`${gamePath(code)}/analysis`);
  }

  /** @returns {Promise<types.RequestList>} */
  async requests() {
    return this.read("/requests");
  }

  /**
   * Post a match request, public or by link. A repeated id creates no second one.
   * @param {types.RequestTerms} terms
   * @returns {Promise<types.RequestList>}
   */
  async makeRequest(terms) {
    return this.change("/requests", terms);
  }

  /**
   * @param {string} token
   * @returns {Promise<{game: string}>}
   */
  async acceptRequest(token) {
    return this.change("/requests/accept", { token });
  }

  /**
   * Ask the opponent of a finished friendly match for another one.
   * @param {string} match
   * @returns {Promise<{text: string, game: string | null}>}
   */
  async askRematch(match) {
    return this.change("/requests/rematch", { match });
  }

  /**
   * @param {string} token
   * @returns {Promise<types.RequestList>}
   */
  async withdrawRequest(token) {
    return this.change("/requests/withdraw", { token });
  }

  /** @returns {Promise<{tasks: types.Task[], text: string}>} */
  async tasks() {
    return this.read("/tasks");
  }

  /**
   * Return the card that a button opens: a task, a case or a part of it.
   * @param {string} button
   * @returns {Promise<types.Card>}
   */
  async card(button) {
    return this.read(`/tasks/view?button=${encodeURIComponent(button)}`);
  }

  /**
   * Run the action of a button, and return the next card.
   * @param {string} button
   * @returns {Promise<types.Card>}
   */
  async pressButton(button) {
    return this.change("/tasks/press", { button });
  }

  /**
   * Return the effects of a ruling, and the token that confirms it.
   * @param {string} button
   * @param {string} reason
   * @returns {Promise<types.Proposal>}
   */
  async proposeRuling(button, reason) {
    return this.change("/tasks/proposals", { button, reason });
  }

  /**
   * Confirm a proposed ruling. If the response has a token, the ruling needs another confirmation.
   * @param {string} token
   * @returns {Promise<types.Proposal>}
   */
  async confirmRuling(token) {
    return this.change("/tasks/decisions", { token });
  }

  /**
   * @param {string} code
   * @returns {Promise<types.Conversation>}
   */
  async messages(code) {
    return this.read(`${gamePath(code)}/lines`);
  }

  /**
   * Send a message to the opponent. A repeated id creates no second message.
   * @param {string} code
   * @param {{text: string, id: string}} line
   */
  async sendMessage(code, line) {
    return this.change(`${gamePath(code)}/lines`, line);
  }

  /**
   * @param {string} code
   * @param {number} number of the last message on the screen
   */
  async markRead(code, number) {
    return this.change(`${gamePath(code)}/lines/read`, { number });
  }

  /**
   * @param {string} code
   * @param {boolean} muted
   * @returns {Promise<{text: string}>}
   */
  async mute(code, muted) {
    return this.change(`${gamePath(code)}/mute`, { muted });
  }

  /**
   * @param {string} code
   * @returns {Promise<{text: string}>}
   */
  async report(code) {
    return this.change(`${gamePath(code)}/report`);
  }

  /**
   * @param {string} code
   * @param {string} placement
   * @param {AbortSignal} signal
   * @param {string[] | null} [after] moves to play before it; null previews on the current board
   * @returns {Promise<types.Preview>}
   */
  async preview(code, placement, signal, after = null) {
    const request = postJson(after ? { placement, after } : { placement });
    return this.read(`${gamePath(code)}/preview`, { ...request, signal });
  }

  /**
   * Make a line of the notebook a conditional move.
   * @param {string} code
   * @param {string[]} moves
   * @returns {Promise<{results: {line: string, points: number | null}[]}>}
   */
  async setCondition(code, moves) {
    return this.change(`${gamePath(code)}/conditions`, { moves });
  }

  /**
   * @param {string} code
   * @returns {Promise<types.NotebookContent>}
   */
  async notebook(code) {
    return this.read(`${gamePath(code)}/notebook`);
  }

  /**
   * Replace all lines of a notebook. Status 409 if another device has written since `revision`.
   * A repeated id writes once.
   * @param {string} code
   * @param {{lines: types.Line[], version: number, revision: number, id: string}} book
   */
  async writeNotebook(code, book) {
    return this.change(`${gamePath(code)}/notebook`, book, "PUT");
  }

  /**
   * Send a move. A repeated id makes no second move.
   * @param {string} code
   * @param {types.SentMove} move
   * @returns {Promise<{version: number, held?: types.HeldMove}>}
   */
  async move(code, move) {
    return this.change(`${gamePath(code)}/moves`, move);
  }

  /**
   * Take back a sent move that is still held.
   * @param {string} code
   * @param {string} token
   */
  async takeBack(code, token) {
    return this.change(`${gamePath(code)}/take-back`, { token });
  }

  /**
   * Return the JSON of a path.
   * @param {string} path
   * @param {RequestInit} [options]
   */
  async read(path, options) {
    return parseResponse(await this.fetch(path, options));
  }

  /**
   * Send a change; repeat the request while the server answers 202 (stored, not done).
   * @param {string} path
   * @param {object} [body] may have an `id`, which otherwise is a new one
   * @param {string} [method]
   */
  async change(path, body, method = "POST") {
    const options = { ...postJson({ id: crypto.randomUUID(), ...body }), method };
    return repeatWhileStored(() => this.fetch(path, options));
  }

  /**
   * Read the event stream for as long as the page is open; reconnect with backoff.
   * @param {(change: types.ServerChange) => void} onChange
   * @param {() => void} onConnect called at each connection, because what changed before it sent no event
   * @param {(error: RefusedError) => void} onSignedOut called at the end, when the user is signed out
   */
  async listen(onChange, onConnect, onSignedOut) {
    for (let wait = REPEAT_MS; ; ) {
      try {
        const response = await this.fetch("/events");
        if (!response.ok || !response.body) throw new OfflineError();
        onConnect();
        wait = REPEAT_MS;
        await readEvents(response.body, onChange);
      } catch (error) {
        if (error instanceof RefusedError && error.isSignedOut) {
          onSignedOut(error);
          return;
        }
      }
      await pause(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  /**
   * Fetch with the token. If it has expired, sign in again and repeat the request.
   * @param {string} path
   * @param {RequestInit} [options]
   */
  async fetch(path, options = {}) {
    const send = () => {
      const headers = { ...options.headers, Authorization: `Bearer ${this.token}` };
      return fetchOnline(BASE + path, { ...options, headers });
    };
    const response = await send();
    if (response.status !== 401) return response;
    await this.signIn();
    return send();
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/**
 * Send a request, again while the server answers 202 (stored, not done); return the last answer.
 * @param {() => Promise<Response>} send
 */
async function repeatWhileStored(send) {
  for (;;) {
    const response = await send();
    if (response.status !== 202) return parseResponse(response);
    await pause(REPEAT_MS);
  }
}

/** @param {string} code */
function gamePath(code) {
  return `/games/${encodeURIComponent(code)}`;
}

/**
 * Send a request of a browser that is not signed in.
 * @param {string} path
 * @param {object} body
 */
async function ask(path, body) {
  return parseResponse(await fetchOnline(BASE + path, postJson(body)));
}

/**
 * Return the options of a POST request with a JSON body.
 * @param {object} body
 * @returns {RequestInit}
 */
function postJson(body) {
  const headers = { "Content-Type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

/**
 * @param {string} url
 * @param {RequestInit} options
 */
function fetchOnline(url, options) {
  return orOffline(fetch(url, options));
}

/**
 * Wait for a response or a module; turn a network failure into an `OfflineError`.
 * @template Loaded
 * @param {Promise<Loaded>} loading
 */
export async function orOffline(loading) {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new OfflineError();
  }
}

/**
 * Return the JSON body, or throw the error that it describes.
 * @param {Response} response
 */
async function parseResponse(response) {
  const body = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  if (body?.error) throw new RefusedError(response.status, body);
  throw new OfflineError();
}

/**
 * Parse a stream of server-sent events until it ends.
 * @param {ReadableStream<Uint8Array>} body
 * @param {(change: types.ServerChange) => void} onChange
 */
async function readEvents(body, onChange) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) onChange(JSON.parse(line.slice(6)));
  }
}
