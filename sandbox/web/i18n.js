// The texts of the page in Romanian and English. Messages of the bot are not translated.

/** Return such as “1 zi”, “5 zile”, “20 de zile” or “101 zile”. */
function romanianCount(n, one, many) {
  if (n === 1) return `${n} ${one}`;
  return `${n} ${n % 100 >= 1 && n % 100 < 20 ? "" : "de "}${many}`;
}

const TEXTS = {
  ro: {
    locale: "ro-RO",
    hour: "+1 oră",
    day: "Ziua următoare",
    days: "+5 zile",
    now: "Acum",
    nowHint: "Înapoi la ora reală",
    openBrowser: "Un jucător în browser, fără Telegram",
    addPerson: "Adaugă o persoană",
    personName: "Numele persoanei",
    addGroup: "Adaugă un grup",
    groupName: "Numele grupului",
    withTopics: " cu subiecte (forum)",
    writeAs: "Scrie ca",
    members: (n) => `${romanianCount(n, "membru", "membri")}, scrii ca:`,
    personHint: "Fiecare coloană e telefonul unei persoane. Cu START începe să vorbească cu botul.",
    groupHint: "Sus alegi în numele cui scrii.",
    toWhichGroup: "În ce grup adaugi botul?",
    noGroups: "Adaugă întâi un grup, din bara de sus.",
    topicOpened: (title) => `Subiect nou: ${title}`,
    upgraded: "Grupul a devenit supergrup",
    removed: "botul a fost scos din grup",
    cancel: "Renunț",
    add: "Adaugă",
    otherLanguage: "English",
    otherCode: "EN",
    botListening: "Botul ascultă",
    botBusy: "Botul lucrează",
    botNotListening: "Botul nu ascultă",
    disconnected: "Serverul sandbox nu răspunde. Se încearcă din nou…",
    start: "START",
    unblock: "Deblochează botul",
    block: "Blochează botul",
    blocked: "a blocat botul",
    notStarted: "nu a pornit botul",
    online: "în conversație",
    typing: "botul scrie…",
    uploading: "botul trimite o imagine…",
    sendingFile: "botul trimite un fișier…",
    write: "Scrie un mesaj",
    send: "Trimite",
    attach: "Atașează o poză sau un fișier",
    commands: "Comenzile botului",
    noCommands: "Botul nu are nicio comandă de arătat.",
    reply: "Răspuns pentru",
    editing: "Modifică mesajul",
    edit: "Modifică",
    edited: "modificat",
    asPhoto: "ca fotografie",
    asFile: "ca document",
    photo: "Fotografie",
    forwarded: "Redirecționat de la",
    download: "Descarcă",
    close: "Închide",
    back: "Înapoi",
    closeAnyway: "Închizi? Ce nu ai trimis se pierde.",
    previous: "Înapoi",
    next: "Înainte",
    openLinkAsOther: "Deschide invitația ca altă persoană",
    openAs: "Deschide invitația ca",
    newest: "Mesaje noi",
    noAnswer: "Botul nu a răspuns la buton.",
    ok: "OK",
    pinned: "Botul a fixat un mesaj",
    menu: "Opțiuni",
    sent: "trimis",
    fetched: "primit de bot",
    ahead: "cu {span} înaintea ceasului",
    behind: "cu {span} în urma ceasului",
    spanDays: (n) => (n === 1 ? "o zi" : romanianCount(n, "zi", "zile")),
    spanHours: (n) => (n === 1 ? "o oră" : romanianCount(n, "oră", "ore")),
    spanMinutes: (n) => (n === 1 ? "un minut" : romanianCount(n, "minut", "minute")),
    and: " și ",
  },
  en: {
    locale: "en-GB",
    hour: "+1 hour",
    day: "Next day",
    days: "+5 days",
    now: "Now",
    nowHint: "Back to the real time",
    openBrowser: "A player in a browser, without Telegram",
    addPerson: "Add a person",
    personName: "The person's name",
    addGroup: "Add a group",
    groupName: "The group's name",
    withTopics: " with topics (forum)",
    writeAs: "Write as",
    members: (n) => `${n} member${n === 1 ? "" : "s"}, write as:`,
    personHint: "Each column is somebody's phone. START begins a conversation with the bot.",
    groupHint: "Choose above in whose name you write.",
    toWhichGroup: "Add the bot to which group?",
    noGroups: "Add a group first, in the bar at the top.",
    topicOpened: (title) => `New topic: ${title}`,
    upgraded: "The group became a supergroup",
    removed: "the bot was removed",
    cancel: "Cancel",
    add: "Add",
    otherLanguage: "Română",
    otherCode: "RO",
    botListening: "The bot is listening",
    botBusy: "The bot is busy",
    botNotListening: "The bot is not listening",
    disconnected: "The sandbox server does not answer. Trying again…",
    start: "START",
    unblock: "Unblock the bot",
    block: "Block the bot",
    blocked: "has blocked the bot",
    notStarted: "has not started the bot",
    online: "chatting",
    typing: "the bot is typing…",
    uploading: "the bot is sending a picture…",
    sendingFile: "the bot is sending a file…",
    write: "Write a message",
    send: "Send",
    attach: "Attach a picture or a file",
    commands: "The bot's commands",
    noCommands: "The bot has no commands to show.",
    reply: "Reply to",
    editing: "Edit the message",
    edit: "Edit",
    edited: "edited",
    asPhoto: "as a photo",
    asFile: "as a document",
    photo: "Photo",
    forwarded: "Forwarded from",
    download: "Download",
    close: "Close",
    back: "Back",
    closeAnyway: "Close? What you have not sent will be lost.",
    previous: "Previous",
    next: "Next",
    openLinkAsOther: "Open the link as another person",
    openAs: "Open the link as",
    newest: "New messages",
    noAnswer: "The bot has not answered the button.",
    ok: "OK",
    pinned: "The bot pinned a message",
    menu: "Options",
    sent: "sent",
    fetched: "received by the bot",
    ahead: "{span} ahead of the clock",
    behind: "{span} behind the clock",
    spanDays: (n) => `${n} day${n === 1 ? "" : "s"}`,
    spanHours: (n) => `${n} hour${n === 1 ? "" : "s"}`,
    spanMinutes: (n) => `${n} minute${n === 1 ? "" : "s"}`,
    and: " and ",
  },
};

