// Talking to the sandbox: JSON in, JSON out, refusals as errors.

async function answerOf(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error || response.statusText);
  return body;
}

export async function get(path) {
  return answerOf(await fetch(path, { cache: "no-store" }));
}

export async function post(path, body = {}) {
  const headers = { "content-type": "application/json" };
  return answerOf(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Do something as a person: start, send, edit, press, block … */
export const act = (person, action, body) => post(`/sandbox/api/users/${person}/${action}`, body);

/** Send a picture or a file as a person. */
export async function upload(person, kind, file, { caption, replyTo }) {
  const query = new URLSearchParams({ name: file.name, caption });
  if (replyTo) query.set("reply_to", replyTo);
  const headers = { "content-type": "application/octet-stream" };
  const path = `/sandbox/api/users/${person}/${kind}?${query}`;
  return answerOf(await fetch(path, { method: "POST", headers, body: await file.arrayBuffer() }));
}

export const fileUrl = (id) => `/sandbox/api/files/${id}`;

export const travel = (body) => post("/sandbox/clock", body);

/**
 * Call `changed` with the state whenever there is something new, and `lost`/`found` as the
 * connection goes and comes. After a loss everything is asked for anew.
 */
export function watch({ changed, lost, found }) {
  let version = 0;
  let wanted = false;
  let asking = false;

  async function ask() {
    wanted = true;
    if (asking) return;
    asking = true;
    while (wanted) {
      wanted = false;
      try {
        const state = await get(`/sandbox/api/state?since=${version}`);
        const anew = version === 0;
        version = state.version;
        changed(state, anew);
      } catch (error) {
        console.warn(error);
      }
    }
    asking = false;
  }

  const events = new EventSource("/sandbox/api/events");
  let away = false;
  events.onopen = () => {
    if (away) version = 0;
    away = false;
    found();
  };
  events.onmessage = ask;
  events.onerror = () => {
    away = true;
    lost();
  };
}
