"""The time log: every change of a player's thinking time or leave in a game, with its reason.

It is calculated from the events alone (art. 7.1, 7.2). Entries are the days of placements, leave,
days added by the arbiter, returned or annulled placements, rulings taken back, and exceeded time.
Each has author, instant, article and the balance after it. The days of an entry are the difference
between the game's days before and after the event; only `engine.games.turns` adds them up.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from engine.errors import BrokenLog
from engine.folding import Recorded
from engine.games.events import (
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
from engine.games.fold import Entry, begin, evolve
from engine.games.game import Game
from engine.games.ruling_events import (
    GameReopened,
    MovesAnnulled,
    MovesRestored,
    RulingLifted,
    TimeGranted,
)
from engine.games.turns import held_turn, kept_days, turn_of
from engine.ids import Seat
from engine.matches.events import (
    MatchArranged,
    MatchEvent,
)
from engine.matches.ledger.entries import (
    DaysChange,
    DaysEntry,
    leave_before,
)
from engine.thinking_time import LeavePeriod, day_of


def ledger(log: Iterable[Entry], around: Iterable[MatchEvent] = ()) -> tuple[DaysEntry, ...]:
    """Return every change of days in a game, beginning with both players' opening balances.

    Entries are in the order of time. Leave known at the start is entered there. `around` are the
    events of its match: they say who started the game, and on which earlier day such leave was
    announced.

    Raises:
        BrokenLog: the log does not begin with the start of a game.
    """
    first, *later = log
    start = first.event if isinstance(first, Recorded) else first
    if not isinstance(start, GameStarted):
        raise BrokenLog("a game's log begins with its start")
    book = _Book(around=tuple(around), game=begin(first))
    book.open(start)
    for entry in later:
        book.enter(entry)
    return tuple(book.entries)


def _ruled(
    event: TimeGranted | MovesAnnulled | MovesRestored | GameReopened | RulingLifted,
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


@dataclass(slots=True)
class _Book:
    """The game and the entries while the events are entered in order."""

    around: tuple[MatchEvent, ...]
    game: Game
    entries: list[DaysEntry] = field(default_factory=list)
    left: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))
    leave_left: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))

    def enter(self, entry: Entry) -> None:
        """Enter the effect of the event on the players' days; most events have none."""
        event = entry.event if isinstance(entry, Recorded) else entry
        before, self.game = self.game, evolve(self.game, entry)
        match event:
            case PlacementMade() | Passed():
                self._move(event, before)
            case PlacementReturned():
                self._return(event, before)
            case LeaveAnnounced() | LeaveWithdrawn():
                days = event.period.days
                change = -days if isinstance(event, LeaveAnnounced) else days
                self._leave(event.at, event.by, event.period, change)
            case TimeGranted():
                self._grant(event)
            case MovesAnnulled():
                self._annul(event, before)
            case RulingLifted() | MovesRestored() | GameReopened():
                self._lift(event, before)
            case TimeExceeded():
                self._exceeded(event)
            case GameEnded():
                self._had_arrived(self.game.received, before)
            case _:
                pass
        for late in set(self.game.arrivals[-1:]).difference(before.arrivals):
            self._arrive(late)

    def _book(self, entry: DaysEntry) -> None:
        """Add the entry with its balances, and with the change of the days left since the last."""
        seat = entry.seat
        left = self.game.allowance(seat) - self.game.side(seat).days
        days, self.left[seat] = left - self.left[seat], left
        self.leave_left[seat] += entry.leave
        balanced = replace(entry, days=days, left=left, leave_left=self.leave_left[seat])
        self.entries.append(balanced)

    def open(self, event: GameStarted) -> None:
        """Enter what both players have at the start."""
        arbiter = next((e.arbiter for e in self.around if isinstance(e, MatchArranged)), None)
        for seat in Seat:
            self._book(
                DaysEntry(
                    at=event.at,
                    seat=seat,
                    change=DaysChange.ALLOTTED,
                    author=arbiter,
                    article="7.1",
                    leave=event.rules.leave(event.phase),
                    on=event.start,
                )
            )
        for seat, known in ((Seat.RED, event.red_leave), (Seat.BLUE, event.blue_leave)):
            person = self.game.side(seat).person
            for at, period, change in leave_before(event, person, known, self.around):
                since = None if at == event.at else day_of(at, event.rules.time_zone)
                self._leave(event.at, seat, period, change, since=since)

    def _move(self, move: PlacementMade | Passed, before: Game) -> None:
        self._had_arrived(move.received, before)
        row = turn_of(move).row
        self._book(
            DaysEntry(
                at=move.at,
                seat=move.by,
                change=DaysChange.PLACED if isinstance(move, PlacementMade) else DaysChange.PASSED,
                author=move.entered_by or before.side(move.by).person,
                article=row.article,
                row=row,
            )
        )

    def _return(self, event: PlacementReturned, before: Game) -> None:
        placement = before.moves[-1]
        if event.received is not None and isinstance(placement, PlacementMade):
            row = held_turn(placement, event).row
            self._book(
                DaysEntry(
                    at=event.at,
                    seat=event.by,
                    change=DaysChange.HELD,
                    author=before.side(event.by).person,
                    article=row.article,
                    row=row,
                )
            )
        self._book(
            DaysEntry(
                at=event.at,
                seat=placement.by,
                change=DaysChange.RETURNED,
                author=before.side(event.by).person,
                article="5.2",
                rounds=(placement.round,),
                kept=placement.days,
                on=event.on,
                words=event.words,
            )
        )

    def _arrive(self, arrived: SheetsArrived) -> None:
        self._book(
            DaysEntry(
                at=arrived.at,
                seat=arrived.by,
                change=DaysChange.ARRIVED,
                author=None,
                article="7.1",
                on=arrived.on,
                since=arrived.sent,
            )
        )

    def _had_arrived(self, received: date, before: Game) -> None:
        """Remove the entry of a late arrival if the player states that it was earlier (9.6)."""
        if received < before.received:
            self.entries = [
                entry
                for entry in self.entries
                if entry.change is not DaysChange.ARRIVED or entry.on != before.received
            ]

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
                author=self.game.side(seat).person,
                article="7.2",
                leave=change,
                period=period,
                since=since,
            )
        )

    def _grant(self, event: TimeGranted) -> None:
        ruled = _ruled(event, event.by, DaysChange.GRANTED)
        author = None if event.automatic else event.arbiter
        self._book(replace(ruled, author=author, outage=event.outage))

    def _annul(self, event: MovesAnnulled, before: Game) -> None:
        """Enter the moves taken back; with their days, earlier charged days are also given back."""
        for seat in Seat:
            own = [move for move in before.moves[event.keep :] if move.by is seat]
            if own or before.side(seat).days != self.game.side(seat).days:
                self._book(
                    replace(
                        _ruled(event, seat, DaysChange.ANNULLED),
                        kept=kept_days(event, own),
                        rounds=tuple(move.round for move in own),
                        on=event.on if seat is self.game.turn else None,
                        words=event.words,
                    )
                )

    def _lift(self, event: RulingLifted | MovesRestored | GameReopened, before: Game) -> None:
        """Enter for whom the days are others without the act, and whose clock restarts."""
        for seat in Seat:
            left = self.game.allowance(seat) - self.game.side(seat).days
            restarts = self.game.turns != before.turns and seat is self.game.turn
            if restarts or left != self.left[seat]:
                ruled = _ruled(event, seat, DaysChange.LIFTED)
                self._book(replace(ruled, on=self.game.received if restarts else None))

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
