// Who is there, and his games: the least that can be shown.
const signed = new URLSearchParams(location.hash.slice(1)).get("tgWebAppData") ?? "";
const app = document.getElementById("app");
const opened = await fetch("api/session", {
  method: "POST",
  headers: { Authorization: `tma ${signed}` },
});
const session = await opened.json();
const list = opened.ok
  ? await (await fetch("api/games", { headers: { Authorization: `Bearer ${session.token}` } })).json()
  : [];
app.textContent = opened.ok ? list.map((each) => each.game).join(", ") : session.text;
