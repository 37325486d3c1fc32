"""Imports a game that was played elsewhere: its stated moves become ordinary events (art. 9.6).

Each move is validated and scored like one entered for a player (`engine.games.entry`), with its own
dates; the present turn begins with the import. The import reports every fault, each with the row
that states it, as far as the game can be followed. The draw of the sequence happened elsewhere, so
nobody can verify it here.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import reduce
from types import MappingProxyType
from typing import Final

from engine.errors import EngineError, Fault
from engine.games.appraisal import UNKNOWN_WORD
from engine.games.commands import AcceptPlacement, Command, LoseOnTime, ProposeInterruption, Resign
from engine.games.deadlines import awaited
from engine.games.decide import decide, sent_back, unlisted
from engine.games.entry import StatedMove, date_faults, enter, noon
from engine.games.events import Ending, Event, GameStarted, LeaveAnnounced, Passed
from engine.games.fold import begin, evolve
from engine.games.game import Game, Move, Stage
from engine.games.lifting import BY_MOVE
from engine.games.orders import Order, grant_time, restored
from engine.games.planned_moves import move_of
from engine.ids import PersonId, Seat
from engine.placement import EVERY_WORD, Placement
from engine.sequences.stated import sequence_faults
from engine.thinking_time import LeavePeriod, day_of, leave_faults
from engine.tiles import load_tile_set


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedTurn:
    """One turn as a row states it; None, except in `placement`, for a value that the row omits."""

    row: int
    placement: Placement | None
    """The placement; None means a pass (PAS)."""
    sent: date
    received: date | None = None
    """The day on which the opponent's move arrived; None means the day on which it was sent."""
    seat: Seat | None = None
    points: int | None = None
    total: int | None = None
    """The player's score after the turn."""
    days: int | None = None
    is_accepted: bool = False
    """Whether the words count although they are not in the list (art. 5.3)."""
    returned: date | None = None
    """The day on which the opponent sent the placement back (art. 5.2)."""
    restored: date | None = None
    """The day on which the arbiter restored the returned placement (art. 5.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedGrant:
    """Days that the arbiter gave, or took back if negative, as a row states them (art. 7.2)."""

    row: int
    seat: Seat
    days: int
    on: date
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedEnd:
    """The end of a game as a row states it."""

    row: int
    ending: Ending
    on: date | None = None
    """The day of the end; None means the day of the last move."""
    by: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedLeave:
    """Leave as a row states it (art. 7.2)."""

    row: int
    first: date
    last: date
    announced: date | None = None
    """The day of the announcement; None means in time, before the first day."""

    @property
    def is_backwards(self) -> bool:
        """Whether the last day is before the first, so that it is no leave."""
        return self.last < self.first

    def is_known_at(self, start: date) -> bool:
        """Return whether it was announced before a game that starts on that day."""
        return self.announced is None or self.announced < start


@dataclass(frozen=True, slots=True, kw_only=True)
class _Announcement:
    """Leave that a player announced during the game."""

    seat: Seat
    period: LeavePeriod
    on: date


_NO_LEAVE: Final[Mapping[Seat, Sequence[StatedLeave]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ImportFault:
    """A fault with the row that has it."""

    row: int
    fault: Fault
    column: str = ""
    """The name of the column with the fault; empty if the fault concerns the whole row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedGame:
    """A game as imported: its events with their own dates, its state, and the faults."""

    events: tuple[Event, ...]
    game: Game
    faults: tuple[ImportFault, ...] = ()


def leave_of(
    stated: Sequence[StatedLeave], allowance: int
) -> tuple[tuple[LeavePeriod, ...], tuple[ImportFault, ...]]:
    """Return the leave periods of a player in a phase, earliest first, and their faults."""
    periods: list[LeavePeriod] = []
    faults: list[ImportFault] = []
    for one in sorted(stated, key=lambda each: each.first):
        if one.is_backwards:
            facts = {"first": one.first.isoformat(), "last": one.last.isoformat()}
            faults.append(ImportFault(one.row, Fault("leave_backwards", "7.2", facts), "last"))
            continue
        period = LeavePeriod(one.first, one.last)
        said = one.announced or one.first - timedelta(days=1)
        found = leave_faults(period, announced=said, own=periods, allowance=allowance)
        faults += [_of_leave(one, fault) for fault in found]
        periods.append(period)
    return tuple(periods), tuple(faults)


