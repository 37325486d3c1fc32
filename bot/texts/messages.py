"""Incoming and outgoing messages as plain values: no Telegram, no SQL, no language.

An `Incoming` is one action of a person; a `Notice` is one message to one chat. A notice holds keys
and facts. The courier renders sentences and pictures when it sends the notice. The values of
`bot.texts.pictures` name pictures and files.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple, Union

from bot.texts.paging import page_at
from bot.texts.pictures import Document, Picture

Param = Union[str, int, None, "Text", Sequence[Union["Text", str]]]


@dataclass(frozen=True, slots=True)
class Text:
    """A catalogue key and its facts.

    A fact may be another text, or a list of texts and names, one a line. The template chooses its
    format (points, days, a list …): `{score:points}`, `{who:list}`.
    """

    key: str
    params: Mapping[str, Param] = field(default_factory=dict)


def say(key: str, **params: Param) -> Text:
    """Return the text with that key and those facts."""
    return Text(key, params)


Plain = Callable[[Text], str]
"""Renders a text in the reader's language, without HTML: `Catalogue.plain`."""


MOST_DATA_BYTES: Final = 64
"""The most bytes of a button's data that Telegram accepts."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message: it calls back with `data` or opens `url`.

    Raises:
        ValueError: the data is longer than `MOST_DATA_BYTES`.
    """

    label: Text
    data: str = ""
    url: str = ""
    words: Text | None = None
    """With these words the button shares `url`: see `bot.texts.sharing`."""
    share: str = ""
    """The inline query for the chat that the person then chooses."""

    def __post_init__(self) -> None:
        if len(self.data.encode()) > MOST_DATA_BYTES:
            raise ValueError(f"too long for a button: {self.data}")


Buttons = tuple[tuple[Button, ...], ...]
"""The buttons under a message, row by row."""


class Card(NamedTuple):
    """A text with the buttons under it."""

    text: Text
    buttons: Buttons = ()


@dataclass(frozen=True, slots=True)
class Relayed:
    """A photo or document from a person, to be forwarded re-encoded, without its metadata."""

    file_id: str
    name: str
    is_photo: bool
    size: int = 0
    """The size in bytes that Telegram announced; 0 if unknown."""
    by: int = 0
    """The number of the sender, who is notified if forwarding fails; 0 for nobody."""
    note: str = ""
    """The text under it, stored until the sender enters the move that it belongs to."""


@dataclass(frozen=True, slots=True)
class GroupTopic:
    """A topic of a group; the bot opens it, under its title, when it is first needed."""

    key: str
    """The subject: the match whose copies go there."""
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InlineResult:
    """One result of an inline query."""

    key: str
    """Identifies the result among the others; at most 64 bytes."""
    title: Text
    note: Text
    """The line under the title in the list."""
    text: Text
    """The text that is posted to the chat."""
    url: str
    """The web page with the same content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One message to one chat.

    With one picture or document, the text is its caption; with several pictures, the album's
    caption.
    """

    to: int
    """The number of the chat."""
    text: Text | None = None
    buttons: Buttons = ()
    pictures: tuple[Picture, ...] = ()
    document: Document | None = None
    relayed: Relayed | None = None
    edits: int | None = None
    """The message to change instead of sending a new one."""
    captioned: bool = False
    """Whether the message to change is a picture or a file, with its text as a caption."""
    answers: str = ""
    """The id of the button press to answer with a toast, or of the inline query; "" for neither."""
    alert: bool = False
    """Whether the answer to the press is an alert, which the person must close."""
    found: tuple[InlineResult, ...] | None = None
    """The results, if `answers` is an inline query. Their texts use the language in `menu`."""
    silent: bool = False
    """Whether the message arrives without a sound."""
    reply_to: int | None = None
    """The message of the same chat to which this one replies."""
    dedup: str = ""
    """A key that is queued only once; "" means no check."""
    reaction: str = ""
    """The emoji to put on the message `reply_to`. Such a notice has no text."""
    about: str = ""
    """The game or match of the message, stored with its Telegram id so that a reply finds it."""
    is_copy: bool = False
    """An arbiter's copy (art. 2.2); `bot.service.notices.notifier` sends it where they want it."""
    topic: GroupTopic | None = None
    """The topic of the message in a group with topics."""
    thread: int | None = None
    """The number of the topic in which the person wrote; the answer goes there."""
    menu: str = ""
    """The chat's new command menu, as `MenuName` writes it. Such a notice has no text."""
    mailed_with: str = ""
    """The key of the message whose mail also shows this one, so that a turn is one mail."""
    not_before: datetime | None = None
    """The earliest time of sending; None for at once."""
    expires: datetime | None = None
    """When the message is dropped if it is not sent yet; None for never."""

    @property
    def is_message(self) -> bool:
        """Return whether it is a message, new or changed: no answer, menu or reaction."""
        return not (self.answers or self.menu or self.reaction)


