// The types of the API's requests and responses (docs/app.md). Only the type checker reads this file.

/** An error of the server; with several errors, the first one, and `faults` has all. */
export interface Refusal {
  error: string;
  article: string | null;
  /** The sentence for the user. */
  text: string;
  faults?: Refusal[];
  /** The game's version, if it has changed since. */
  version?: number;
}

export type Colour = "red" | "blue";

/** A move of a game; position and word are missing in a pass. */
export interface MadeMove {
  /** From 1; moves that no longer count keep their number. */
  number: number;
  round: number;
  colour: Colour;
  pass: boolean;
  /** When it was sent. */
  sent: string;
  /** Days of thinking time. */
  days: number;
  /** Whether the move counts. */
  stands: boolean;
  note: string;
  /** `H8` across, `8H` down. */
  position?: string;
  /** A blank is a lower-case letter. */
  word?: string;
  points?: number;
  /** The points under the player's cap. */
  counted?: number;
}

/** A line of a player's time sheet. */
export interface ClockRow {
  round: number;
  received: string;
  sent: string | null;
  leave: number;
  days: number;
  total: number;
  article: string;
  note: string;
}

/** A player's thinking time and leave, in days. */
export interface Clock {
  budget: number;
  used: number;
  /** Negative if the time is exceeded. */
  left: number;
  leave_budget: number;
  leave: string[];
  rows: ClockRow[];
}

/** What the overview shows of any game. */
export interface GameSummary {
  game: string;
  /** The opponent's name. */
  partner: string;
  colour: Colour;
  score: { own: number; partner: number };
  competition: string | null;
  /** 15 rows of 15 signs: `.` empty, upper case a tile, lower case a blank. */
  board: string[];
  /** The owner of each tile, `r` or `b`; in the last move a capital. */
  laid: string[];
}

export interface RunningGame extends GameSummary {
  turn: Colour | null;
  /** Whether the game waits for the user. */
  mine: boolean;
  last_day: string | null;
  version: number;
  /** The number of messages that the user has not read. */
  unread: number;
}

export interface ArchivedGame extends GameSummary {
  result: string | null;
  /** The coefficient. */
  worth: string | null;
  ended: string;
}

export interface Archive {
  games: ArchivedGame[];
  page: number;
  pages: number;
  all: number;
  premiums: string[];
}

/** The position after a move of a replay. */
export interface Step {
  number: number;
  /** The mover's rack before the move. */
  rack: string;
  board: string[];
  scores: Record<Colour, number>;
}

/** The analysis of a move. */
export interface Turn {
  number: number;
  /** In points. */
  lost: number;
  /** How `lost` was found: `static`, `estimated` or `proven`; `analysis.label.` has the words. */
  label: string;
  /** Null if the move itself was the best. */
  best: BestPlay | null;
}

export interface BestPlay {
  move: string;
  points: number;
  /** The square and the letter of each tile. */
  laid: [string, string][];
  /** How play continues. */
  then: string;
}

export interface Analysis {
  /** `none`: it may be requested; `empty`: nothing was placed in the game. */
  state: "ready" | "waiting" | "none" | "empty";
  text: string;
  lines: string[];
  turns: Turn[];
}

/** A request for a friendly match. */
export interface MatchRequest {
  token: string;
  terms: string;
  until: string;
  /** The link of an own request for one person. */
  link?: string;
  /** The words to share that link with. */
  share?: string;
  /** The same as a link for people without Telegram. */
  web?: string;
  /** A message with both links. */
  ready?: string;
}

export interface RequestList {
  requests: (MatchRequest & { who: string; punctual: string })[];
  own: MatchRequest[];
  /** The word lists; `words` is empty for the one of the day. */
  lists: { name: string; words: string }[];
  rating: string;
  /** A heading, then the lines below it. */
  rules: string[];
}

export interface RequestTerms {
  days: number;
  single: boolean;
  rated: boolean;
  words: string;
  by_link: boolean;
  id: string;
}

/** A task of an arbiter. */
export interface Task {
  code: string;
  title: string;
  who: string;
  when: string;
  note: string;
  overdue: boolean;
  /** The button that opens it; null for a task of the chat. */
  button: string | null;
}

/** A text with buttons: a case, a part of it, or the question before a ruling. */
export interface Card {
  text: string;
  /** `acts`: whether the button acts at once, without showing anything first. */
  buttons: { label: string; button: string; acts: boolean }[];
  /** The game of a case. */
  game?: string;
  /** The suggested reasons of a ruling. */
  usual?: string[];
  /** What the action has done. */
  told?: string;
}

/** A proposed ruling; null for the token: it is made. */
export interface Proposal {
  text: string;
  token: string | null;
}

/** The messages between the opponents. */
export interface Conversation {
  lines: { number: number; own: boolean; who: string; at: string; text: string }[];
  /** Why the user can send none; null if they can. */
  closed: string | null;
  muted: boolean;
}

