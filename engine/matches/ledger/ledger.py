"""The time log: every change of a player's thinking time or leave in a game, with its reason.

It is calculated from the events alone (art. 7.1, 7.2). Entries are the days of placements, leave,
days added by the arbiter, returned or annulled placements, and exceeded time. Each has author,
instant, article and the balance after it. `engine.thinking_time` counts the days of a placement.
This module only adds up the figures in the events, independently of `engine.games.game`, so that
the two can be compared.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from engine.games.events import (
    Event,
    GameEnded,
    GameStarted,
    LeaveAnnounced,
    LeaveWithdrawn,
    Passed,
    PlacementMade,
    PlacementReturned,
    SheetsArrived,
    TimeExceeded,
)
from engine.games.ruling_events import (
    GameReopened,
    MovesAnnulled,
    MovesRestored,
    SeatTaken,
    TimeGranted,
)
from engine.ids import PersonId, Seat
from engine.matches.events import (
    MatchArranged,
    MatchEvent,
)
from engine.matches.ledger.entries import (
    DaysChange,
    DaysEntry,
    MovesMade,
    clock_row_held,
    clock_row_of,
    leave_before,
)
from engine.thinking_time import LeavePeriod, day_of


def ledger(events: Iterable[Event], around: Iterable[MatchEvent] = ()) -> tuple[DaysEntry, ...]:
    """Return every change of days in a game, beginning with both players' opening balances.

    Entries are in the order of time. Leave known at the start is entered there. `around` are the
    events of its match: they say who started the game, and on which earlier day such leave was
    announced.
    """
    book = _Book(around=tuple(around))
    for event in events:
        book.enter(event)
    return tuple(book.entries)


def _ruled(
    event: TimeGranted | MovesAnnulled | MovesRestored | GameReopened,
    seat: Seat,
    change: DaysChange,
) -> DaysEntry:
    """Return an entry for an arbiter's action, with the arbiter and the reason."""
    return DaysEntry(
        at=event.at,
        seat=seat,
        change=change,
        author=event.arbiter,
        article=event.article,
        reason=event.reason,
    )


def _kept(event: MovesAnnulled, own: Sequence[PlacementMade | Passed]) -> int:
    """Return the days of a player's annulled moves that stay used, with a charged wait (5.3)."""
    if not event.charged:
        return 0
    return sum(move.days for move in own) + (event.waited if own else 0)


