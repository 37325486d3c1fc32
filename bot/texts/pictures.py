"""Pictures and files of a message as values: each kind is a type with its facts.

The courier draws a picture when it sends the message. Equal values give equal pictures.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple, get_args


class PictureKind(StrEnum):
    """The kinds of pictures, with the names that stored messages use."""

    COMPETITION_SHEET = "competition_sheet"
    TIME_SHEET = "time_sheet"
    BOARD = "board"
    STANDINGS = "standings"
    RATING_LIST = "rating_list"
    RATING_MOVES = "rating_moves"
    RATING_CHART = "rating_chart"
    PAGE = "page"
    ANALYSIS = "analysis"
    IMPORT = "import"
    HOW = "how"
    LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class CompetitionSheet:
    """The competition sheet of a game after event `seq`."""

    kind: ClassVar = PictureKind.COMPETITION_SHEET
    game: str
    seq: int


@dataclass(frozen=True, slots=True)
class TimeSheet:
    """The thinking-time sheet of a game after event `seq`."""

    kind: ClassVar = PictureKind.TIME_SHEET
    game: str
    seq: int


@dataclass(frozen=True, slots=True)
class BoardShown:
    """The board after event `seq`, as it is or with moves that are not sent."""

    kind: ClassVar = PictureKind.BOARD
    game: str
    seq: int
    preview: str = ""
    """A move that is typed but not sent."""
    line: str = ""
    """Moves tried out from that state: `H8 CASA; PAS`."""

    @property
    def is_of_game(self) -> bool:
        """Return whether it shows the game as it is, with nothing tried out on it."""
        return not (self.preview or self.line)


@dataclass(frozen=True, slots=True)
class StandingsPicture:
    """A table of a competition after event `seq`.

    `which` selects the table, as `bot.documents.standings.album.format_which` writes it.
    """

    kind: ClassVar = PictureKind.STANDINGS
    competition: str
    seq: int
    which: str


@dataclass(frozen=True, slots=True)
class RatingListPage:
    """A page of the rating list `of`, as buttons name it; the key `marked` marks a player's row."""

    kind: ClassVar = PictureKind.RATING_LIST
    of: str
    page: int
    marked: str = ""


@dataclass(frozen=True, slots=True)
class RatingMovesPage:
    """A page of the changes from the list before to the rating list `of`."""

    kind: ClassVar = PictureKind.RATING_MOVES
    of: str
    page: int


@dataclass(frozen=True, slots=True)
class RatingChart:
    """Players' ratings over time, by their keys, up to the rating list `of`."""

    kind: ClassVar = PictureKind.RATING_CHART
    of: str
    latest: int
    """The list in force, 0 if there is none: with a new one, the picture is drawn again."""
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TablePage:
    """A page of a championship's table (`bot.ratings.cnis.table_views`)."""

    kind: ClassVar = PictureKind.PAGE
    of: str
    page: int


class AnalysisView(StrEnum):
    """A view of the analysis of a finished game."""

    LOSSES = "losses"
    """The points lost, turn by turn."""
    TABLES = "tables"
    """The comparison with the other games on the same sequence."""


@dataclass(frozen=True, slots=True)
class AnalysisPicture:
    """A view (`what`, an `AnalysisView`) of the analysis of a finished game."""

    kind: ClassVar = PictureKind.ANALYSIS
    game: str
    what: str


class ImportView(StrEnum):
    """A view of a game in an import, in the order in which they are sent."""

    BOARD = "board"
    SHEET = "sheet"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class ImportPicture:
    """A view (`what`, an `ImportView`) of a game in an import that is not yet confirmed."""

    kind: ClassVar = PictureKind.IMPORT
    of: str
    number: int
    what: str


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """A first move in four steps: rack, square, word and button."""

    kind: ClassVar = PictureKind.HOW


@dataclass(frozen=True, slots=True)
class LessonBoard:
    """The board of a lesson, with the learner's move if one is written but not sent."""

    kind: ClassVar = PictureKind.LESSON
    number: int
    preview: str = ""


class PictureGoneError(LookupError):
    """What a picture or file shows is gone or closed again; its message is sent without it."""


GamePicture = CompetitionSheet | TimeSheet | BoardShown


Picture = (
    GamePicture
    | StandingsPicture
    | RatingListPage
    | RatingMovesPage
    | RatingChart
    | TablePage
    | AnalysisPicture
    | ImportPicture
    | HowToPlay
    | LessonBoard
)
"""All kinds. A new kind needs a member of `PictureKind`, a type here, and a maker."""


PICTURES: Mapping[PictureKind, type[Picture]] = {each.kind: each for each in get_args(Picture)}


class DocumentKind(StrEnum):
    """The files that the bot makes or stores."""

    GCG = "gcg"
    WORD_LIST = "word_list"
    MY_DATA = "my_data"
    INVITATIONS = "invitations"
    """Links to the open seats of a competition; `of` is its code."""
    DOSSIER = "dossier"
    """The file for the Discipline Commission; `of` is a `bot.documents.dossier.facts.Subject`."""
    STANDINGS = "standings"
    """A phase of a competition as a spreadsheet; `of` is its code, the phase's number, a list."""
    STANDINGS_PRINTED = "standings_printed"
    """The same as pages to print and sign."""
    PAGES = "pages"
    """A table as pages to be printed; `of` names it as pictures do."""
    RATING_BOOK = "rating_book"
    """Lists and terms as a spreadsheet; `of` is the run's number."""
    RATING_SAVED = "rating_saved"
    """The data from which a later list continues; `of` is the run's number."""
    RATING_LIST = "rating_list"
    """A rating list alone as a spreadsheet; `of` names it as buttons do."""
    RATING_PRINTED = "rating_printed"
    """The same as pages to print and sign."""
    RATING_SHEET = "rating_sheet"
    """A player's ratings calculated as text; `of` is the run's number and the name's key."""
    RATING_SAMPLE = "rating_sample"
    """An example of a file; `of` names its content."""
    ANALYSIS = "analysis"
    """Every turn of a finished game with its best alternatives; `of` is its code."""
    IMPORT_FORM = "import_form"
    """The empty form for games that began elsewhere."""
    HOW = "how"
    """*How to play* and the glossary on one page to print."""
    RATING_FAULTS = "rating_faults"
    """All errors in the files that a person sent; `of` is the token of the work."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file that is made when the message is sent; `of` names its source."""

    kind: DocumentKind
    of: str


class NamedFile(NamedTuple):
    """A file as it is sent or downloaded."""

    name: str
    content: bytes
