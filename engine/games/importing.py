"""Imports a game that was played elsewhere: its stated moves become ordinary events (art. 9.6).

Each move is validated and scored like one entered for a player (`engine.games.entry`), with its own
dates; the present turn begins with the import. The import reports every fault, each with the row
that states it, as far as the game can be followed. The draw of the sequence happened elsewhere, so
nobody can verify it here.
"""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from functools import reduce
from hashlib import sha256
from zoneinfo import ZoneInfo

from engine.errors import EngineError, Fault
from engine.games.appraisal import UNKNOWN_WORD
from engine.games.commands import (
    AcceptPlacement,
    Command,
    LoseOnTime,
    ProposeInterruption,
    Resign,
)
from engine.games.deadlines import awaited
from engine.games.decide import decide, sent_back
from engine.games.entry import StatedMove, date_faults, enter
from engine.games.events import Ending, Event, GameStarted, Passed, PlacementMade
from engine.games.fold import begin, evolve
from engine.games.game import Game, Stage
from engine.games.orders import Order, grant_time
from engine.games.restoring import restored
from engine.ids import PersonId, Seat
from engine.notation import fold
from engine.placement import EVERY_WORD, Placement
from engine.sequences.check import Violation, violations
from engine.thinking_time import LeavePeriod, day_of, leave_faults
from engine.tiles import JOKER, TileSet, load_tile_set

