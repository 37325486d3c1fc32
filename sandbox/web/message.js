// Drawing messages: one bubble for a message, or for all the pictures of an album.

import { fileUrl } from "./api.js";
import { h, icon, popover } from "./dom.js";
import { fileSize, hourMinute, words } from "./i18n.js";
import { enlarge } from "./lightbox.js";
import { openWebApp } from "./web_app.js";

const WIDEST = 440;
const TALLEST = 460;
const NARROWEST = 240;

/**
 * Return the element for a group of messages (an album, or a single one).
 * `chat` is the column it stands in.
 */
export function drawGroup(group, chat) {
  const [first] = group;
  if (first.service) return h("div.service", {}, service(first));
  const own = chat.isOwn(first);
  const bubble = h("div.bubble", {});
  const box = h(`article.message.${own ? "own" : "theirs"}`, { data: { message: first.id } }, bubble);
  if (chat.person.group && !own) bubble.append(h("div.author", {}, first.author.name));
  if (first.topic) bubble.append(h("div.topic", {}, first.topic));
  if (first.forwarded_from) {
    bubble.append(h("div.forwarded", {}, `${words().forwarded} ${first.forwarded_from}`));
  }
  if (first.reply_to) bubble.append(quote(first.reply_to, chat));
  const pictures = group.filter((message) => message.photo);
  if (pictures.length) {
    bubble.append(gallery(pictures));
    bubble.style.width = `${bubbleWidth(pictures)}px`;
  }
  for (const message of group.filter((item) => item.document)) {
    bubble.append(fileCard(message.document));
  }
  for (const message of group.filter((item) => item.html)) bubble.append(text(message, chat));
  bubble.append(footer(group.at(-1), own));
  if (first.reaction) bubble.append(h("span.reaction", {}, first.reaction));
  if (!first.html && pictures.length) bubble.classList.add("bare");
  if (pictures.length) bubble.classList.add("wide");
  if (own && !first.photo && !first.document) bubble.append(editButton(first, chat));
  bubble.addEventListener("click", (event) => {
    if (event.target.closest("a, button") || String(getSelection())) return;
    chat.reply(first);
  });
  for (const message of group.filter((item) => item.keyboard.length)) {
    box.append(keyboard(message, chat));
  }
  return box;
}

/** What the chat itself reports, in words. */
function service({ service: kind, topic }) {
  const said = { pinned_message: words().pinned, forum_topic_created: words().topicOpened(topic) };
  return said[kind] ?? (kind.startsWith("migrate_") ? words().upgraded : kind);
}

function quote(reply, chat) {
  const line = reply.text || (reply.photo ? words().photo : "…");
  const go = () => chat.jumpTo(reply.id);
  return h(
    "button.quote",
    { type: "button", onclick: go },
    h("b", {}, reply.author),
    h("span", {}, line + (reply.more ? "…" : "")),
  );
}

/** As wide as the picture can be shown, before it has come: nothing may jump later. */
function bubbleWidth(pictures) {
  if (pictures.length > 1) return WIDEST;
  const { width, height } = pictures[0].photo;
  return Math.max(NARROWEST, Math.round(width * Math.min(WIDEST / width, TALLEST / height)));
}

function gallery(pictures) {
  const single = pictures.length === 1;
  const box = h(`div.gallery${single ? ".single" : ""}`);
  pictures.forEach((message, index) => {
    const { id, width, height } = message.photo;
    const image = h("img", { src: fileUrl(id), width, height, alt: words().photo, draggable: false });
    if (single) image.style.aspectRatio = `${Math.max(width, NARROWEST * (height / TALLEST))} / ${height}`;
    const open = () => enlarge(pictures.map((item) => item.photo), index);
    box.append(h("button.picture", { type: "button", onclick: open }, image));
  });
  return box;
}

