"""The parts of a case file as plain values with finished text: no layout, no language, no game."""

from dataclasses import dataclass
from enum import Enum

from bot.documents.render.theme import PlayerColour


class ColumnAlign(Enum):
    """How a column's text is aligned."""

    LEFT = "LEFT"
    CENTRE = "CENTER"
    RIGHT = "RIGHT"


@dataclass(frozen=True, slots=True)
class SectionHeading:
    """A main heading, listed in the table of contents and in the bookmarks."""

    title: str
    new_page: bool = True
    """Whether the heading starts a new page; if not, it follows where there is room."""


@dataclass(frozen=True, slots=True)
class Subsection:
    """A heading within a main section."""

    title: str


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph; line feeds are kept. A quiet paragraph is a note in small grey type."""

    text: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Quote:
    """A person's own words, under a line that gives their name and the instant."""

    head: str
    text: str
    side: PlayerColour | None = None
    """The colour of its author; None for a person who is no player."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Labels and values, one pair a line."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its title, its share of the width, its alignment."""

    title: str
    share: float
    align: ColumnAlign = ColumnAlign.LEFT


@dataclass(frozen=True, slots=True)
class CaseFileRow:
    """A row of a table; text after a line feed in a cell is printed small under the first line."""

    cells: tuple[str, ...]
    side: PlayerColour | None = None
    """The player whose colour the row's edge has; None for no colour."""
    struck: bool = False
    """Whether the row no longer applies and is struck through."""


@dataclass(frozen=True, slots=True)
class LongTable:
    """A table that may run over several pages; its headings repeat on each."""

    columns: tuple[TableColumn, ...]
    rows: tuple[CaseFileRow, ...]
    empty: str
    """The text shown instead of the table when it has no rows."""


@dataclass(frozen=True, slots=True)
class FullPagePicture:
    """A picture that fills a page, with its title above it."""

    title: str
    png: bytes


@dataclass(frozen=True, slots=True)
class CoverPlayer:
    """One player of a game on the cover, with their score."""

    name: str
    label: str
    """The player's colour, as text."""
    score: str
    side: PlayerColour


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverGame:
    """One game on the cover: both players in large type, and below them its state or result."""

    head: str
    red: CoverPlayer
    blue: CoverPlayer
    below: tuple[str, ...]
    """The lines below: the state or the result, and the coefficients."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """The first page: the subject of the case file, its facts, and the table of contents."""

    competition: str
    title: str
    subtitle: str
    games: tuple[CoverGame, ...]
    facts: Facts
    contents: str
    """The heading over the table of contents, as text."""


Block = SectionHeading | Subsection | TextBlock | Quote | Facts | LongTable | FullPagePicture


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFileBlocks:
    """A whole case file as blocks, ready for layout."""

    cover: Cover
    blocks: tuple[Block, ...]
    language: str
    page_of: str
    """Text with `{page}` and `{pages}` to be filled in: `pagina {page} din {pages}`."""
    imprint: str
    """Text at the foot of every page."""
