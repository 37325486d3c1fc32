// Render messages: one bubble for each message or album.

import { fileUrl } from "./api.js";
import { h, icon, openPopover } from "./dom.js";
import { formatFileSize, formatTime, texts } from "./i18n.js";
import { openLightbox } from "./lightbox.js";
import { openWebApp } from "./web_app.js";

const MAX_WIDTH = 440;
const MAX_HEIGHT = 460;
const MIN_WIDTH = 240;

/**
 * Return the element of a group of messages, which is an album or a single message.
 * `chat` is its column.
 */
export function renderMessageGroup(group, chat) {
  const [first] = group;
  if (first.service) return h("div.service", {}, serviceText(first));
  const own = chat.isOwn(first);
  const bubble = h("div.bubble", {});
  const box = h(`article.message.${own ? "own" : "theirs"}`, { data: { message: first.id } }, bubble);
  if (chat.person.group && !own) bubble.append(h("div.author", {}, first.author.name));
  if (first.topic) bubble.append(h("div.topic", {}, first.topic));
  if (first.forwarded_from) {
    bubble.append(h("div.forwarded", {}, `${texts().forwarded} ${first.forwarded_from}`));
  }
  if (first.reply_to) bubble.append(renderQuote(first.reply_to, chat));
  const pictures = group.filter((message) => message.photo);
  if (pictures.length) {
    bubble.append(renderGallery(pictures));
    bubble.style.width = `${bubbleWidth(pictures)}px`;
  }
  for (const message of group.filter((item) => item.document)) {
    bubble.append(renderFile(message.document));
  }
  for (const message of group.filter((item) => item.html)) bubble.append(renderText(message, chat));
  bubble.append(renderFooter(group.at(-1), own));
  if (first.reaction) bubble.append(h("span.reaction", {}, first.reaction));
  if (!first.html && pictures.length) bubble.classList.add("bare");
  if (pictures.length) bubble.classList.add("wide");
  if (own && !first.photo && !first.document) bubble.append(renderEditButton(first, chat));
  bubble.addEventListener("click", (event) => {
    if (event.target.closest("a, button") || String(getSelection())) return;
    chat.reply(first);
  });
  for (const message of group.filter((item) => item.keyboard.length)) {
    box.append(renderKeyboard(message, chat));
  }
  return box;
}

/** Return the text of a service message. */
function serviceText({ service: kind, topic }) {
  const known = { pinned_message: texts().pinned, forum_topic_created: texts().topicOpened(topic) };
  return known[kind] ?? (kind.startsWith("migrate_") ? texts().upgraded : kind);
}

function renderQuote(reply, chat) {
  const line = reply.text || (reply.photo ? texts().photo : "…");
  const jump = () => chat.scrollToMessage(reply.id);
  return h(
    "button.quote",
    { type: "button", onclick: jump },
    h("b", {}, reply.author),
    h("span", {}, line + (reply.more ? "…" : "")),
  );
}

/** Return the width of the loaded picture, so that the layout does not change on load. */
function bubbleWidth(pictures) {
  if (pictures.length > 1) return MAX_WIDTH;
  const { width, height } = pictures[0].photo;
  return Math.max(MIN_WIDTH, Math.round(width * Math.min(MAX_WIDTH / width, MAX_HEIGHT / height)));
}

function renderGallery(pictures) {
  const single = pictures.length === 1;
  const box = h(`div.gallery${single ? ".single" : ""}`);
  pictures.forEach((message, index) => {
    const { id, width, height } = message.photo;
    const image = h("img", { src: fileUrl(id), width, height, alt: texts().photo, draggable: false });
    if (single) image.style.aspectRatio = `${Math.max(width, MIN_WIDTH * (height / MAX_HEIGHT))} / ${height}`;
    const open = () => openLightbox(pictures.map((item) => item.photo), index);
    box.append(h("button.picture", { type: "button", onclick: open }, image));
  });
  return box;
}

function renderFile(file) {
  return h(
    "a.file",
    { href: fileUrl(file.id), download: file.name, title: texts().download },
    h("span.badge", {}, icon("file")),
    h("span", {}, h("b", {}, file.name), h("small", {}, formatFileSize(file.size))),
  );
}