export interface Game {
  game: string;
  /** Grows with each change of the game. */
  version: number;
  stage: "not started" | "running" | "ended";
  /** The user's colour; null for an arbiter. */
  colour: Colour | null;
  /** Null once the game is over. */
  turn: Colour | null;
  round: number;
  players: Record<Colour, string>;
  arbiter: string;
  competition: string;
  /** Whether the opponent reads messages, which a program does not. */
  messages: boolean;
  rated: boolean | null;
  /** Whose turn it is, or how the game ended. */
  state: string;
  leave: string[];
  result: string[];
  end: MatchEnd | null;
  /** The codes of the match's other games. */
  others: string[];
  /** Why there is no analysis; null if there may be one. */
  analysis: Refusal | null;
  /** Why the user can make no move now; null if they can. */
  hindrance: Refusal | null;
  board: string[];
  premiums: string[];
  /** The points of each letter. */
  values: Record<string, number>;
  rack_size: number;
  racks: Record<Colour, string>;
  /** All letters in the order in which they are drawn; `?` is a blank. */
  sequence: string;
  /** The number of letters drawn so far. */
  used: number;
  /** The owner and the state of each letter of the sequence. */
  owners: [Colour | null, string][];
  scores: Record<Colour, number>;
  caps: Record<Colour, number | null>;
  placements: MadeMove[];
  clock: Record<Colour, Clock>;
  last_day: string | null;
  today: string;
  conditions: { text: string }[];
  held: HeldMove | null;
}

/** The end of the match in one sentence, and what a coefficient is. */
export interface MatchEnd {
  head: string;
  coefficient: string[];
  /** The match for which the user may ask for another one. */
  rematch: string | null;
}

/** A sent move that may be taken back for so many seconds. */
export interface HeldMove {
  token: string;
  placement: string;
  seconds: number;
}

export interface SentMove {
  placement?: string;
  pass?: true;
  version: number;
  id: string;
}

export interface Word {
  word: string;
  valid: boolean;
}

/** The effect of an unsent move. */
export interface Preview {
  faults: Refusal[];
  words: Word[];
  points: number | null;
  counted: number | null;
  /** The letters that it draws. */
  takes: string | null;
  days: number | null;
}

/** A line of the notebook. */
export interface Line {
  moves: string[];
  root?: string;
  name: string;
  note: string;
  /** Why it is closed, or `open`. */
  fate?: string;
  text?: string;
}

/** A node of the notebook's tree; an impossible move has no position after it. */
export interface Position {
  number: number;
  /** The number of its parent. */
  above: number | null;
  move: string;
  name: string;
  note: string;
  faults: Refusal[];
  text: string | null;
  colour?: Colour;
  round?: number;
  pass?: boolean;
  position?: string;
  word?: string;
  points?: number;
  counted?: number;
  words?: Word[];
  /** The letters that stay on the rack. */
  leaves?: string;
  takes?: string;
  racks?: Record<Colour, string>;
  scores?: Record<Colour, number>;
  used?: number;
  turn?: Colour | null;
}

export interface NotebookContent {
  lines: Line[];
  positions: Position[];
  /** The game's version from which the positions follow. */
  version: number;
  /** Grows with each writing of the lines. */
  revision: number;
}

/** The page's texts by key; a unit has its plural forms. */
export type Texts = Record<string, string | string[]>;

/** The running games, and the game to open first, with its ETag. */
export interface InitialData {
  games: RunningGame[];
  game: Game | null;
  tag: string | null;
}

/** A change that the server announces: of a game, or new messages of the bot (`feed`). */
export interface ServerChange {
  game?: string;
  feed?: boolean;
}

/** A button under a message, with one of the four effects. */
export interface FeedKey {
  label: string;
  /** What the page sends to the bot. */
  data?: string;
  /** The link that opens. */
  url?: string;
  /** The game that opens; empty for the overview. */
  game?: string;
  /** What Telegram would send to a chosen chat. */
  share?: string;
}

/** A message of the bot (`html`), or an own text. */
export interface FeedMessage {
  id: number;
  own: boolean;
  at: string;
  html?: string;
  text?: string;
  /** The emoji that the bot put on an own text. */
  sign?: string;
  /** By rows. */
  buttons?: FeedKey[][];
  /** The paths of its pictures below `feed/`. */
  pictures?: string[];
  /** The number of the message whose file it has. */
  file?: number | null;
  /** The game or match that it is about. */
  about?: string;
  reply_to?: number | null;
}

export interface FeedPage {
  messages: FeedMessage[];
  /** The number to ask for next; null if nothing is older. */
  before: number | null;
}

/** A browser in which the user is signed in. */
export interface Device {
  id: number;
  name: string;
  opened: string;
  current: boolean;
}

/** The code that adds another browser. */
export interface DeviceOffer {
  code: string;
  link: string;
  /** How long it is valid. */
  minutes: number;
  /** The link as a picture: squares on a side, and the path of the dark ones in SVG. */
  qr: { side: number; path: string };
}

/** The e-mail address for notices. */
export interface MailCard {
  html: string;
  awaits_code: boolean;
  buttons: { label: string; data: string }[];
}

/** The commands of a subject. */
export interface MenuSubject {
  title: string;
  rows: { command: string; says: string }[];
}
