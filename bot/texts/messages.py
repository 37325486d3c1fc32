"""What comes in and what goes out, as plain values: no Telegram, no SQL, no language.

An `Incoming` is one thing a person did; a `Notice` is one message to one chat. A notice holds keys
and facts, never finished sentences or pictures: the courier words it in its reader's language and
draws it when it is sent. Pictures and files are named by the values of `bot.texts.pictures`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Union

from bot.texts.pictures import Document, Picture

Param = Union[str, int, None, "Text", Sequence["Text"]]


@dataclass(frozen=True, slots=True)
class Text:
    """A catalogue key and its facts.

    A fact may be a text of its own, or a list of texts, one a line. How a fact is shown (as points,
    days, a date …) is the template's business: `{score:points}`, `{until:date}`.
    """

    key: str
    params: Mapping[str, Param] = field(default_factory=dict)


def say(key: str, **params: Param) -> Text:
    """Return the text with that key and those facts."""
    return Text(key, params)


Word = Callable[[Text], str]
"""Words a text in the reader's language, plain (no HTML)."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message: it calls back with `data` (64 bytes at most) or opens `url`."""

    label: Text
    data: str = ""
    url: str = ""
    words: Text | None = None
    """With these `url` is passed on: it opens the list of one's own chats to choose from."""
    share: str = ""
    """What is asked for in the chat that is chosen then, by the bot's inline mode."""


Buttons = tuple[tuple[Button, ...], ...]
"""The buttons under a message, row by row."""


@dataclass(frozen=True, slots=True)
class Relayed:
    """A photo or document a person sent, to be passed on re-encoded, without its metadata."""

    file_id: str
    name: str
    is_photo: bool
    size: int = 0
    """Bytes, as announced with it; 0: not told."""
    by: int = 0
    """The number of the person who sent it, to be told if it cannot be passed on; 0: nobody."""
    note: str = ""
    """What was written under it, while it waits for the placement that it belongs to."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a group that has topics: opened, under its title, when it is first needed."""

    key: str
    """What it is about: the match whose copies go there."""
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Something that may be put into any chat, offered to whoever asks for it there."""

    key: str
    """Tells it apart among those that are offered, 64 bytes at most."""
    title: Text
    note: Text
    """What stands under the title in the list."""
    text: Text
    """What is put into the chat."""
    url: str
    """The page that shows the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One message to one chat.

    With one picture or document the text is its caption, with two or more pictures it is the
    album's. `edits` is the message to change instead of sending another; `answers` is a button
    press to answer (its text then shows as a short toast, or as an alert).
    """

    to: int
    text: Text | None = None
    buttons: Buttons = ()
    pictures: tuple[Picture, ...] = ()
    document: Document | None = None
    relayed: Relayed | None = None
    edits: int | None = None
    captioned: bool = False
    """Whether the message to change shows a picture or a file, with its words as a caption."""
    answers: str = ""
    alert: bool = False
    found: tuple[Found, ...] | None = None
    """With these `answers` is a question from any chat, and they are what is offered there; what
    they say is in the language `menu`."""
    silent: bool = False
    reply_to: int | None = None
    dedup: str = ""
    """The same key is never queued twice; empty: no such check."""
    about: str = ""
    """The game or match the message is about: stored with its Telegram id, so a reply finds it."""
    is_copy: bool = False
    """An arbiter's copy (art. 2.2): it goes where he wants his copies, `bot.service.notify`."""
    topic: Topic | None = None
    """In a group with topics, the one it belongs to."""
    thread: int | None = None
    """The number of the topic in which a person spoke, to be answered there."""
    menu: str = ""
    """The command menu that the chat has from now on, by `menu_name`; nothing is said then."""
    not_before: datetime | None = None
    expires: datetime | None = None


ARBITER, OPERATOR = "arbiter", "operator"
"""The offices that have a command menu of their own."""
MENU = "menu"
"""Under what is kept which office's menu a person has been shown."""


def menu_name(language: str, office: str) -> str:
    """Return the name of a command menu: a language's, `ro`, or an office's in it, `ro:arbiter`."""
    return f"{language}:{office}" if office else language


LARGEST_TABLE = 1 << 20
"""Bytes of a table that is read while somebody waits for the answer."""


class FileWanted(Exception):  # noqa: N818  (no error: it says what is to be done first)
    """A handler cannot go on before a file is fetched: it begins anew when that is done."""

    def __init__(self, file_id: str) -> None:
        self.file_id = file_id
        super().__init__(file_id)


@dataclass(frozen=True, slots=True)
class Sender:
    """The person behind an incoming message."""

    id: int
    name: str
    language: str = ""
    """What the app announces, e.g. `ro-RO`; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """One thing a person did in a chat."""

    update: int
    sender: Sender
    chat: int
    private: bool
    at: datetime
    """When the person did it: the message's own date, never the time of processing."""
    message: int
    text: str = ""
    """What was written, also under a file; with no file, empty: a voice note, a sticker …"""
    reply_to: int | None = None
    thread: int | None = None
    """The topic of the group in which it was said, if the group has topics."""
    moved_to: int | None = None
    """The group has become another chat, with this number."""
    edited: bool = False
    callback: str = ""
    """The press to answer, where a button was pressed; `text` is empty then."""
    data: str = ""
    """The pressed button's data. Hostile until checked."""
    captioned: bool = False
    """Whether the button stood under a picture or a file."""
    inline: str = ""
    """The question to answer that was asked from any chat, with `text` after the bot's name."""
    file: Relayed | None = None
    content: bytes | None = None
    """What the file holds, once it has been fetched; None: it has not, or cannot be had."""
    is_fetched: bool = False
    """Whether Telegram has been asked for the file."""
    anonymous: bool = False
    """Whether an administrator writes as the group: who it is nobody can know."""
    blocked: bool | None = None
    """The person has blocked the bot (True) or let it in again (False); or a group has."""

    def fetched(self) -> bytes | None:
        """Return what the file that was sent holds; None: Telegram would not hand it over.

        Raises:
            FileWanted: it has not been fetched yet, and the handler will be run again.
        """
        if self.file is not None and not self.is_fetched:
            raise FileWanted(self.file.file_id)
        return self.content


def rows_of(buttons: Sequence[Button], width: int) -> Buttons:
    """Return the buttons in rows of that many."""
    return tuple(tuple(buttons[start : start + width]) for start in range(0, len(buttons), width))


def page_of(buttons: Sequence[Button], wanted: int, most: int, turns: str) -> Buttons:
    """Return a page of so many buttons, one a row, and a row that turns to the others.

    `turns` begins the data of that row's buttons; the number of the page, from 0, ends it.
    """
    pages = max(1, -(-len(buttons) // most))
    page = min(wanted, pages - 1)
    return (*rows_of(buttons[page * most : (page + 1) * most], 1), *turning(page, pages, turns))


def turning(page: int, pages: int, turns: str) -> Buttons:
    """Return the row of buttons that turn the page, if there is more than one."""
    row = []
    if page:
        row.append(Button(say("button.list_back", page=page, pages=pages), f"{turns}{page - 1}"))
    if page + 1 < pages:
        row.append(Button(say("button.list_on", page=page + 2, pages=pages), f"{turns}{page + 1}"))
    return (tuple(row),) if row else ()


def write_button(about: str) -> Button:
    """Return the button by which a player writes to his arbiter, about a game or without one."""
    return Button(say("button.letter"), f"letter:{about}")
