// HTTP requests to the sandbox. A refusal becomes an Error.

async function readJson(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error || response.statusText);
  return body;
}

export async function get(path) {
  return readJson(await fetch(path, { cache: "no-store" }));
}

export async function post(path, body = {}) {
  const headers = { "content-type": "application/json" };
  return readJson(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Perform an action of a person, such as start, send, edit, press or block. */
export const postAction = (person, action, body) => post(`/sandbox/api/users/${person}/${action}`, body);

/** Send a picture or a file as a person. */
export async function uploadFile(person, kind, file, { caption, replyTo }) {
  const query = new URLSearchParams({ name: file.name, caption });
  if (replyTo) query.set("reply_to", replyTo);
  const headers = { "content-type": "application/octet-stream" };
  const path = `/sandbox/api/users/${person}/${kind}?${query}`;
  return readJson(await fetch(path, { method: "POST", headers, body: await file.arrayBuffer() }));
}

export const fileUrl = (id) => `/sandbox/api/files/${id}`;

export const moveClock = (body) => post("/sandbox/clock", body);

/**
 * Call `onState` with each new state, and `onDisconnect` and `onConnect` when the connection
 * changes. After a reconnection, `onState` gets the full state.
 */
export function watchState({ onState, onDisconnect, onConnect }) {
  let version = 0;
  let isRequested = false;
  let isLoading = false;

  async function load() {
    isRequested = true;
    if (isLoading) return;
    isLoading = true;
    while (isRequested) {
      isRequested = false;
      try {
        const state = await get(`/sandbox/api/state?since=${version}`);
        const isFull = version === 0;
        version = state.version;
        onState(state, isFull);
      } catch (error) {
        console.warn(error);
      }
    }
    isLoading = false;
  }

  const events = new EventSource("/sandbox/api/events");
  let isDisconnected = false;
  events.onopen = () => {
    if (isDisconnected) version = 0;
    isDisconnected = false;
    onConnect();
  };
  events.onmessage = load;
  events.onerror = () => {
    isDisconnected = true;
    onDisconnect();
  };
}
