"""The entries of the time log (change, player, reason), and the moves of the game.

Valid and taken-back moves are tracked from the events alone, independently of `engine.games.game`.
`engine.matches.ledger.ledger` turns events into entries.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum

from engine.games.events import GameStarted, Passed, PlacementMade, PlacementReturned
from engine.games.game import StoppedTurn, move_notation
from engine.games.moving import round_held
from engine.games.ruling_events import MovesAnnulled, MovesRestored, Outage
from engine.ids import PersonId, Seat
from engine.matches.events import (
    LegStarted,
    MatchEvent,
    MatchLeaveAnnounced,
    MatchLeaveWithdrawn,
)
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
    """The arbiter added days or took added ones back (art. 7.2).

    Without an author they were given back for an outage of the program.
    """
    ANNULLED = "annulled"
    """The arbiter annulled their moves: the days are given back or stay used (art. 5.2)."""
    STANDING_AGAIN = "standing_again"
    """The arbiter restored returned or annulled moves of theirs (art. 5.3)."""
    REOPENED = "reopened"
    """The arbiter resumed a finished game; their clock restarts."""
    EXCEEDED = "exceeded"
    """Their thinking time was exceeded (art. 7.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DaysEntry:
    """One change of a player's days; gained days are positive, used days negative."""

    at: datetime
    seat: Seat
    """The player whose days change."""
    change: DaysChange
    author: PersonId | None
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


def clock_row_of(move: PlacementMade | Passed) -> ClockRow:
    """Return the row of the time sheet from the move's own figures (art. 7.1, 7.2).

    Days between arrival and dispatch that were not counted are leave.
    """
    return _row(move.round, move.received, move.sent, move.days)


def clock_row_held(placement: PlacementMade, back: PlacementReturned) -> ClockRow:
    """Return the row of a turn that ended with the return of that placement (art. 5.2, 7.1)."""
    return _row(round_held(placement), back.received or back.on, back.on, back.days)


def clock_row_stopped(stop: StoppedTurn) -> ClockRow:
    """Return the row of the part of a turn used before a ruling that was taken back (art. 7.1)."""
    return _row(stop.move // 2 + 1, stop.received, stop.until, stop.days)


def _row(round_: int, received: date, sent: date, days: int) -> ClockRow:
    overlap = max(0, (sent - received).days - 1) - days
    return ClockRow(
        round=round_,
        received=received,
        sent=sent,
        leave_days=overlap,
        days=days,
        article="7.2" if overlap else "7.1",
    )


_Move = PlacementMade | Passed


@dataclass(frozen=True, slots=True)
class _Run:
    """Moves taken back together: instant, number of moves before, and whether days stay used."""

    at: datetime
    keep: int
    moves: tuple[_Move, ...]
    is_charged: bool
    is_ruled: bool = True
    """Whether the arbiter took them back, and not the opponent."""
    stopped: int = 0
    """The days used in the turn that the annulment stopped."""
    since: datetime | None = None
    """Only days charged after this instant are given back; None means all days of the moves."""

    def frees(self, place: int, at: datetime) -> bool:
        """Return whether days charged at that instant, after `place` moves, are given back."""
        return (
            not self.is_charged
            and self.at >= at
            and self.keep <= place
            and (self.since is None or at > self.since)
        )


@dataclass(frozen=True, slots=True)
class _Stop:
    """The part of a turn used before a ruling that was taken back."""

    at: datetime
    place: int
    by: Seat
    days: int


@dataclass(frozen=True, slots=True)
class _Charged:
    """The charges for days in addition to those of the valid moves."""

    runs: tuple[_Run, ...] = ()
    held: tuple[tuple[int, PlacementReturned], ...] = ()
    """The turns that ended with a returned placement, with the number of moves before each."""
    stops: tuple[_Stop, ...] = ()


def _waited(at: datetime, keep: int, gone: Sequence[_Move], days: int) -> tuple[_Stop, ...]:
    """Return the wait for the arbiter's answer that an annulment charges, if any (art. 5.3)."""
    return (_Stop(at, keep, gone[0].by, days),) if days else ()


@dataclass(slots=True)
class MovesMade:
    """The moves so far."""

    standing: list[_Move] = field(default_factory=list)
    """The valid moves, in order."""
    gone: list[tuple[_Run, _Charged]] = field(default_factory=list)
    """The moves taken back, each group with the charges before it."""
    charged: _Charged = _Charged()
    """The other charges for days at present."""

    @property
    def turn(self) -> Seat:
        """The player to move after the valid moves."""
        return self.standing[-1].by.partner if self.standing else Seat.RED

    @property
    def days_used(self) -> Mapping[Seat, int]:
        """The days used by each seat: of valid moves and of other charged turns.

        A later annulment without a charge, of an earlier placement, gives them back.
        """
        runs = self.charged.runs
        charged = [
            move
            for run in runs
            if run.is_charged
            for place, move in enumerate(run.moves, run.keep)
            if not any(free.frees(place, run.at) for free in runs)
        ]
        held = [
            back
            for place, back in self.charged.held
            if not any(run.frees(place, back.at) for run in runs)
        ]
        cost = (*self.standing, *charged, *held, *self._charged_stops())
        return {seat: sum(turn.days for turn in cost if turn.by is seat) for seat in Seat}

    def _charged_stops(self) -> list[_Stop]:
        """Return the stopped turns whose days stay used."""
        return [
            stop
            for stop in self.charged.stops
            if not any(
                run.frees(stop.place, stop.at)
                or (run.is_ruled and run.is_charged and run.at >= stop.at and run.keep < stop.place)
                for run in self.charged.runs
            )
        ]

    def take_back(self, at: datetime, keep: int, ruling: MovesAnnulled | None) -> tuple[_Move, ...]:
        """Keep the first `keep` moves and return the others; `ruling` is None for a return."""
        gone = tuple(self.standing[keep:])
        before = self.charged
        if ruling is None:
            run = _Run(at, keep, gone, is_charged=True, is_ruled=False)
        else:
            days, since = ruling.days, ruling.since
            run = _Run(at, keep, gone, ruling.charged, stopped=days, since=since)
            before = replace(before, stops=(*before.stops, *self._stopped(at, days)))
        waited = () if ruling is None else _waited(at, keep, gone, ruling.waited)
        del self.standing[keep:]
        self.gone.append((run, before))
        stops = (*self.charged.stops, *waited)
        self.charged = replace(self.charged, runs=(*self.charged.runs, run), stops=stops)
        return gone

    def stop(self, at: datetime, days: int) -> None:
        """Charge the player to move for the part of the turn before the ruling."""
        stops = (*self.charged.stops, *self._stopped(at, days))
        self.charged = replace(self.charged, stops=stops)

    def _stopped(self, at: datetime, days: int) -> tuple[_Stop, ...]:
        """Return the part of the turn before the ruling of that instant, if it has any days."""
        return (_Stop(at, len(self.standing), self.turn, days),) if days else ()

    def hold(self, back: PlacementReturned) -> None:
        """Charge the player who returned the last placement for holding it; remove it."""
        turn = (len(self.standing), back)
        self.charged = replace(self.charged, held=(*self.charged.held, turn))
        run, before = self.gone[-1]
        self.gone[-1] = run, replace(before, held=(*before.held, turn))

    def restore(self, event: MovesRestored) -> tuple[_Move, ...]:
        """Restore and return the moves that the event names.

        Older logs did not restore the charges of that time.
        """
        named = [
            (run, before)
            for run, before in self.gone
            if (run.at, run.keep) == (event.voided, event.keep)
            and event.first in {"", move_notation(run.moves[0])}
        ]
        run, before = named[-1]
        self.gone.remove((run, before))
        if event.exact:
            self.standing += run.moves
            self.charged = before
            return run.moves
        nobodys = [
            stop for stop in self._charged_stops() if stop.place == run.keep and stop.at > run.at
        ]
        runs = tuple(one for one in self.charged.runs if one != run)
        stops = tuple(stop for stop in self.charged.stops if stop not in nobodys)
        self.charged = replace(self.charged, runs=runs, stops=stops)
        self.standing += run.moves
        self.stop(run.at, run.stopped)
        return run.moves


Announced = tuple[datetime, LeavePeriod, int]
"""The instant of an announcement or withdrawal, the leave, and the change of leave days."""


def leave_before(
    game: GameStarted,
    person: PersonId,
    known: tuple[LeavePeriod, ...],
    around: Iterable[MatchEvent],
) -> list[Announced]:
    """Return the announcements of the leave that a player had at a game's start (`known`).

    They come from the match's events `around` the game. If these give other leave than `known`, all
    of it counts as announced at the start.
    """
    told: list[Announced] = []
    net: list[LeavePeriod] = []
    for earlier in _leave_said(game, around):
        if earlier.person != person:
            continue
        if isinstance(earlier, MatchLeaveAnnounced):
            net.append(earlier.period)
            told.append((earlier.at, earlier.period, -earlier.period.days))
        else:
            net.remove(earlier.period)
            told.append((earlier.at, earlier.period, earlier.period.days))
    is_same = sorted(net) == sorted(known)
    return told if is_same else [(game.at, period, -period.days) for period in known]


def _leave_said(
    game: GameStarted, around: Iterable[MatchEvent]
) -> list[MatchLeaveAnnounced | MatchLeaveWithdrawn]:
    """Return the announcements and withdrawals of leave in the match before the game started."""
    found: list[MatchLeaveAnnounced | MatchLeaveWithdrawn] = []
    for earlier in around:
        if isinstance(earlier, LegStarted) and earlier.leg is game.leg:
            break
        if isinstance(earlier, MatchLeaveAnnounced | MatchLeaveWithdrawn):
            found.append(earlier)
    return found
