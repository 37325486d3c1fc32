"""What is drawn of a list: columns and rows of words, already in their reader's language.

Plain values: whoever knows ratings or championships fills them in.
"""

from dataclasses import dataclass
from enum import Enum, auto


class Align(Enum):
    """On which side of its column a cell stands."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


class RowKind(Enum):
    """How a row looks."""

    PLAIN = auto()
    MARKED = auto()
    """The reader's own."""
    HEADING = auto()
    """Its first cell runs over all columns: what the rows below it have in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingColumn:
    """A column."""

    heading: str
    align: Align = Align.RIGHT
    is_wide: bool = False
    """Takes what the others leave; several share it. Names do; figures do not."""
    is_strong: bool = False
    """In bold: what the list is about."""


@dataclass(frozen=True, slots=True)
class ListingRow:
    """A row: a cell for each column."""

    cells: tuple[str, ...]
    kind: RowKind = RowKind.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingView:
    """A list, or one page of it."""

    over: str
    """Above the title, in small."""
    title: str
    aside: str
    """At the right of the title: a date, or a page."""
    columns: tuple[ListingColumn, ...]
    rows: tuple[ListingRow, ...]
    notes: tuple[str, ...] = ()
    """Under the list."""
    footer: str = ""
    on_paper: bool = False
    """As a page to be printed, A4; else as narrow as a phone likes it."""
