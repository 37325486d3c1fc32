"""The cost of storage: moves written, games read back, queues queried.

`python -m benchmarks.bench_storage`. It uses a new SQLite file in the directory for temporary
files, in WAL mode with synchronous=FULL. Milliseconds are processor time of all threads, which
other work on the machine hardly changes. Rates are by wall-clock time and depend on the disk.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from tempfile import TemporaryDirectory

from benchmarks.support.rows import FigureRow, show
from engine.board import Axis, Square
from engine.games.events import EditionRef, Event, GameStarted, PlacementMade
from engine.games.fold import begin, evolve, replay
from engine.ids import GameId, Leg, MatchCode, PersonId
from engine.rulesets import NATIONAL_2025, Phase
from storage import log
from storage.codec import codec_of
from storage.days import due
from storage.days.due import DueRow
from storage.db import Database
from storage.migrations import migrate
from storage.play import game_rows
from storage.play.game_rows import GameRow
from storage.queues import inbox, outbox, outbox_due
from storage.queues.outbox import Outgoing
from storage.queues.precedence import Precedence
from storage.streams import game_stream

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
DAY = date(2025, 5, 3)
EVENTS = 60
MOVES = 300
QUEUED = 2_000
PAYLOAD = '{"to":7,"text":{"key":"move.sent","params":{"score":71}},"pictures":["…"]}' * 3


@dataclass
class WriteCost:
    """Wall-clock seconds and processor seconds."""

    wall: float = 0.0
    cpu: float = 0.0


@contextmanager
def measured() -> Iterator[WriteCost]:
    """Yield a cost that is filled in at the end of the block."""
    cost, wall, cpu = WriteCost(), time.perf_counter(), time.process_time()
    yield cost
    cost.wall, cost.cpu = time.perf_counter() - wall, time.process_time() - cpu


def a_game(number: int = 1) -> list[Event]:
    """Return a game of 60 events; positions do not matter here, only the tiles."""
    start = GameStarted(
        at=AT,
        game=GameId(f"BENCH{number}/1"),
        match=MatchCode(f"BENCH{number}"),
        leg=Leg.HOME,
        phase=Phase.PRELIMINARY,
        rules=NATIONAL_2025,
        edition=EditionRef(name="bench", sha256="0" * 64),
        red=PersonId(1),
        blue=PersonId(2),
        sequence="CASAETNSTIREAITIDNURBUTHUZ" * 4,
        start=DAY,
    )
    events: list[Event] = [start]
    game = begin(start)
    for n in range(EVENTS - 1):
        tile = game.side(game.turn).rack[0]
        event = PlacementMade(
            at=AT + timedelta(hours=n),
            by=game.turn,
            round=n // 2 + 1,
            square=Square(n // 8, n % 8),
            axis=Axis.ACROSS,
            word=tile,
            tiles=tile,
            words=("CASATORIE", "TIR", "SE"),
            points=23,
            counted=23,
            received=DAY,
            sent=DAY,
            days=0,
        )
        events.append(event)
        game = evolve(game, event)
    return events


async def _move(db: Database, seq: int, update: int) -> None:
    """Write what one move writes: event, projection, deadlines, six notices, and the update."""
    stream = game_stream("BENCH1/1")
    async with db.transaction() as tx:
        pending = await inbox.take(tx, AT)
        assert pending is not None
        await inbox.claim(tx, 7, update, AT)
        await log.append(tx, stream, seq, [a_move], AT)
        await game_rows.save_game(tx, _row_of(seq + 1))
        rows = [DueRow(stream=stream, kind=kind, due_at=AT) for kind in ("turn", "silence", "time")]
        await due.replace_all(tx, stream, rows)
        notices = [
            Outgoing(chat=n, payload=PAYLOAD, dedup_key=f"{update}:{n}", about="BENCH1/1")
            for n in range(6)
        ]
        await outbox.queue(tx, notices, AT)
        await inbox.mark_done(tx, pending.id, AT)


a_move = a_game()[-1]


def _row_of(seq: int) -> GameRow:
    return GameRow(
        game_id="BENCH1/1",
        match_id="BENCH1",
        leg="home",
        red=PersonId(1),
        blue=PersonId(2),
        arbiter=PersonId(3),
        status="running",
        turn_seat="red",
        turn_person=PersonId(1),
        last_day=DAY,
        red_score=200,
        blue_score=210,
        seq=seq,
        updated_at=AT,
    )


async def _moves(db: Database) -> list[FigureRow]:
    updates = [inbox.RawUpdate(update_id=n, chat=7, raw=PAYLOAD) for n in range(MOVES + 1)]
    with measured() as storing:
        for update in updates:
            async with db.transaction() as tx:
                await inbox.store(tx, [update], AT)
    await _move(db, 0, 0)
    with measured() as moving:
        for n in range(1, MOVES + 1):
            await _move(db, n, n)
    appended = game_stream("BENCH2/1")
    with measured() as appending:
        for n in range(MOVES):
            async with db.transaction() as tx:
                await log.append(tx, appended, n, [a_move], AT)
    return [
        _rate("updates stored", storing, MOVES),
        _rate("events appended alone", appending, MOVES),
        _rate("whole moves written", moving, MOVES),
    ]


async def _games(db: Database) -> list[FigureRow]:
    stream, times = game_stream("BENCH3/1"), 50
    events = a_game(3)
    async with db.transaction() as tx:
        await log.append(tx, stream, 0, events, AT)
    codec = codec_of(stream)
    encoded = [codec.encode(event) for event in events]

    def decode() -> list[Event]:
        return [codec.decode(each.name, each.version, each.payload) for each in encoded]

    with measured() as encoding:
        for _ in range(times):
            for event in events:
                codec.encode(event)
    with measured() as decoding:
        for _ in range(times):
            decode()
    with measured() as replaying:
        for _ in range(times):
            replay(decode())
    async with db.reading() as tx:
        await log.load(tx, stream)
        with measured() as loading:
            for _ in range(times):
                await log.load(tx, stream)
        with measured() as checking:
            for _ in range(times):
                log.broken_link(stream, await log.rows_of(tx, stream))
    return [
        _cpu(f"encode {EVENTS} events", encoding, times),
        _cpu(f"decode {EVENTS} events", decoding, times),
        _cpu("decode and replay them", replaying, times),
        _cpu("load them from the database", loading, times),
        _cpu("check their chain", checking, times),
    ]


async def _queues(db: Database) -> list[FigureRow]:
    async with db.transaction() as tx:
        backlog = [Outgoing(chat=100 + n % 50, payload=PAYLOAD) for n in range(QUEUED)]
        await outbox.queue(tx, backlog, AT)
        updates = [
            inbox.RawUpdate(update_id=10_000 + n, chat=n % 50, raw=PAYLOAD) for n in range(QUEUED)
        ]
        await inbox.store(tx, updates, AT)
    async with db.reading() as tx:
        return [
            await _asked(
                f"departures.heads, {QUEUED:,} queued",
                lambda: outbox_due.heads(tx, AT, Precedence.TOLD),
            ),
            await _asked(f"inbox.next, {QUEUED:,} waiting", lambda: inbox.take(tx, AT)),
            await _asked("due.due, three rows", lambda: due.due(tx, AT)),
        ]


async def _asked(what: str, ask: Callable[[], Awaitable[object]], times: int = 50) -> FigureRow:
    await ask()
    with measured() as cost:
        for _ in range(times):
            await ask()
    return _cpu(what, cost, times)


START = """
import asyncio, sys, time
before = time.process_time()
from storage.db import Database
from storage import due, game_rows, inbox, log, outbox, people, previews
from storage.migrations import migrate
loaded = time.process_time()
async def main():
    async with Database(sys.argv[1]) as db:
        await migrate(db)
