"""Views of standings: a group's crosstable and the overall standings, with finished texts.

Plain values like those of `bot.documents.render.view`: the code that knows the competition fills
them in. This module knows no rules and no languages. `STANDINGS_LABEL_KEYS` names every word that
the drawings need.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

Labels = Mapping[str, str]
"""Every key of `STANDINGS_LABEL_KEYS` with its words in the reader's language."""
STANDINGS_LABEL_KEYS = (
    "crosstable.place",
    "crosstable.player",
    "crosstable.group",
    "crosstable.games",
    "crosstable.wins",
    "crosstable.draws",
    "crosstable.losses",
    "crosstable.coefficients",
    "crosstable.average",
    "crosstable.difference",
    "crosstable.points",
    "crosstable.as_of",
    "crosstable.note_games",
    "crosstable.note_red",
    "crosstable.note_blue",
    "crosstable.note_proposed",
    "crosstable.note_void",
    "crosstable.note_safe",
    "crosstable.note_advance",
)
"""The keys of the words that are drawn on tables."""


class ResultStatus(StrEnum):
    """The state of a game's result."""

    HOMOLOGATED = "homologated"
    PROPOSED = "proposed"
    """Proposed but not yet official; drawn differently."""
    VOID = "void"
    """A result of a disqualified player, which counts for nobody (art. 10.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCell:
    """One game, from the point of view of the row's player."""

    own: int | None
    """The player's points; None, as the opponent's, if the score is not stated."""
    partner: int | None
    coefficient: str
    """The player's coefficient, as text: `1,5219`."""
    is_red: bool
    """Whether the player was Red."""
    is_won: bool = False
    is_drawn: bool = False
    status: ResultStatus = ResultStatus.HOMOLOGATED


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The games between two players so far; None for a game without a result."""

    home: GameCell | None = None
    back: GameCell | None = None

    @property
    def games(self) -> tuple[GameCell | None, GameCell | None]:
        """Return both games in their order."""
        return self.home, self.back


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One player's line."""

    place: str
    """`1`, or `—` for a player without a rank."""
    name: str
    club: str = ""
    note: str = ""
    """Text with the reason for having no rank, and the article; may be empty."""
    is_out: bool = False
    """Whether the player is out of the competition, so that their name is struck through."""
    is_safe: bool = False
    """Whether the player is certain to advance."""
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    coefficients: str = ""
    """The sum of coefficients, as text with four decimals; empty if the player never began."""
    difference: int | None = 0
    points: int | None = 0
    """None, as the difference, if a game's score is not stated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow(TableRow):
    """One player's line in a crosstable."""

    meetings: tuple[HeadToHead | None, ...]
    """One meeting with each player, in the order of the rows; None with the player themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverallRow(TableRow):
    """One player's line in the overall standings."""

    group: str
    """Text with the group and the rank in it: `A 2`."""
    average: str
    """Coefficient per game, as text with four decimals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHead:
    """The texts above and below a table."""

    competition: str
    title: str
    """Text: `Grupa A · preliminarii`."""
    kind: str
    """Text: whether the table is official or provisional."""
    is_provisional: bool = False
    """Whether results that are not yet official count; such a table is clearly marked."""
    as_of: date
    footer: str = ""
    """One more line of text at the foot; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crosstable:
    """The table of a group, every player against every other."""

    head: TableHead
    labels: Labels
    rows: tuple[CrossRow, ...]
    advance: int = 0
    """The number of rows above the line of those who advance; 0 without a line."""
    withdrawn: tuple[TableRow, ...] = ()
    """Players who withdrew before the start, below the others with only name and note."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverallTable:
    """The overall standings of all groups, or one page of them."""

    head: TableHead
    labels: Labels
    rows: tuple[OverallRow, ...]
    advance: int = 0
    """As in `Crosstable`; more than the rows of this page if the line is on a later one."""