_BY_ITSELF = (Ending.PLAYED_OUT, Ending.PASSES)
_JOKERS = str.maketrans("*_", JOKER * 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedTurn:
    """One turn as a row states it; None for a value that the row leaves out."""

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
    """Days of thinking time that the arbiter gave, as a row states them; negative if taken back.

    Rules: art. 7.2.
    """

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


@dataclass(frozen=True, slots=True)
class ImportFault:
    """A fault with the row that has it; `column` may name the cell."""

    row: int
    """The number of the row."""
    fault: Fault
    column: str = ""
    """The name of the column; empty if the fault concerns the whole row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedGame:
    """A game as imported: its events with their own dates, its state, and the faults."""

    events: tuple[Event, ...]
    game: Game
    faults: tuple[ImportFault, ...] = ()
    violations: tuple[Violation, ...] = ()
    """The rules that the sequence breaks; the game was played with it and is imported anyway."""


def sequence_from(text: str) -> str:
    """Return the sequence as the engine writes it: capitals, `?` for a blank, no separators."""
    kept = (sign for sign in fold(text).upper().translate(_JOKERS) if sign.isalpha() or sign == "?")
    return "".join(kept)


def sequence_faults(sequence: str, tiles: TileSet) -> tuple[Fault, ...]:
    """Return the fault of a sequence that does not consist of exactly the tiles of the set."""
    found = Counter(sequence)
    missing, extra = Counter(tiles.counts) - found, found - Counter(tiles.counts)
    if not missing and not extra:
        return ()
    facts: dict[str, str | int] = {
        "n": len(sequence),
        "most": sum(tiles.counts.values()),
        "missing": _tiles(missing),
        "extra": _tiles(extra),
    }
    return (Fault("import_tiles", "1.3", facts),)


def _tiles(tiles: Counter[str]) -> str:
    """Return tiles with their numbers, such as `A2 ?1`, or a dash for none."""
    return " ".join(f"{tile}{number}" for tile, number in sorted(tiles.items())) or "–"


def seed_standing_for(sequence: str) -> str:
    """Return the seed that a match stores for a sequence drawn elsewhere, in hexadecimal.

    The program can draw no sequence from this seed. Games with the same sequence get the same seed,
    because the embargo compares seeds (art. 2.1).
    """
    return sha256(b"tur-retur imported 1" + sequence.encode()).hexdigest()


def leave_of(
    stated: Sequence[StatedLeave], allowance: int
) -> tuple[tuple[LeavePeriod, ...], tuple[ImportFault, ...]]:
    """Return the leave periods of a player in a phase, earliest first, and their faults."""
    own: list[LeavePeriod] = []
    faults: list[ImportFault] = []
    for one in sorted(stated, key=lambda each: each.first):
        if one.last < one.first:
            facts = {"first": one.first.isoformat(), "last": one.last.isoformat()}
            faults.append(ImportFault(one.row, Fault("leave_backwards", "7.2", facts), "last"))
            continue
        period = LeavePeriod(one.first, one.last)
        announced = one.announced or date.fromordinal(one.first.toordinal() - 1)
        found = leave_faults(period, announced=announced, own=own, allowance=allowance)
        late = {"leave_not_ahead": "announced"}
        faults += [
            ImportFault(one.row, _in_the_past(each, one), late.get(each.code, "first"))
            for each in found
        ]
        own.append(period)
    return tuple(own), tuple(faults)


def _in_the_past(fault: Fault, stated: StatedLeave) -> Fault:
    """Return the fault with wording for leave that was announced elsewhere."""
    if fault.code == "leave_not_ahead":
        return Fault("import_leave_late", "7.2", {"first": stated.first.isoformat()})
    return fault


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
) -> ImportedGame:
    """Return the game that the stated turns make, checked move by move.

    `started` is the start with its own date, `row` the row that states it, and `at` is now.
    `writer` is the person who imports. After a move that is impossible on the board, the rest of
    the game cannot be checked.
    """
    tiles = load_tile_set(started.rules.tile_set)
    wrong = sequence_faults(started.sequence, tiles)
    game = begin(started)
    if wrong:
        faults = tuple(ImportFault(row, fault, "sequence") for fault in wrong)
        return ImportedGame(events=(started,), game=game, faults=faults)
    run = _Run(game, writer, at, lexicon, grants)
    if day_of(at, started.rules.time_zone) < started.start:
        facts = {"sent": started.start.isoformat()}
        run.faults.append(ImportFault(row, Fault("entered_ahead", "7.1", facts), "start"))
    if all(map(run.take, turns)):
        run.grant()
        run.finish(end, row)
    found, game = violations(started.sequence, started.rules, tiles), run.game
    if game.stage is Stage.RUNNING:  # the present turn begins with the import (art. 7.1)
        game = awaited(game, day_of(at, started.rules.time_zone))
    return ImportedGame(
        events=(started, *run.events), game=game, faults=tuple(run.faults), violations=found
    )


def noon(day: date, zone: str, at: datetime) -> datetime:
    """Return noon of that day in the time zone, or `at` if that is earlier."""
    return min(datetime.combine(day, time(12), tzinfo=ZoneInfo(zone)).astimezone(UTC), at)


class _Run:
    """The import of one game: its state after the turns read so far, and the faults found."""

    def __init__(
        self,
        game: Game,
        writer: PersonId,
        at: datetime,
        lexicon: Container[str],
        grants: Sequence[StatedGrant],
    ) -> None:
        self.game = game
        self._grants = sorted(grants, key=lambda one: one.on)
        self.events: list[Event] = []
        self.faults: list[ImportFault] = []
        self._writer, self._at, self._lexicon = writer, at, lexicon

    def take(self, turn: StatedTurn) -> bool:
        """Make the turn and note its faults; return False if no later turn can be checked."""
        self.grant(turn.sent)
        game = self.game
        if game.stage is not Stage.RUNNING or game.waits_for_acceptance:
            self._fault(turn, Fault("import_after_end", "4.3"), "placement")
            return False
        if turn.seat not in {None, game.turn}:
            facts = {"round": game.round}
            fault = Fault("import_turn_blue", "4.1", facts)
            if game.turn is Seat.RED:
                fault = Fault("import_turn_red", "4.1", facts)
            self._fault(turn, fault, "colour")
        stated = self._dated(turn)
        is_free = turn.is_accepted or turn.returned is not None
        lexicon = EVERY_WORD if is_free else self._lexicon
        try:
            events = self._entered(stated, lexicon)
        except EngineError as refused:
            for fault in refused.faults:
                self._fault(turn, fault, "placement")
            if any(fault.code != UNKNOWN_WORD for fault in refused.faults):
                return False
            events = self._entered(stated, EVERY_WORD)
        self._keep(events)
        made = next(one for one in events if isinstance(one, PlacementMade | Passed))
        self._compare(turn, made)
        return self._take_back(turn, made)

    def grant(self, until: date | None = None) -> None:
        """Add the arbiter's grants up to that day, or all that are left."""
        while self._grants and (until is None or self._grants[0].on <= until):
            one = self._grants.pop(0)
            today = day_of(self._at, self.game.rules.time_zone)
            if not self.game.start <= one.on <= today:
                facts = {"on": one.on.isoformat(), "first": self.game.start.isoformat()}
                self.faults.append(
                    ImportFault(one.row, Fault("import_ruling_day", "7.2", facts), "on")
                )
                continue
            try:
                self._keep(
                    grant_time(
                        self.game, self._order(one.on, "7.2", one.reason), one.seat, one.days
                    )
                )
            except EngineError as refused:
                self.faults += [ImportFault(one.row, fault, "value") for fault in refused.faults]

    def _take_back(self, turn: StatedTurn, made: PlacementMade | Passed) -> bool:
        """Return the move to its author, and restore it, if the row says so."""
        if turn.returned is None:
            if turn.restored is not None:
                self._fault(turn, Fault("import_not_returned", "5.3"), "restored")
            return True
        today = day_of(self._at, self.game.rules.time_zone)
        if isinstance(made, Passed) or self.game.stage is not Stage.RUNNING:
            self._fault(turn, Fault("nothing_to_return", "5.2"), "returned")
            return False
        days = [made.sent, turn.returned, *filter(None, [turn.restored]), today]
        if days != sorted(days):
            facts = {"sent": made.sent.isoformat()}
            self._fault(turn, Fault("import_returned_day", "5.2", facts), "returned")
            return False
        at = max(noon(turn.returned, self.game.rules.time_zone, self._at), made.at)
        self._keep(sent_back(self.game, made, turn.returned, at, self._lexicon))
        if turn.restored is not None:
            self._keep(restored(self.game, self._order(turn.restored, "5.3", ""), made))
        return True

    def _order(self, on: date, article: str, reason: str) -> Order:
        """Return the arbiter's order of that day."""
        at = max(noon(on, self.game.rules.time_zone, self._at), *self._instants())
        return Order(at=at, arbiter=self._writer, article=article, reason=reason)

    def _entered(self, stated: StatedMove, lexicon: Container[str]) -> tuple[Event, ...]:
        return enter(
            self.game,
            self.game.turn,
            stated,
            writer=self._writer,
            at=self._at,
            lexicon=lexicon,
        )

    def _dated(self, turn: StatedTurn) -> StatedMove:
        """Return the move with possible dates; impossible ones are noted and replaced."""
        received = turn.received or self.game.received
        stated = StatedMove(placement=turn.placement, received=received, sent=turn.sent)
        today = day_of(self._at, self.game.rules.time_zone)
        faults = date_faults(self.game, stated, today)
        for fault in faults:
            column = "received" if fault.code == "entered_too_early" else "sent"
            self._fault(turn, fault, column)
        if not faults:
            return stated
        received = min(max(received, self.game.received), max(today, self.game.received))
        sent = min(max(turn.sent, received), max(today, received))
        return replace(stated, received=received, sent=sent)

    def _keep(self, events: Sequence[Event]) -> None:
        self.events += events
        self.game = reduce(evolve, events, self.game)

    def _compare(self, turn: StatedTurn, made: PlacementMade | Passed) -> None:
        """Note each stated figure that differs from the calculated one."""
        points, counted = (0, 0) if isinstance(made, Passed) else (made.points, made.counted)
        total = self.game.side(made.by).score - self._adjustment(made.by)
        if turn.points is not None and turn.points not in {points, counted}:
            facts = {"stated": turn.points, "right": counted}
            self._fault(turn, Fault("import_points", "4.2", facts), "points")
        if turn.total is not None and turn.total != total:
            facts = {"stated": turn.total, "right": total}
            self._fault(turn, Fault("import_total", "4.2", facts), "total")
        if turn.days is not None and turn.days != made.days:
            facts = {"stated": turn.days, "right": made.days}
            self._fault(turn, Fault("import_days", "7.1", facts), "days")

    def _adjustment(self, seat: Seat) -> int:
        """Return the points that the end of the game has added for the seat."""
        ended = self.game.ended
        if ended is None:
            return 0
        return ended.red_adjustment if seat is Seat.RED else ended.blue_adjustment

    def finish(self, end: StatedEnd | None, row: int) -> None:
        """End the game as stated, or note why that is impossible."""
        game = self.game
        if end is None:
            if game.waits_for_acceptance:
                self.faults.append(ImportFault(row, Fault("import_accepted", "5.2"), "ending"))
            return
        on = end.on or game.received
        today = day_of(self._at, game.rules.time_zone)
        if not game.received <= on <= today:
            facts = {"ended": on.isoformat(), "first": game.received.isoformat()}
            fault = Fault("import_end_day", "7.1", facts)
            self.faults.append(ImportFault(end.row, fault, "ended"))
            return
        if end.ending in _BY_ITSELF and not game.waits_for_acceptance:
            if game.ended is None:
                fault = Fault("import_not_over", "4.3", {"left": game.left_in_sequence})
                self.faults.append(ImportFault(end.row, fault, "ending"))
            return
        if game.ended is not None:
            fault = Fault("import_over_already", "4.3")
            self.faults.append(ImportFault(end.row, fault, "ending"))
            return
        self._end(end, max(noon(on, game.rules.time_zone, self._at), *self._instants()))

    def _instants(self) -> Iterator[datetime]:
        yield from (event.at for event in self.events[-1:])
        yield noon(self.game.start, self.game.rules.time_zone, self._at)

    def _end(self, end: StatedEnd, at: datetime) -> None:
        try:
            for command in _commands(self.game, end):
                self._keep(decide(self.game, command, at, self._lexicon))
        except EngineError as refused:
            self.faults += [ImportFault(end.row, fault, "ending") for fault in refused.faults]
            return
        became = self.game.ended
        if became is not None and (became.ending is Ending.NO_SHOW) is not (
            end.ending is Ending.NO_SHOW
        ):
            code = Fault("import_has_moved", "9.1")
            if became.ending is Ending.NO_SHOW:
                code = Fault("import_never_moved", "9.1")
            self.faults.append(ImportFault(end.row, code, "ending"))

    def _fault(self, turn: StatedTurn, fault: Fault, column: str) -> None:
        self.faults.append(ImportFault(turn.row, fault, column))


def _commands(game: Game, end: StatedEnd) -> tuple[Command, ...]:
    """Return the commands by which the game ends as stated."""
    if end.ending in _BY_ITSELF:
        return (AcceptPlacement(by=game.turn),)
    if end.ending is Ending.INTERRUPTED:
        return tuple(ProposeInterruption(by=seat) for seat in Seat)
    by = end.by or game.turn
    return (LoseOnTime(by=by) if end.ending is Ending.TIME else Resign(by=by),)