@dataclass(slots=True)
class _Book:
    """The balances while the events are entered in order."""

    around: tuple[MatchEvent, ...]
    entries: list[DaysEntry] = field(default_factory=list)
    people: dict[Seat, PersonId] = field(default_factory=dict)
    left: dict[Seat, int] = field(default_factory=dict)
    leave_left: dict[Seat, int] = field(default_factory=dict)
    moves: MovesMade = field(default_factory=MovesMade)
    ended: datetime | None = None
    """The instant of the game's last end."""

    def enter(self, event: Event) -> None:  # noqa: PLR0912  (one line for each event)
        """Enter the effect of the event on the players' days; most events have none."""
        match event:
            case GameStarted():
                self._open(event)
            case PlacementMade() | Passed():
                self._move(event)
            case PlacementReturned():
                self._return(event)
            case SheetsArrived():
                self._arrive(event)
            case LeaveAnnounced():
                self._leave(event.at, event.by, event.period, -event.period.days)
            case LeaveWithdrawn():
                self._leave(event.at, event.by, event.period, event.period.days)
            case TimeGranted():
                self._grant(event)
            case MovesAnnulled():
                self._annul(event)
            case MovesRestored():
                self._restore(event)
            case GameReopened():
                self._reopen(event)
            case TimeExceeded():
                self._exceeded(event)
            case GameEnded():
                self.ended = event.at
            case SeatTaken():
                self.people[event.by] = event.person
            case _:
                pass

    def _book(self, entry: DaysEntry) -> None:
        """Add the entry with its balances."""
        seat = entry.seat
        self.left[seat] = self.left.get(seat, 0) + entry.days
        self.leave_left[seat] = self.leave_left.get(seat, 0) + entry.leave
        balanced = replace(entry, left=self.left[seat], leave_left=self.leave_left[seat])
        self.entries.append(balanced)

    def _open(self, event: GameStarted) -> None:
        self.people = {Seat.RED: event.red, Seat.BLUE: event.blue}
        arbiter = next((e.arbiter for e in self.around if isinstance(e, MatchArranged)), None)
        for seat in Seat:
            self._book(
                DaysEntry(
                    at=event.at,
                    seat=seat,
                    change=DaysChange.ALLOTTED,
                    author=arbiter,
                    article="7.1",
                    days=event.rules.budget(event.phase),
                    leave=event.rules.leave(event.phase),
                    on=event.start,
                )
            )
        for seat, known in ((Seat.RED, event.red_leave), (Seat.BLUE, event.blue_leave)):
            for at, period, change in leave_before(event, self.people[seat], known, self.around):
                since = None if at == event.at else day_of(at, event.rules.time_zone)
                self._leave(event.at, seat, period, change, since=since)

    def _move(self, move: PlacementMade | Passed) -> None:
        self.moves.standing.append(move)
        row = clock_row_of(move)
        self._book(
            DaysEntry(
                at=move.at,
                seat=move.by,
                change=DaysChange.PLACED if isinstance(move, PlacementMade) else DaysChange.PASSED,
                author=move.entered_by or self.people[move.by],
                article=row.article,
                days=-move.days,
                row=row,
            )
        )

    def _return(self, event: PlacementReturned) -> None:
        (placement,) = self.moves.take_back(event.at, len(self.moves.standing) - 1, None)
        if event.received is not None and isinstance(placement, PlacementMade):
            self._held(event, placement)
        self._book(
            DaysEntry(
                at=event.at,
                seat=placement.by,
                change=DaysChange.RETURNED,
                author=self.people[event.by],
                article="5.2",
                rounds=(placement.round,),
                kept=placement.days,
                on=event.on,
                words=event.words,
            )
        )

    def _held(self, event: PlacementReturned, placement: PlacementMade) -> None:
        """Charge the player who returned the placement for their turn (art. 5.2, 7.1)."""
        self.moves.hold(event)
        row = clock_row_held(placement, event)
        self._book(
            DaysEntry(
                at=event.at,
                seat=event.by,
                change=DaysChange.HELD,
                author=self.people[event.by],
                article=row.article,
                days=-event.days,
                row=row,
            )
        )

    def _arrive(self, event: SheetsArrived) -> None:
        self._book(
            DaysEntry(
                at=event.at,
                seat=event.by,
                change=DaysChange.ARRIVED,
                author=None,
                article="7.1",
                on=event.on,
                since=event.sent,
            )
        )

    def _leave(
        self,
        at: datetime,
        seat: Seat,
        period: LeavePeriod,
        change: int,
        *,
        since: date | None = None,
    ) -> None:
        self._book(
            DaysEntry(
                at=at,
                seat=seat,
                change=DaysChange.LEAVE_ANNOUNCED if change < 0 else DaysChange.LEAVE_WITHDRAWN,
                author=self.people[seat],
                article="7.2",
                leave=change,
                period=period,
                since=since,
            )
        )

    def _grant(self, event: TimeGranted) -> None:
        ruled = _ruled(event, event.by, DaysChange.GRANTED)
        author = None if event.automatic else event.arbiter
        self._book(replace(ruled, author=author, days=event.days, outage=event.outage))

    def _annul(self, event: MovesAnnulled) -> None:
        """Take the moves back; with their days, earlier charged days are also given back."""
        used = self.moves.days_used
        gone = self.moves.take_back(event.at, event.keep, event)
        now = self.moves.days_used
        for seat in Seat:
            own = [move for move in gone if move.by is seat]
            back = used[seat] - now[seat]
            if own or back:
                self._book(
                    replace(
                        _ruled(event, seat, DaysChange.ANNULLED),
                        days=back,
                        kept=_kept(event, own),
                        rounds=tuple(move.round for move in own),
                        on=event.on if seat is self.moves.turn else None,
                        words=event.words,
                    )
                )

    def _restore(self, event: MovesRestored) -> None:
        """Restore the moves with the days they had used."""
        used = self.moves.days_used
        again = self.moves.restore(event)
        now = self.moves.days_used
        for seat in Seat:
            own = [move for move in again if move.by is seat]
            self._book(
                replace(
                    _ruled(event, seat, DaysChange.STANDING_AGAIN),
                    days=used[seat] - now[seat],
                    rounds=tuple(move.round for move in own),
                    on=event.on if seat is self.moves.turn else None,
                )
            )

    def _reopen(self, event: GameReopened) -> None:
        """Restart the clock; the days used before the end count again."""
        seat, used = self.moves.turn, self.moves.days_used
        self.moves.stop(self.ended or event.at, event.days)
        days = used[seat] - self.moves.days_used[seat]
        reopened = _ruled(event, seat, DaysChange.REOPENED)
        self._book(replace(reopened, days=days, kept=event.days, on=event.on))

    def _exceeded(self, event: TimeExceeded) -> None:
        self._book(
            DaysEntry(
                at=event.at,
                seat=event.by,
                change=DaysChange.EXCEEDED,
                author=None,
                article="7.2",
                used=event.days,
            )
        )
