"""Events by an arbiter's decision in a game (art. 5.2, 5.3, 7.2, 10).

Each has its reason, which is part of the official decision. The case with claim and answer has a
separate log (`engine.cases.events`).
"""

from dataclasses import dataclass
from datetime import date, datetime

from engine.acts import GroundedAct, event
from engine.games.events import Event
from engine.ids import PersonId, Seat


@dataclass(frozen=True, slots=True, order=True)
class Outage:
    """Days on which no player could play, from the first to the last, both included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRuling(Event, GroundedAct):
    """A decision about a game."""

    ruling: str = ""
    """The case whose ruling made this event; empty in older logs and without a case."""


@event("game.time_granted")
class TimeGranted(GameRuling):
    """The arbiter gave a player more days of thinking time, or took such days back (art. 7.2).

    If the program gave them, `arbiter` is responsible for it.
    """

    by: Seat
    """The player who gets the days."""
    days: int
    """The days added to the player's budget; negative if an earlier grant is taken back."""
    outage: Outage | None = None
    """The outage for which the days are given, if any; no day is given back twice."""
    automatic: bool = False
    """Whether the program gave the days back by itself, for its own outage."""


@event("game.moves_annulled")
class MovesAnnulled(GameRuling):
    """The arbiter took the game back to its first `keep` moves (art. 5.2, 10.1).

    The moves after them stay in the log and on the sheet, struck through.
    """

    keep: int
    """The number of moves that stay valid, counting both players."""
    on: date
    """The clock of the player to move runs again from this day."""
    charged: bool
    """Whether the days of the annulled moves stay used; with `words`, of the first move alone."""
    words: tuple[str, ...] = ()
    """The words found invalid, if that was the reason."""
    days: int = 0
    """The days used in the stopped turn; they count again if the moves are restored."""
    since: datetime | None = None
    """Only days charged after this instant are given back; None means all of them."""
    asked: date | None = None
    """The day from which the author waited for the arbiter's answer, if these days are charged."""
    answered: date | None = None
    """The day on which that wait ended."""
    waited: int = 0
    """The days of that wait, charged because the words are invalid after all (art. 5.3)."""
    of_move: bool = False
    """Whether it is about the move at `keep`, whatever followed it, as it always is with `words`.

    Otherwise, and in older logs, it is about the last move of that time.
    """
    beside: datetime | None = None
    """The instant of an earlier annulment of the placement; this one counts once that is lifted."""


@event("game.score_corrected")
class ScoreCorrected(GameRuling):
    """The arbiter corrected the arithmetic of a placement, which is always possible (art. 5.3)."""

    move: int
    """The index among the valid moves, from 0."""
    points: int
    counted: int
    """The points for the sheet, after the points cap of the first two rounds (art. 1.4)."""


@event("game.ruling_lifted")
class RulingLifted(GameRuling):
    """The arbiter took a ruling back: the game is as if it had never been made (art. 10.1).

    So is an end of the game, or a placement sent back, if a player caused it. The turn that it had
    stopped continues from this day; the days between count for nobody.
    """

    case: str
    """The case whose rulings are lifted; empty if it is a single act."""
    ruled: datetime
    """The instant of the act, by which older logs know it."""
    acts: tuple[int, ...] = ()
    """The places in the game's log, from 0, of the acts taken back; empty in older logs."""
    move: int | None = None
    """The number of moves before those that the act took back; None if it took no moves back."""
    closed: date | None = None
    """The closing day of the phase if it was over: the stopped turn cost no day after it (9.4)."""
    valid: bool = False
    """Whether words were found valid, so that nobody can send the last move back (art. 5.2)."""
    restarts: bool = False
    """Only in older logs: whether every end is lifted, too, and the turn begins again."""
    days: int | None = None
    """Only in older logs: the days used in the turn before the end; they stay used (art. 7.1)."""


@event("game.seat_taken")
class SeatTaken(Event):
    """Another person got the seat after the start; the match has the reason.

    The player for whom it was reserved accepted it, or an arbiter freed it and reserved it again.
    """

    by: Seat
    person: PersonId
    left: date | None = None
    """The day on which a reserved seat came free; None otherwise, and in older logs."""
