"""The entries of the time log: change, player, reason.

`engine.matches.ledger.ledger` turns events into entries.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from engine.games.events import GameStarted
from engine.games.ruling_events import Outage
from engine.ids import PersonId, Seat
from engine.matches.events import LegStarted, MatchEvent, MatchLeaveAnnounced, MatchLeaveWithdrawn
from engine.thinking_time import ClockRow, LeavePeriod


class DaysChange(StrEnum):
    """The kinds of change to a player's days."""

    ALLOTTED = "allotted"
    """The game began with the phase's days of thinking time and leave (art. 7.1)."""
    PLACED = "placed"
    PASSED = "passed"
    RETURNED = "returned"
    """The opponent returned their placement: its days stay used, the clock restarts (art. 5.2)."""
    HELD = "held"
    """They returned the opponent's placement: the days of holding it are used (art. 5.2)."""
    ARRIVED = "arrived"
    """The sheets arrived later than the day of sending; their clock runs from then."""
    LEAVE_ANNOUNCED = "leave_announced"
    LEAVE_WITHDRAWN = "leave_withdrawn"
    GRANTED = "granted"
    """Days were added, or taken back (art. 7.2); without an author, for a program's outage."""
    ANNULLED = "annulled"
    """The arbiter annulled their moves: the days are given back or stay used (art. 5.2)."""
    LIFTED = "lifted"
    """A ruling, an end, or a return was taken back: the days are those without it (art. 10.1)."""
    WAITED = "waited"
    """They waited for the arbiter's answer until an act stopped the turn (art. 5.3)."""
    EXCEEDED = "exceeded"
    """Their thinking time was exceeded (art. 7.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DaysEntry:
    """One change of a player's days; gained days are positive, used days negative."""

    at: datetime
    seat: Seat
    """The player whose days change."""
    change: DaysChange
    author: PersonId | None = None
    """The person who caused the change; None if it was only calculated."""
    article: str
    days: int = 0
    """The change of the remaining thinking days."""
    leave: int = 0
    """The change of the remaining leave days."""
    left: int = 0
    """The remaining thinking days after the change; negative if exceeded."""
    leave_left: int = 0
    reason: str = ""
    """The arbiter's own words, if there is a reason."""
    row: ClockRow | None = None
    """The calculation of the days of a placement or pass."""
    period: LeavePeriod | None = None
    rounds: tuple[int, ...] = ()
    """The rounds of the moves returned or annulled."""
    kept: int = 0
    """The days of those moves that stay used."""
    on: date | None = None
    """The day from which the player's clock runs or restarts."""
    since: date | None = None
    """The day on which late sheets were sent, or earlier leave was announced."""
    words: tuple[str, ...] = ()
    """The words objected to, or found invalid."""
    outage: Outage | None = None
    """The outage for which days were given back."""
    used: int = 0
    """The days used when the time was exceeded, including the current turn."""


class Announced(NamedTuple):
    """Leave that a player announced or withdrew."""

    at: datetime
    period: LeavePeriod
    days: int
    """The change of the remaining leave days: negative for an announcement."""


def leave_before(
    game: GameStarted,
    person: PersonId,
    known: tuple[LeavePeriod, ...],
    around: Iterable[MatchEvent],
) -> list[Announced]:
    """Return the announcements of the leave that a player had at a game's start (`known`).

    They come from the match's events `around` the game. If these give other leave than `known`, as
    where the player had another number then, all of it counts as announced at the start.
    """
    told: list[Announced] = []
    net = Counter[LeavePeriod]()
    for earlier in around:
        if isinstance(earlier, LegStarted) and earlier.leg is game.leg:
            break
        if (
            isinstance(earlier, MatchLeaveAnnounced | MatchLeaveWithdrawn)
            and earlier.person == person
        ):
            sign = 1 if isinstance(earlier, MatchLeaveAnnounced) else -1
            net[earlier.period] += sign
            told.append(Announced(earlier.at, earlier.period, -sign * earlier.period.days))
    is_same = net == Counter(known)
    return told if is_same else [Announced(game.at, period, -period.days) for period in known]
