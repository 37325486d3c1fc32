"""What a dossier consists of, as plain values, already worded: no layout, no language, no game."""

from dataclasses import dataclass
from enum import Enum

from bot.documents.render.theme import Side


class Align(Enum):
    """Where a column's text stands."""

    LEFT = "LEFT"
    CENTRE = "CENTER"
    RIGHT = "RIGHT"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading that stands in the table of contents and in the bookmarks."""

    title: str
    new_page: bool = True
    """Whether it opens a page, or goes on where there is room."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading within a chapter."""

    title: str


@dataclass(frozen=True, slots=True)
class Lines:
    """A paragraph; line feeds are kept. A quiet one is small and grey: a note, an explanation."""

    text: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Quote:
    """What somebody wrote, word for word, under a line that says who and when."""

    head: str
    text: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """Labels and what they name, one a line."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, its share of the width, where its text stands."""

    title: str
    share: float
    align: Align = Align.LEFT


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; what follows a line feed in a cell is set small under it."""

    cells: tuple[str, ...]
    side: Side | None = None
    """Whose row it is: its edge has that player's colour."""
    struck: bool = False
    """No longer stands: shown struck through."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table that may run over several pages, its heads repeated on each."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    empty: str
    """What is written instead where there is no row."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture that fills a page, with its title above it."""

    title: str
    png: bytes


@dataclass(frozen=True, slots=True)
class Player:
    """One side of the score on the cover."""

    name: str
    label: str
    """Worded: the colour."""
    score: str
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A game on the cover: both players large, under it how it stands or ended."""

    head: str
    red: Player
    blue: Player
    below: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """The first page: what the dossier is about, the facts, then what it contains."""

    competition: str
    title: str
    subtitle: str
    scores: tuple[Score, ...]
    facts: Facts
    contents: str
    """Worded: the heading over the table of contents."""


Block = Chapter | Section | Lines | Quote | Facts | Grid | Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A whole dossier, ready to be set."""

    cover: Cover
    blocks: tuple[Block, ...]
    language: str
    page_of: str
    """Worded, with `{page}` and `{pages}` to be filled in: `pagina {page} din {pages}`."""
    imprint: str
    """Worded: at the foot of every page."""