function renderText(message, chat) {
  // The server escapes everything except its allowed tags.
  const body = h("div.text", { innerHTML: message.html });
  for (const link of body.querySelectorAll("a[href]")) {
    if (link.dataset.command) {
      link.onclick = (event) => {
        event.preventDefault();
        chat.attempt(() => chat.postAction("send", { text: link.dataset.command }));
      };
    } else if (chat.isDeepLink(link.href)) {
      setUpBotLink(link, chat);
    }
  }
  for (const secret of body.querySelectorAll(".spoiler")) {
    secret.onclick = () => secret.classList.add("open");
  }
  return body;
}

/** Open a link to the bot as the sender, and add a button that opens it as another person. */
function setUpBotLink(link, chat) {
  link.onclick = (event) => {
    event.preventDefault();
    chat.followLink(link.href, link);
  };
  const openAs = h("button.open-as", { type: "button", title: texts().openLinkAsOther }, icon("forward"));
  openAs.setAttribute("aria-label", texts().openLinkAsOther);
  openAs.onclick = () => openAsMenu(link.href, chat, openAs);
  link.after(openAs);
}

/** Ask which person opens a link to the bot, because people cannot message each other here. */
function openAsMenu(url, chat, anchor) {
  const choices = chat.people().map((person) =>
    h(
      "button",
      { type: "button", onclick: () => chat.followLink(url, anchor, person.id) },
      person.name,
    ),
  );
  openPopover(anchor, [h("small", {}, texts().openAs), ...choices]);
}

function renderFooter(message, own) {
  const at = new Date(message.date);
  const foot = h("div.footer-line", {});
  if (message.edited) foot.append(h("span", {}, texts().edited));
  foot.append(h("time", { dateTime: message.date }, formatTime(at)));
  if (own) {
    const title = message.fetched ? texts().fetched : texts().sent;
    foot.append(h("span.ticks", { title }, message.fetched ? "✓✓" : "✓"));
  }
  return foot;
}

function renderEditButton(message, chat) {
  const edit = () => chat.edit(message);
  const button = h("button.edit", { type: "button", title: texts().edit, onclick: edit }, icon("pencil"));
  button.setAttribute("aria-label", texts().edit);
  return button;
}

function renderKeyboard(message, chat) {
  const box = h("div.keyboard");
  message.keyboard.forEach((row, rowIndex) => {
    const line = h("div.row");
    row.forEach((button, column) => line.append(renderKey(message, button, rowIndex, column, chat)));
    box.append(line);
  });
  return box;
}

function renderKey(message, button, row, column, chat) {
  const element = h("button.key", { type: "button" }, button.label);
  if (button.url) element.classList.add("link");
  if (button.web_app) element.classList.add("web-app");
  element.onclick = async () => {
    if (button.web_app) return openWebApp(chat, button.label, button.web_app);
    if (button.url) return openUrl(button.url, chat, element);
    element.classList.add("busy");
    await chat.attempt(async () => {
      const body = { message: message.id, row, column };
      const answer = await chat.postAction("press", body);
      if (!answer.answered) chat.showToast(texts().noAnswer);
      else if (answer.text) chat.showToast(answer.text, { alert: answer.alert });
      if (answer.url) openUrl(answer.url, chat, element);
    });
    element.classList.remove("busy");
  };
  return element;
}

function openUrl(url, chat, anchor) {
  if (chat.isDeepLink(url)) return chat.followLink(url, anchor);
  const shared = sharedUrl(url);
  // The current click closes every menu, so this one opens after it.
  if (shared && chat.isDeepLink(shared)) return setTimeout(() => openAsMenu(shared, chat, anchor));
  open(url, "_blank", "noreferrer");
}

/** Return the link that a share URL of Telegram sends, or null. */
function sharedUrl(url) {
  const { origin, pathname, searchParams } = new URL(url);
  return origin + pathname === "https://t.me/share/url" ? searchParams.get("url") : null;
}