def _of_leave(stated: StatedLeave, fault: Fault) -> ImportFault:
    """Return the fault of that leave with its cell; a late announcement was made elsewhere."""
    if fault.code != "leave_not_ahead":
        return ImportFault(stated.row, fault, "first")
    late = Fault("import_leave_late", "7.2", {"first": stated.first.isoformat()})
    return ImportFault(stated.row, late, "announced")


def import_game(  # noqa: PLR0913  (the rows, the importer and the time)
    started: GameStarted,
    turns: Sequence[StatedTurn],
    end: StatedEnd | None,
    *,
    writer: PersonId,
    at: datetime,
    lexicon: Container[str],
    row: int = 0,
    grants: Sequence[StatedGrant] = (),
    leave: Mapping[Seat, Sequence[StatedLeave]] = _NO_LEAVE,
) -> ImportedGame:
    """Return the game that the stated turns make, checked move by move.

    `started` is the start with its own date, `row` the row that states it, and `at` is now.
    `writer` is the person who imports. `end` is None for a game that is still played. After a move
    that is impossible on the board, the rest of the game cannot be checked. `leave_of` has checked
    the leave; if it was announced after the time was exceeded, it does not count (art. 7.2).
    """
    wrong = sequence_faults(started.sequence, load_tile_set(started.rules.tile_set))
    known = {seat: _known_leave(leave.get(seat, ()), started.start) for seat in Seat}
    started = replace(
        started,
        red_leave=(*started.red_leave, *known[Seat.RED]),
        blue_leave=(*started.blue_leave, *known[Seat.BLUE]),
    )
    game = begin(started)
    if wrong:
        faults = tuple(ImportFault(row, fault, "sequence") for fault in wrong)
        return ImportedGame(events=(started,), game=game, faults=faults)
    today = day_of(at, started.rules.time_zone)
    acts: list[StatedGrant | _Announcement] = [*_announcements(leave, started.start), *grants]
    acts.sort(key=lambda one: one.on)
    run = _Run(game, today, writer, at, lexicon, acts)
    if today < started.start:
        fault = Fault("entered_ahead", "7.1", {"sent": started.start.isoformat()})
        run.note(row, "start", fault)
    if all(map(run.take, turns)):
        run.finish(end, row)
    game = run.game
    if game.stage is Stage.RUNNING:  # the present turn begins with the import (art. 7.1)
        game = awaited(game, today)
    return ImportedGame(events=(started, *run.events), game=game, faults=tuple(run.faults))


def _known_leave(stated: Iterable[StatedLeave], start: date) -> list[LeavePeriod]:
    """Return the leave that was announced before the game began, earliest first."""
    known = (one for one in stated if one.is_known_at(start) and not one.is_backwards)
    return sorted(LeavePeriod(one.first, one.last) for one in known)


def _announcements(
    leave: Mapping[Seat, Iterable[StatedLeave]], start: date
) -> Iterator[_Announcement]:
    """Yield the announcements that were made during the game."""
    for seat, stated in leave.items():
        for one in stated:
            if one.announced and not one.is_known_at(start) and not one.is_backwards:
                period = LeavePeriod(one.first, one.last)
                yield _Announcement(seat=seat, period=period, on=one.announced)