function fileCard(file) {
  return h(
    "a.file",
    { href: fileUrl(file.id), download: file.name, title: words().download },
    h("span.badge", {}, icon("file")),
    h("span", {}, h("b", {}, file.name), h("small", {}, fileSize(file.size))),
  );
}

function text(message, chat) {
  // The server has escaped everything but its own few tags.
  const body = h("div.text", { innerHTML: message.html });
  for (const link of body.querySelectorAll("a[href]")) {
    if (link.dataset.command) {
      link.onclick = (event) => {
        event.preventDefault();
        chat.try(() => chat.act("send", { text: link.dataset.command }));
      };
    } else if (chat.isDeepLink(link.href)) {
      followHere(link, chat);
    }
  }
  for (const secret of body.querySelectorAll(".spoiler")) {
    secret.onclick = () => secret.classList.add("open");
  }
  return body;
}

/** A link to the bot is followed by whoever clicks it; beside it, it can be handed to another. */
function followHere(link, chat) {
  link.onclick = (event) => {
    event.preventDefault();
    chat.follow(link.href, link);
  };
  const others = h("button.pass", { type: "button", title: words().passOn }, icon("forward"));
  others.setAttribute("aria-label", words().passOn);
  others.onclick = () => handOn(link.href, chat, others);
  link.after(others);
}

/** Ask who is to open a link to the bot: nobody here has a chat with anybody but the bot. */
function handOn(url, chat, anchor) {
  const choices = chat.people().map((person) =>
    h(
      "button",
      { type: "button", onclick: () => chat.follow(url, anchor, person.id) },
      person.name,
    ),
  );
  popover(anchor, [h("small", {}, words().openAs), ...choices]);
}

function footer(message, own) {
  const at = new Date(message.date);
  const foot = h("div.foot", {});
  if (message.edited) foot.append(h("span", {}, words().edited));
  foot.append(h("time", { dateTime: message.date }, hourMinute(at)));
  if (own) {
    const title = message.fetched ? words().fetched : words().sent;
    foot.append(h("span.ticks", { title }, message.fetched ? "✓✓" : "✓"));
  }
  return foot;
}

function editButton(message, chat) {
  const edit = () => chat.edit(message);
  const button = h("button.edit", { type: "button", title: words().edit, onclick: edit }, icon("pencil"));
  button.setAttribute("aria-label", words().edit);
  return button;
}

function keyboard(message, chat) {
  const box = h("div.keyboard");
  message.keyboard.forEach((row, rowIndex) => {
    const line = h("div.row");
    row.forEach((button, column) => line.append(key(message, button, rowIndex, column, chat)));
    box.append(line);
  });
  return box;
}

function key(message, button, row, column, chat) {
  const element = h("button.key", { type: "button" }, button.label);
  if (button.url) element.classList.add("link");
  if (button.web_app) element.classList.add("web-app");
  element.onclick = async () => {
    if (button.web_app) return openWebApp(chat, button.label, button.web_app);
    if (button.url) return openUrl(button.url, chat, element);
    element.classList.add("busy");
    await chat.try(async () => {
      const body = { message: message.id, row, column };
      const answer = await chat.act("press", body);
      if (!answer.answered) chat.say(words().noAnswer);
      else if (answer.text) chat.say(answer.text, { alert: answer.alert });
      if (answer.url) openUrl(answer.url, chat, element);
    });
    element.classList.remove("busy");
  };
  return element;
}

function openUrl(url, chat, anchor) {
  if (chat.isDeepLink(url)) return chat.follow(url, anchor);
  const shared = sharedLink(url);
  // The click that led here closes any menu: this one opens after it.
  if (shared && chat.isDeepLink(shared)) return setTimeout(() => handOn(shared, chat, anchor));
  open(url, "_blank", "noreferrer");
}

/** The link that Telegram is asked to send to one of one's chats, if that is what a URL asks. */
function sharedLink(url) {
  const { origin, pathname, searchParams } = new URL(url);
  return origin + pathname === "https://t.me/share/url" ? searchParams.get("url") : null;
}
