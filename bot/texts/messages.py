"""What comes in and what goes out, as plain values: no Telegram, no SQL, no language.

An `Incoming` is one thing a person did; a `Notice` is one message to one chat. A notice holds keys
and facts, never finished sentences or pictures: the courier words it in its reader's language and
draws it when it is sent.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Union, get_args

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


Buttons = tuple[tuple[Button, ...], ...]
"""The buttons under a message, row by row."""


class PictureKind(StrEnum):
    """The pictures the bot draws, as they are called where messages wait to be sent."""

    COMPETITION_SHEET = "competition_sheet"
    TIME_SHEET = "time_sheet"
    BOARD = "board"
    STANDINGS = "standings"
    RATING_LIST = "rating_list"
    RATING_MOVES = "rating_moves"
    RATING_CHART = "rating_chart"
    PAGE = "page"


@dataclass(frozen=True, slots=True)
class CompetitionSheet:
    """The competition sheet of a game as it stood after event `seq`."""

    kind: ClassVar = PictureKind.COMPETITION_SHEET
    game: str
    seq: int


@dataclass(frozen=True, slots=True)
class TimeSheet:
    """The thinking-time sheet of a game as it stood after event `seq`."""

    kind: ClassVar = PictureKind.TIME_SHEET
    game: str
    seq: int


@dataclass(frozen=True, slots=True)
class BoardShown:
    """The board alone after event `seq`; on it a placement as typed that is not sent yet."""

    kind: ClassVar = PictureKind.BOARD
    game: str
    seq: int
    preview: str = ""


@dataclass(frozen=True, slots=True)
class StandingsPicture:
    """A table of a competition as it stood after event `seq`; which one says `standings.which`."""

    kind: ClassVar = PictureKind.STANDINGS
    competition: str
    seq: int
    which: str


@dataclass(frozen=True, slots=True)
class RatingListPage:
    """A page of a rating list, a player's row marked by his key."""

    kind: ClassVar = PictureKind.RATING_LIST
    of: str
    page: int
    marked: str = ""


@dataclass(frozen=True, slots=True)
class RatingMovesPage:
    """A page of a rating list against the one before it."""

    kind: ClassVar = PictureKind.RATING_MOVES
    of: str
    page: int


@dataclass(frozen=True, slots=True)
class RatingChart:
    """Players' ratings over time, by their keys, up to a list; `latest` was then in force."""

    kind: ClassVar = PictureKind.RATING_CHART
    of: str
    latest: int
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TablePage:
    """A page of a championship's table (`bot.ratings.cnis.views`)."""

    kind: ClassVar = PictureKind.PAGE
    of: str
    page: int


GamePicture = CompetitionSheet | TimeSheet | BoardShown
Picture = (
    GamePicture | StandingsPicture | RatingListPage | RatingMovesPage | RatingChart | TablePage
)
"""All there are: a new kind is a member of `PictureKind`, a type here, and whoever makes it."""
PICTURES: Mapping[PictureKind, type[Picture]] = {each.kind: each for each in get_args(Picture)}


class DocumentKind(StrEnum):
    """The files the bot makes or keeps."""

    GCG = "gcg"
    WORD_LIST = "word_list"
    MY_DATA = "my_data"
    INVITATIONS = "invitations"
    """The links to the places of a competition not taken yet; `of` is its code."""
    DOSSIER = "dossier"
    """The file for the Discipline Commission; `of` is a `bot.documents.dossier.facts.Subject`."""
    STANDINGS = "standings"
    """A phase of a competition as a spreadsheet; `of` is its code and the phase's number."""
    PAGES = "pages"
    """A table as pages to be printed; `of` names it as pictures do."""
    RATING_BOOK = "rating_book"
    RATING_SAVED = "rating_saved"
    """Lists and terms as a spreadsheet; `of` is the run's number."""
    RATING_SHEET = "rating_sheet"
    """How a player's numbers were made, as text; `of` is the run's number and the name's key."""
    RATING_SAMPLE = "rating_sample"
    """An example of a file; `of` names what it holds."""
    RATING_FAULTS = "rating_faults"
    """All that is wrong with files that were sent; `of` is the token of the work."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file made when it is sent: `of` names the game, edition or person it is made from."""

    kind: DocumentKind
    of: str


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


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a group that has topics: opened, under its title, when it is first needed."""

    key: str
    """What it is about: the match whose copies go there."""
    title: str


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
    silent: bool = False
    reply_to: int | None = None
    dedup: str = ""
    """The same key is never queued twice; empty: no such check."""
    about: str = ""
    """The game or match the message is about: stored with its Telegram id, so a reply finds it."""
    is_copy: bool = False
    """An arbiter's copy (art. 2.2): it goes where he wants his copies, `bot.service.copies`."""
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


def menu_name(language: str, office: str = "") -> str:
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
    file: Relayed | None = None
    content: bytes | None = None
    """What the file holds, once it has been fetched; None: it has not, or cannot be had."""
    is_fetched: bool = False
    """Whether Telegram has been asked for the file."""
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