asyncio.run(main())
print((loaded - before) * 1000, (time.process_time() - loaded) * 1000)
"""


def _start(url: str) -> list[FigureRow]:
    costs = []
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", START, url], check=True, capture_output=True, text=True
        )
        costs.append([float(each) for each in done.stdout.split()])
    load, check = min(each[0] for each in costs), min(each[1] for each in costs)
    return [
        FigureRow("load the modules", load, "ms", note="best of 3"),
        FigureRow("open, find the schema current", check, "ms", note="best of 3"),
    ]


async def _all() -> list[FigureRow]:
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bench.db"
        async with Database(url) as db:
            with measured() as migrating:
                await migrate(db)
            first = _cpu("make the tables, Alembic loaded", migrating, 1)
            rows = [first, *await _moves(db), *await _games(db), *await _queues(db)]
        return rows + _start(url)


def run() -> list[FigureRow]:
    """Measure and return the rows."""
    return asyncio.run(_all())


def _rate(what: str, cost: WriteCost, times: int) -> FigureRow:
    note = (
        f"{cost.wall / times * 1000:.2f} ms each by the clock, {cost.cpu / times * 1000:.2f} ms cpu"
    )
    return FigureRow(what, times / cost.wall, "/s", note=note)


def _cpu(what: str, cost: WriteCost, times: int) -> FigureRow:
    return FigureRow(what, cost.cpu / times * 1000, "ms")


if __name__ == "__main__":
    sys.exit(not show(run()))