@dataclass(slots=True)
class _Run:
    """The import of one game: its state after the turns read so far, and the faults found."""

    game: Game
    today: date
    writer: PersonId
    at: datetime
    lexicon: Container[str]
    acts: list[StatedGrant | _Announcement]
    """The arbiter's grants and the announced leave that are still to come, earliest first."""
    events: list[Event] = field(default_factory=list)
    faults: list[ImportFault] = field(default_factory=list)

    def note(self, row: int, column: str, *faults: Fault) -> None:
        """Note faults of that cell."""
        self.faults += [ImportFault(row, fault, column) for fault in faults]

    def _keep(self, events: Sequence[Event]) -> None:
        self.events += events
        self.game = reduce(evolve, events, self.game)

    def _noon(self, day: date) -> datetime:
        """Return noon of that day, or the instant of the last event if that is later."""
        last = (event.at for event in self.events[-1:])
        return max([noon(day, self.game.rules.time_zone, self.at), *last])

    def _order(self, on: date, article: str, reason: str) -> Order:
        """Return the arbiter's order of that day."""
        return Order(at=self._noon(on), arbiter=self.writer, article=article, reason=reason)

    def take(self, turn: StatedTurn) -> bool:
        """Make the turn and note its faults; return False if no later turn can be checked."""
        self.act(turn.sent)
        game = self.game
        if game.stage is not Stage.RUNNING or game.waits_for_acceptance:
            self.note(turn.row, "placement", Fault("import_after_end", "4.3"))
            return False
        if turn.seat not in {None, game.turn}:
            code = "import_turn_red" if game.turn is Seat.RED else "import_turn_blue"
            self.note(turn.row, "colour", Fault(code, "4.1", {"round": game.round}))
        stated = self._dated(turn)
        may_be_unlisted = turn.is_accepted or turn.returned is not None
        try:
            events = self._entered(stated, EVERY_WORD if may_be_unlisted else self.lexicon)
        except EngineError as refused:
            self.note(turn.row, "placement", *refused.faults)
            if any(fault.code != UNKNOWN_WORD for fault in refused.faults):
                return False
            events = self._entered(stated, EVERY_WORD)
        self._keep(events)
        made = move_of(events)
        self._compare(turn, made)
        return self._take_back(turn, made)

    def _entered(self, stated: StatedMove, lexicon: Container[str]) -> tuple[Event, ...]:
        """Return the events of the move, entered for the player to move."""
        game, writer, at = self.game, self.writer, self.at
        return enter(game, game.turn, stated, writer=writer, at=at, lexicon=lexicon)

    def _dated(self, turn: StatedTurn) -> StatedMove:
        """Return the move with possible dates; impossible ones are noted and replaced."""
        first, today = self.game.received, self.today
        received = turn.received or first
        stated = StatedMove(placement=turn.placement, received=received, sent=turn.sent)
        faults = date_faults(self.game, stated, today)
        for fault in faults:
            column = "received" if fault.code == "entered_too_early" else "sent"
            self.note(turn.row, column, fault)
        if not faults:
            return stated
        received = min(max(received, first), max(today, first))
        sent = min(max(turn.sent, received), max(today, received))
        return replace(stated, received=received, sent=sent)

    def act(self, until: date | None = None) -> None:
        """Record the grants and the leave up to that day, or all that are left."""
        while self.acts and (until is None or self.acts[0].on <= until):
            one = self.acts.pop(0)
            if isinstance(one, StatedGrant):
                self._grant(one)
            elif self.game.stage is Stage.RUNNING:
                at = self._noon(one.on)
                self._keep((LeaveAnnounced(at=at, by=one.seat, period=one.period),))

    def _grant(self, one: StatedGrant) -> None:
        """Give the days, or note why that is impossible."""
        first = self.game.start
        if not first <= one.on <= self.today:
            facts = {"on": one.on.isoformat(), "first": first.isoformat()}
            self.note(one.row, "on", Fault("import_ruling_day", "7.2", facts))
            return
        order = self._order(one.on, "7.2", one.reason)
        try:
            self._keep(grant_time(self.game, order, one.seat, one.days))
        except EngineError as refused:
            self.note(one.row, "value", *refused.faults)

    def _take_back(self, turn: StatedTurn, made: Move) -> bool:
        """Send the move back to its author, and restore it, if the row says so.

        Return False if no later turn can be checked.
        """
        if turn.returned is None:
            if turn.restored is not None:
                self.note(turn.row, "restored", Fault("import_not_returned", "5.3"))
            return True
        if isinstance(made, Passed) or self.game.stage is not Stage.RUNNING:
            self.note(turn.row, "returned", Fault("nothing_to_return", "5.2"))
            return False
        in_order = [made.sent, turn.returned, turn.restored or turn.returned, self.today]
        if in_order != sorted(in_order):
            fault = Fault("import_returned_day", "5.2", {"sent": made.sent.isoformat()})
            self.note(turn.row, "returned", fault)
            return False
        at = self._noon(turn.returned)
        words = unlisted(made, self.lexicon) or made.words
        self._keep(sent_back(self.game, turn.returned, words, at))
        if turn.restored is not None:
            self._keep(restored(self.game, self._order(turn.restored, "5.3", ""), made))
        return True

    def _compare(self, turn: StatedTurn, made: Move) -> None:
        """Note each stated figure that differs from the calculated one."""
        points, counted = (0, 0) if isinstance(made, Passed) else (made.points, made.counted)
        total, ended = self.game.side(made.by).score, self.game.ended
        if ended is not None:  # the row states the score before the adjustment at the end
            total -= ended.red_adjustment if made.by is Seat.RED else ended.blue_adjustment
        if turn.points is not None and turn.points not in {points, counted}:
            facts = {"stated": turn.points, "right": counted}
            self.note(turn.row, "points", Fault("import_points", "4.2", facts))
        if turn.total is not None and turn.total != total:
            facts = {"stated": turn.total, "right": total}
            self.note(turn.row, "total", Fault("import_total", "4.2", facts))
        if turn.days is not None and turn.days != made.days:
            facts = {"stated": turn.days, "right": made.days}
            self.note(turn.row, "days", Fault("import_days", "7.1", facts))

    def finish(self, end: StatedEnd | None, row: int) -> None:
        """End the game as stated, or note why that is impossible."""
        if end is None:
            self.act()
            if self.game.waits_for_acceptance:
                self.note(row, "ending", Fault("import_accepted", "5.2"))
            return
        on = end.on or self.game.received
        # Leave announced after the end is for other games; it must not put the end off.
        self.acts = [one for one in self.acts if isinstance(one, StatedGrant) or one.on <= on]
        self.act()
        game = self.game
        if not game.received <= on <= self.today:
            facts = {"ended": on.isoformat(), "first": game.received.isoformat()}
            self.note(end.row, "ended", Fault("import_end_day", "7.1", facts))
        elif end.ending in BY_MOVE and not game.waits_for_acceptance:
            if game.ended is None:
                fault = Fault("import_not_over", "4.3", {"left": game.left_in_sequence})
                self.note(end.row, "ending", fault)
        elif game.ended is not None:
            self.note(end.row, "ending", Fault("import_over_already", "4.3"))
        else:
            self._end(end, self._noon(on))

    def _end(self, end: StatedEnd, at: datetime) -> None:
        """End the running game as stated; whether the loser had ever moved must fit (art. 9.1)."""
        try:
            for command in _commands(self.game, end):
                self._keep(decide(self.game, command, at, self.lexicon))
        except EngineError as refused:
            self.note(end.row, "ending", *refused.faults)
            return
        ended = self.game.ended
        if ended is None or (ended.ending is Ending.NO_SHOW) == (end.ending is Ending.NO_SHOW):
            return
        moved, unmoved = Fault("import_has_moved", "9.1"), Fault("import_never_moved", "9.1")
        self.note(end.row, "ending", unmoved if ended.ending is Ending.NO_SHOW else moved)


def _commands(game: Game, end: StatedEnd) -> tuple[Command, ...]:
    """Return the commands of a stated end: by a move, agreed, or lost; only rulings make others."""
    if end.ending in BY_MOVE:
        return (AcceptPlacement(by=game.turn),)
    if end.ending is Ending.INTERRUPTED:
        return tuple(ProposeInterruption(by=seat) for seat in Seat)
    by = end.by or game.turn
    return (LoseOnTime(exceeded=by) if end.ending is Ending.TIME else Resign(by=by),)
