"""What an arbiter's decision does to a game, as facts (art. 5.2, 5.3, 7.2, 10).

Each is written by a ruling or by an order of the arbiter, with its reason: the reason is part of
the official decision. What the case was, who claimed and who answered, stands in a log of its own
(`engine.cases.events`).
"""

from dataclasses import dataclass
from datetime import date, datetime

from engine.ids import PersonId, Seat


@dataclass(frozen=True, slots=True, order=True)
class Outage:
    """Days on which nobody could place, from the first to the last, both included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeGranted:
    """The arbiter gave a player more days, or took back days so given (art. 7.2)."""

    at: datetime
    arbiter: PersonId
    """Who gave them, or who answers for the game where they came by themselves."""
    by: Seat
    """Whose days they are."""
    days: int
    """Added to his budget; negative where an earlier grant is taken back."""
    article: str
    reason: str
    outage: Outage | None = None
    """The outage that the days make good, if they do: no day of it is made good twice."""
    automatic: bool = False
    """Whether they were given back by reckoning alone, for an outage of the program's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesAnnulled:
    """The arbiter took the game back to the placement numbered `keep` (art. 5.2, 10.1).

    The moves after it stay in the log and on the sheet, struck through.
    """

    at: datetime
    arbiter: PersonId
    keep: int
    """How many moves still stand, those of both players counted."""
    on: date
    """The clock of the player to move runs again from this day."""
    charged: bool
    """Whether the days of the annulled moves stay used: those of a returned placement do."""
    words: tuple[str, ...] = ()
    """The words found invalid, where it was for them."""
    received: date | None = None
    """The day since which the player to move had been thinking, where a turn was stopped by it."""
    days: int = 0
    """The days that player had used of the stopped turn; used again if the moves are restored."""
    since: datetime | None = None
    """It gives back only days charged after this instant; None: all those of the annulled moves."""
    returnable: bool = False
    """Whether the partner could still return the last of the annulled placements (art. 5.2)."""
    article: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCorrected:
    """The arbiter put the arithmetic of a placement right, at any time (art. 5.3)."""

    at: datetime
    arbiter: PersonId
    move: int
    """Which of the standing moves, from 0."""
    points: int
    counted: int
    """The points that enter the sheet, capped in the first two rounds (art. 1.4)."""
    article: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReopened:
    """The arbiter let a game that was over go on: its end had been ruled, or claimed, wrongly."""

    at: datetime
    arbiter: PersonId
    on: date
    """The clock of the player to move runs again from this day."""
    until: date | None = None
    """The day on which the end stopped that player's turn; None in logs older than the count."""
    days: int = 0
    """The days used of that turn before it was stopped: they stay used (art. 7.1)."""
    article: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesRestored:
    """The arbiter let moves stand again that had been annulled, or a placement returned (art. 5.3).

    They stand as they did, with the days they had used; the game has not gone on since, or was
    taken back to there first.
    """

    at: datetime
    arbiter: PersonId
    voided: datetime
    """When they were annulled or returned."""
    keep: int
    """How many moves stand before them."""
    first: str = ""
    """The first of them as it is written, where more than those were taken back at that instant."""
    on: date
    """The clock of the player to move runs again from this day."""
    returnable: bool = False
    """Whether the partner may return the last of them, as before they were annulled (art. 5.2)."""
    article: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """The seat went to another person after the start, as its match tells why.

    The player it was kept for has come, or an arbiter has freed it: then it is kept for somebody.
    """

    at: datetime
    by: Seat
    person: PersonId


RulingEvent = (
    TimeGranted | MovesAnnulled | ScoreCorrected | GameReopened | MovesRestored | SeatTaken
)

RULING_EVENTS: dict[str, type[RulingEvent]] = {
    "game.time_granted": TimeGranted,
    "game.moves_annulled": MovesAnnulled,
    "game.score_corrected": ScoreCorrected,
    "game.reopened": GameReopened,
    "game.moves_restored": MovesRestored,
    "game.seat_taken": SeatTaken,
}
"""Wire name → class; see `engine.games.events.EVENTS`."""