const TIME_ZONE = "Europe/Bucharest";

let language = localStorage.getItem("language") === "en" ? "en" : "ro";
document.documentElement.lang = language;

/** Return the texts in the page's language. */
export const texts = () => TEXTS[language];

export function switchLanguage() {
  language = language === "ro" ? "en" : "ro";
  localStorage.setItem("language", language);
  location.reload();
}

const formats = new Map();

function formatter(options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) {
    const complete = { timeZone: TIME_ZONE, ...options };
    formats.set(key, new Intl.DateTimeFormat(texts().locale, complete));
  }
  return formats.get(key);
}

/** Return such as “joi, 1 mai 2025”. */
export const formatLongDate = (at) =>
  formatter({ weekday: "long", day: "numeric", month: "long", year: "numeric" }).format(at);

/** Return such as “sâm., 22 nov. 2025”, for a phone. */
export const formatShortDate = (at) =>
  formatter({ weekday: "short", day: "numeric", month: "short", year: "numeric" }).format(at);

/** Return such as “15:04”. */
export const formatTime = (at) => formatter({ hour: "2-digit", minute: "2-digit" }).format(at);

/** Return a text that all instants of a day share. */
export const dayKey = (at) => formatter({ dateStyle: "short" }).format(at);

/** Return such as “5 zile și 2 ore”, with at most two units. */
export function formatDuration(seconds) {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const parts = [
    [Math.floor(minutes / 1440), texts().spanDays],
    [Math.floor((minutes % 1440) / 60), texts().spanHours],
    [minutes % 60, texts().spanMinutes],
  ];
  return parts
    .filter(([count]) => count > 0)
    .slice(0, 2)
    .map(([count, phrase]) => phrase(count))
    .join(texts().and);
}

export function formatFileSize(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const [value, unit] = bytes < 1048576 ? [bytes / 1024, "KB"] : [bytes / 1048576, "MB"];
  return `${value.toLocaleString(texts().locale, { maximumFractionDigits: 1 })} ${unit}`;
}
