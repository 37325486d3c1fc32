"""What is drawn, or written as a file, for a message: each kind a type, its facts and nothing else.

A picture is worked out when its message goes out, not when it is decided: the values say what to
make, and are equal where the same would be made.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, get_args


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
    ANALYSIS = "analysis"


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
    line: str = ""
    """Moves made from there on, for who tries them out: `H8 CASA; PAS`."""


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


@dataclass(frozen=True, slots=True)
class AnalysisPicture:
    """What a finished game held, or how all tables of its sequence played: `what` says which."""

    kind: ClassVar = PictureKind.ANALYSIS
    game: str
    what: str


GamePicture = CompetitionSheet | TimeSheet | BoardShown


Picture = (
    GamePicture
    | StandingsPicture
    | RatingListPage
    | RatingMovesPage
    | RatingChart
    | TablePage
    | AnalysisPicture
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
    ANALYSIS = "analysis"
    """Every turn of a finished game with what it could have been; `of` is its code."""
    RATING_FAULTS = "rating_faults"
    """All that is wrong with files that were sent; `of` is the token of the work."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file made when it is sent: `of` names the game, edition or person it is made from."""

    kind: DocumentKind
    of: str
