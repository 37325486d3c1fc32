"""The time log: every change of a player's thinking time or leave in a game, with its reason.

It is calculated from the events alone (art. 7.1, 7.2). Entries are the days of placements, leave,
days added by the arbiter, returned or annulled placements, rulings taken back, and exceeded time.
Each has author, instant, article and the balance after it. The days of an entry are the difference
between the game's days before and after the event; only `engine.games.turns` adds them up.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from engine.errors import BrokenLog
from engine.folding import Recorded
from engine.games.events import (
    Event,
    GameEnded,
    GameStarted,
    LeaveAnnounced,
    LeaveWithdrawn,
    Passed,
    PlacementMade,
    PlacementReturned,
    QueryClosed,
    TimeExceeded,
)
from engine.games.fold import Entry, begin, evolve
from engine.games.game import Game
from engine.games.moving import unasked
from engine.games.ruling_events import MovesAnnulled, RulingLifted, TimeGranted
from engine.games.turns import held_turn, kept_days, turn_of
from engine.ids import Seat
from engine.matches.events import MatchArranged, MatchEvent
from engine.matches.ledger.entries import DaysChange, DaysEntry, leave_before
from engine.thinking_time import LeavePeriod, day_of

_Ruling = TimeGranted | MovesAnnulled | RulingLifted


def ledger(log: Iterable[Entry], around: Iterable[MatchEvent] = ()) -> tuple[DaysEntry, ...]:
    """Return every change of days in a game, beginning with both players' opening balances.

    Entries are in the order of time. Leave known at the start is entered there. `around` are the
    events of its match: they say who started the game, and when such leave was announced.

    Raises:
        BrokenLog: the log does not begin with the start of a game.
    """
    entries = iter(log)
    first = next(entries, None)
    start = first.event if isinstance(first, Recorded) else first
    if first is None or not isinstance(start, GameStarted):
        raise BrokenLog("a game's log begins with its start")
    book = _Book(around=tuple(around), game=begin(first))
    book.open(start)
    for entry in entries:
        book.enter(entry)
    return tuple(book.entries)


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
        self._end_wait(event)
        before, self.game = self.game, evolve(self.game, entry)
        match event:
            case PlacementMade() | Passed():
                self._move(event, before)
            case PlacementReturned():
                self._return(event, before)
            case LeaveAnnounced():
                self._leave(event.at, event.by, event.period, -event.period.days)
            case LeaveWithdrawn():
                self._leave(event.at, event.by, event.period, event.period.days)
            case TimeGranted():
                author = None if event.automatic else event.arbiter
                given = DaysChange.GRANTED
                self._rule(event, event.by, given, author=author, outage=event.outage)
            case MovesAnnulled(beside=None):
                self._annul(event, before)
            case RulingLifted():
                self._lift(event, before)
            case TimeExceeded():
                self._book(event.at, event.by, DaysChange.EXCEEDED, "7.2", used=event.days)
            case GameEnded():
                self._had_arrived(self.game.received, before)
            case _:
                pass
        for late in set(self.game.arrivals[-1:]).difference(before.arrivals):
            self._book(late.at, late.by, DaysChange.ARRIVED, "7.1", on=late.on, since=late.sent)

    def _book(
        self, at: datetime, seat: Seat, change: DaysChange, article: str, **more: Any
    ) -> None:
        """Add an entry with its balances, and with the change of the days left since the last."""
        left = self.game.allowance(seat) - self.game.side(seat).days
        days, self.left[seat] = left - self.left[seat], left
        entry = DaysEntry(
            at=at, seat=seat, change=change, article=article, days=days, left=left, **more
        )
        self.leave_left[seat] += entry.leave
        self.entries.append(replace(entry, leave_left=self.leave_left[seat]))

    def _rule(self, event: _Ruling, seat: Seat, change: DaysChange, **more: Any) -> None:
        """Enter an arbiter's action, with the arbiter and the reason."""
        facts = {"author": event.arbiter, "reason": event.reason, **more}
        self._book(event.at, seat, change, event.article, **facts)

    def open(self, event: GameStarted) -> None:
        """Enter what both players have at the start."""
        arbiter = next((e.arbiter for e in self.around if isinstance(e, MatchArranged)), None)
        leave, change = event.rules.leave(event.phase), DaysChange.ALLOTTED
        for seat in Seat:
            self._book(event.at, seat, change, "7.1", author=arbiter, leave=leave, on=event.start)
        for seat, known in ((Seat.RED, event.red_leave), (Seat.BLUE, event.blue_leave)):
            person = self.game.side(seat).person
            for at, period, days in leave_before(event, person, known, self.around):
                since = None if at == event.at else day_of(at, event.rules.time_zone)
                self._leave(event.at, seat, period, days, since)

    def _end_wait(self, event: Event) -> None:
        """Enter the days of a stopped wait for the arbiter, which count once it ends (art. 5.3).

        If the word is accepted, the days of its placement include them.
        """
        accepted = isinstance(event, PlacementMade) and event.answered is not None
        if accepted or not isinstance(event, PlacementMade | Passed | QueryClosed):
            return
        waiting, self.game = self.game, unasked(self.game)
        seat = self.game.turn
        if waiting.side(seat).days != self.game.side(seat).days:
            self._book(event.at, seat, DaysChange.WAITED, "5.3")

    def _move(self, move: PlacementMade | Passed, before: Game) -> None:
        self._had_arrived(move.received, before)
        row = turn_of(move).row
        change = DaysChange.PLACED if isinstance(move, PlacementMade) else DaysChange.PASSED
        author = move.entered_by or before.side(move.by).person
        self._book(move.at, move.by, change, row.article, author=author, row=row)
        partner = move.by.partner
        if before.side(partner).days != self.game.side(partner).days:
            # A move accepted late: what was taken back in its place costs neither player days.
            self._book(move.at, partner, DaysChange.ANNULLED, "5.3")

    def _return(self, event: PlacementReturned, before: Game) -> None:
        placement, author = before.moves[-1], before.side(event.by).person
        if event.received is not None and isinstance(placement, PlacementMade):
            row = held_turn(placement, event).row
            self._book(event.at, event.by, DaysChange.HELD, row.article, author=author, row=row)
        self._book(
            event.at,
            placement.by,
            DaysChange.RETURNED,
            "5.2",
            author=author,
            rounds=(placement.round,),
            kept=placement.days,
            on=event.on,
            words=event.words,
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
        self, at: datetime, seat: Seat, period: LeavePeriod, days: int, since: date | None = None
    ) -> None:
        change = DaysChange.LEAVE_ANNOUNCED if days < 0 else DaysChange.LEAVE_WITHDRAWN
        author = self.game.side(seat).person
        self._book(at, seat, change, "7.2", author=author, leave=days, period=period, since=since)

    def _annul(self, event: MovesAnnulled, before: Game) -> None:
        """Enter the moves taken back; with their days, earlier charged days are also given back."""
        for seat in Seat:
            own = [move for move in before.moves[event.keep :] if move.by is seat]
            if own or before.side(seat).days != self.game.side(seat).days:
                self._rule(
                    event,
                    seat,
                    DaysChange.ANNULLED,
                    kept=kept_days(event, own),
                    rounds=tuple(move.round for move in own),
                    on=event.on if seat is self.game.turn else None,
                    words=event.words,
                )

    def _lift(self, event: RulingLifted, before: Game) -> None:
        """Enter for whom the days are others without the act, and whose clock restarts."""
        for seat in Seat:
            left = self.game.allowance(seat) - self.game.side(seat).days
            restarts = self.game.turns != before.turns and seat is self.game.turn
            if restarts or left != self.left[seat]:
                on = self.game.received if restarts else None
                self._rule(event, seat, DaysChange.LIFTED, on=on)
