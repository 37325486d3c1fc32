"""The statements of a form about games that began elsewhere; `import_form` reads the form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.documents.tables.headings import plain
from bot.texts.messages import Text
from engine.games.importing import StatedEnd, StatedGrant, StatedLeave, StatedTurn
from engine.ids import Leg, Seat
from engine.rulesets import Phase

COMPETITION, GAMES, MOVES, LEAVE = "competition", "games", "moves", "leave"
RULINGS, RESULTS = "rulings", "results"
"""The internal names of the form's sheets."""
SHEETS: Final[Mapping[str, tuple[str, ...]]] = {
    COMPETITION: ("Competiția", "Competition"),
    GAMES: ("Partide", "Games"),
    MOVES: ("Depuneri", "Moves"),
    LEAVE: ("Concedii", "Leave"),
    RULINGS: ("Decizii", "Rulings"),
    RESULTS: ("Rezultate", "Results"),
}
"""The Romanian and the English name of each sheet."""


class Layout(StrEnum):
    """How the cells of a crosstable belong together."""

    MIRROR = "mirror"
    """Both halves say the same: there is one game for each pair."""
    HALVES = "halves"
    """One half has the home games, the other the return games."""
    PAIRS = "pairs"
    """Each cell has the home and the return game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonAnswers:
    """The arbiter's answers to questions that a crosstable leaves open."""

    title: str = ""
    start: date | None = None
    closing: date | None = None
    layout: Layout | None = None
    is_swapped: bool = False
    """Whether home and return are the other way round than they were read."""


@dataclass(frozen=True, slots=True)
class GcgFile:
    """A GCG file that accompanies the results of a past season."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class FormFault:
    """A fault of the form: the sheet, the row and the column as the file names them."""

    sheet: str
    row: int
    column: str
    what: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedPenalty:
    """Points off a player's coefficient, as a row states them (art. 10.3)."""

    row: int
    seat: Seat
    points: Decimal
    on: date
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedGame:
    """One game of the form."""

    row: int
    key: str
    """The game's name in the sheet of moves."""
    leg: Leg
    group: str
    red: str
    blue: str
    start: date
    sequence: str
    end: StatedEnd | None = None
    channel: str = ""
    turns: tuple[StatedTurn, ...] = ()
    grants: tuple[StatedGrant, ...] = ()
    penalties: tuple[StatedPenalty, ...] = ()
    is_whole: bool = True
    """Whether all its moves could be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedResult:
    """The result of one game of a season that is over."""

    row: int
    leg: Leg
    group: str
    red: str
    blue: str
    scores: tuple[int, int] | None = None
    """The points of Red and Blue; None if only the coefficients are stated."""
    coefficients: tuple[Decimal, Decimal] | None = None
    """The same of the coefficients."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportForm:
    """Everything that a form states."""

    games: tuple[StatedGame, ...] = ()
    leave: Mapping[str, tuple[StatedLeave, ...]] = field(default_factory=dict)
    """Each player's leave, by `key_of` their name."""
    title: str = ""
    phase: Phase = Phase.PRELIMINARY
    closing: date | None = None
    """The last day of the phase; None for a match outside a competition."""
    advance: tuple[int, int] | None = None
    """How many advance to the final from each group, and how many best others."""
    results: tuple[StatedResult, ...] = ()
    """The results of finished games without moves: of a whole season, or beside running games."""
    start: date | None = None
    """The first day of that season, or of the phase."""
    is_running: bool = False
    """Whether the phase is not over: its results stand beside running games."""
    final: tuple[date, date] | None = None
    """The first and the last day of the final that follows; None if none does."""
    is_record: bool = False
    """Whether the game comes from a GCG file, where notes say what the form's columns say."""
    is_crosstable: bool = False
    """Whether the results come from a crosstable."""
    layout: Layout | None = None
    """How the crosstable's cells belong together; None if unclear, or without a crosstable."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The name of each sheet in the file."""
    headings: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The heading of each column in the file, by sheet and column."""
    remarks: tuple[Text, ...] = ()
    """What the arbiter should know about the file: rows set aside, hidden rows."""

    @property
    def is_season(self) -> bool:
        """Return whether the form states a season that is over."""
        return self.is_crosstable or (bool(self.results) and not self.is_running)

    @property
    def begun(self) -> date | None:
        """Return the first day, stated or of a game, whichever is earlier; None without any."""
        days = [game.start for game in self.games]
        return min((*days, self.start)) if self.start is not None else min(days, default=None)

    @property
    def is_entitled(self) -> bool:
        """Return whether the title, the first and the last day are known."""
        return bool(self.title and self.start and self.closing)

    def fault(self, sheet: str, row: int, column: str, what: Text) -> FormFault:
        """Return a fault with sheet and column as the file names them."""
        name = self.names.get(sheet, SHEETS[sheet][0])
        return FormFault(name, row, self.headings.get((sheet, column), ""), what)


def key_of(name: str) -> str:
    """Return a key that is the same for all spellings of a name or of a game's number."""
    return plain(name)