class FileWanted(Exception):  # noqa: N818  (no error, but a demand for an earlier step)
    """Raised if a handler needs a file; the handler starts again once the file is fetched."""

    def __init__(self, file_id: str) -> None:
        self.file_id = file_id
        super().__init__(file_id)


@dataclass(frozen=True, slots=True)
class Sender:
    """The person behind an incoming message."""

    id: int
    name: str
    language: str = ""
    """The language code of the app, such as `ro-RO`; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forwarded:
    """Who wrote a forwarded message, and when."""

    name: str
    """The author's name, or the title of the channel; may be empty."""
    at: datetime
    sender: int = 0
    """The author's Telegram number; 0 if they hide it, or are no person."""


class ShownMessage(NamedTuple):
    """What a chat shows of a message whose button is pressed."""

    text: str
    """The text or the caption, without formatting."""
    buttons: tuple[tuple[str, str], ...]
    """The label and the data of each button that has data, row by row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """One action of a person in a chat."""

    update: int
    """The number of the update, by which a repeated one is known; negative from a browser."""
    sender: Sender
    chat: int
    is_private: bool
    at: datetime
    """The instant of the action: the message's own date, never the time of processing."""
    message: int
    """The number of the message, or of the message with the pressed button; 0 for none."""
    text: str = ""
    """The text or the caption. Without a file, "" means another kind: a voice note, a sticker …"""
    reply_to: int | None = None
    """The message to which the person replies."""
    reply_text: str = ""
    """The text or the caption of the bot's message that the person replies to."""
    thread: int | None = None
    """The topic of the group in which the person wrote, if the group has topics."""
    moved_to: int | None = None
    """The group's new number after it became another chat."""
    forwarded: Forwarded | None = None
    """The author of a message that the person only forwards; None for one of their own."""
    is_edited: bool = False
    callback: str = ""
    """The id of the button press to answer; `text` is then empty."""
    data: str = ""
    """The pressed button's data. Untrusted until checked."""
    captioned: bool = False
    """Whether the button was under a picture or a file."""
    shown: ShownMessage | None = None
    """What the message with the button shows; None if the chat does not say."""
    inline: str = ""
    """The id of the inline query to answer; `text` is the query."""
    file: Relayed | None = None
    content: bytes | None = None
    """The content of the fetched file; None if it is not fetched or not available."""
    is_fetched: bool = False
    """Whether the file was requested from Telegram."""
    is_anonymous: bool = False
    """Whether an administrator writes as the group, so that the author is unknown."""
    blocked: bool | None = None
    """True if the person or group has blocked the bot, False if unblocked, None otherwise."""

    def fetched(self) -> bytes | None:
        """Return the content of the file, or None if Telegram does not provide it.

        Raises:
            FileWanted: the file is not fetched yet; the handler will run again.
        """
        if self.file is not None and not self.is_fetched:
            raise FileWanted(self.file.file_id)
        return self.content


def rows_of(buttons: Sequence[Button], width: int) -> Buttons:
    """Return the buttons in rows of `width`."""
    return tuple(tuple(buttons[start : start + width]) for start in range(0, len(buttons), width))


def page_of_buttons(buttons: Sequence[Button], wanted: int, most: int, turns: str) -> Buttons:
    """Return one page of buttons, one a row, and a row that leads to the other pages.

    `turns` is the prefix of that row's data; the page number, from 0, follows it.
    """
    page = page_at(buttons, wanted, most)
    return (*rows_of(page.items, 1), *turning(page.number, page.count, turns))


def turning(page: int, pages: int, turns: str) -> Buttons:
    """Return the row of buttons that turns pages; empty for a single page.

    The page number follows `turns` in the data, as in `page_of_buttons`.
    """
    return turning_by(page, pages, lambda number: f"{turns}{number}")


def turning_by(page: int, pages: int, data_of: Callable[[int], str]) -> Buttons:
    """Return the same row for data that does not end with the page's number."""
    row = []  # pages count from 0, and the labels from 1
    if page:
        row.append(Button(say("button.list_back", page=page, pages=pages), data_of(page - 1)))
    if page + 1 < pages:
        row.append(Button(say("button.list_on", page=page + 2, pages=pages), data_of(page + 1)))
    return (tuple(row),) if row else ()
