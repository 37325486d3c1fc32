"""What is drawn of a table: a group's crosstable, and the order over all groups, already worded.

Plain values like those of `bot.documents.render.view`: whoever knows the competition fills them in,
nothing here knows rules or languages. `STANDINGS_LABEL_KEYS` names every word the drawings need.
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


class Standing(StrEnum):
    """How a game's result stands."""

    HOMOLOGATED = "homologated"
    PROPOSED = "proposed"
    """Proposed, not yet homologated: drawn unlike the others."""
    VOID = "void"
    """Of a player who was excluded: it counts for nobody (art. 10.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCell:
    """One game, as the player of the row sees it."""

    own: int
    partner: int
    coefficient: str
    """His, worded: `1,5219`."""
    is_red: bool
    """Whether he played Red in it."""
    is_won: bool = False
    is_drawn: bool = False
    standing: Standing = Standing.HOMOLOGATED


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two players have played so far; None for a game without a result."""

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
    """`1`, or `—` for somebody who has none."""
    name: str
    club: str = ""
    note: str = ""
    """Worded: why he has no place, with the article; may be empty."""
    is_out: bool = False
    """Whether he is out of the competition: his name is struck through."""
    is_safe: bool = False
    """Whether he is among those who go on, whatever still happens."""
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    coefficients: str = ""
    """The sum, worded with four decimals."""
    difference: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow(TableRow):
    """One player's line in a crosstable."""

    meetings: tuple[Meeting | None, ...]
    """With each player, in the order of the rows; None with himself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverallRow(TableRow):
    """One player's line in the order over all groups."""

    group: str
    """Worded, with the place he has there: `A 2`."""
    average: str
    """Coefficient per game, worded with four decimals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHead:
    """What stands above and under a table."""

    competition: str
    title: str
    """Worded: `Grupa A · preliminarii`."""
    kind: str
    """Worded: whether the table is homologated or provisional."""
    is_provisional: bool = False
    """Whether results that are not homologated count in it: it is marked so that all see it."""
    as_of: date
    footer: str = ""
    """One more worded line at the foot; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crosstable:
    """The table of a group, every player against every other."""

    head: TableHead
    labels: Labels
    rows: tuple[CrossRow, ...]
    advance: int = 0
    """How many go on: a line is drawn under the last of them. 0: no line."""
    withdrawn: tuple[TableRow, ...] = ()
    """Who left the group before the start: under the others, with nothing but name and note."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverallTable:
    """The players of all groups in one order, or one page of it."""

    head: TableHead
    labels: Labels
    rows: tuple[OverallRow, ...]
    going: int = 0
    """How many of these rows go on: a line is drawn under the last of them."""
