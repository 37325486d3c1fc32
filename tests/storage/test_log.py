"""The event log: order, concurrent writers, the hash chain."""

from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import cast

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.competitions.events import ImportTakenBack
from engine.games.events import InterruptionProposed, TimeExceeded
from engine.ids import PersonId, Seat
from storage import log
from storage.codec import Encoded
from storage.db import Database, is_cut
from storage.errors import ConcurrentAppend, DamagedLog, UnknownEvent
from storage.schema import events
from storage.streams import NO_HASH, competition_stream
from tests.storage.queues.claims_shared import BREAK
from tools.postgres import PostgresServer

AT = datetime(2025, 5, 3, 8, 0, 0, 123456, tzinfo=UTC)
STREAM = "g/K7QF/1"


def event(days: int = 0) -> TimeExceeded:
    """Return an event that its number identifies."""
    return TimeExceeded(at=AT, by=Seat.RED, days=days)


async def broken_link(tx: AsyncConnection) -> log.BrokenLink | None:
    """Return the first row of the stream that does not fit."""
    return log.broken_link(STREAM, await log.rows_of(tx, STREAM))


async def test_what_is_appended_is_loaded_in_order(db: Database) -> None:
    """Events come back equal, numbered from 1, with their instants and hashes."""
    async with db.transaction() as tx:
        first = await log.append(tx, STREAM, 0, [event(1), event(2)], AT)
        second = await log.append(tx, STREAM, 2, [event(3)], AT + timedelta(days=1))
    async with db.reading() as tx:
        loaded = await log.load(tx, STREAM)

    assert loaded == [*first, *second]
    assert [row.seq for row in loaded] == [1, 2, 3]
    assert [row.event.days for row in loaded] == [1, 2, 3]
    assert loaded[2].at == AT + timedelta(days=1)


async def test_no_event_is_recorded_before_the_one_that_it_follows(db: Database) -> None:
    """A clock that was set back in between, or another machine's, is not followed."""
    async with db.transaction() as tx:
        (first,) = await log.append(tx, STREAM, 0, [event(1)], AT)
        known = log.Head(first.seq, first.hash, first.at)
        await log.append(tx, STREAM, 1, [event(2)], AT - timedelta(days=2), known=known)
        await log.append(tx, STREAM, 2, [event(3)], AT - timedelta(hours=2))
        loaded = await log.load(tx, STREAM)
        rows = await log.rows_of(tx, STREAM)

    assert [row.at for row in loaded] == [AT, AT, AT]
    assert log.broken_link(STREAM, rows) is None


async def test_a_game_can_be_loaded_as_it_was(db: Database) -> None:
    """`upto` leaves out every later event."""
    async with db.transaction() as tx:
        await log.append(tx, STREAM, 0, [event(n) for n in range(1, 6)], AT)
        loaded = await log.load(tx, STREAM, upto=3)

    assert [row.event.days for row in loaded] == [1, 2, 3]


async def test_streams_do_not_mix(db: Database) -> None:
    """Each has its own numbers, and a prefix lists it."""
    async with db.transaction() as tx:
        await log.append(tx, "g/A/1", 0, [event(1)], AT)
        await log.append(tx, "g/A/2", 0, [event(2)], AT)
        await log.append(tx, "g/A_1", 0, [event(3)], AT)
        await log.append(tx, "m/A", 0, [], AT)

        assert (await log.load(tx, "g/A/2"))[0].event.days == 2
        assert await log.streams(tx) == ["g/A/1", "g/A/2", "g/A_1"]
        assert await log.streams(tx, "g/A/") == ["g/A/1", "g/A/2"]
        assert await log.streams(tx, "g/A_") == ["g/A_1"]
        assert await log.streams(tx, "m/") == []


async def test_an_empty_stream_has_a_head_too(db: Database) -> None:
    """The head is event 0 at first, then the last event."""
    async with db.transaction() as tx:
        assert await log.head(tx, STREAM) == log.Head(0, NO_HASH)
        (stored,) = await log.append(tx, STREAM, 0, [event()], AT)
        assert await log.head(tx, STREAM) == log.Head(1, stored.hash)


@pytest.mark.parametrize("expected", [0, 1, 3])
async def test_a_decision_on_an_old_state_is_refused(db: Database, expected: int) -> None:
    """A writer that missed the last event must load again, and the log does not change."""
    async with db.transaction() as tx:
        await log.append(tx, STREAM, 0, [event(1), event(2)], AT)
    with pytest.raises(ConcurrentAppend) as refused:
        async with db.transaction() as tx:
            await log.append(tx, STREAM, expected, [event(9)], AT)

    assert (refused.value.expected, refused.value.found) == (expected, 2)
    async with db.reading() as tx:
        assert [row.event.days for row in await log.load(tx, STREAM)] == [1, 2]


async def test_a_row_that_came_first_is_never_overwritten(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If two writers see the old head, the table's key refuses the second."""
    async with db.transaction() as tx:
        await log.append(tx, STREAM, 0, [event(1)], AT)

    async def old_head(*_: object) -> log.Head:
        return log.Head()

    monkeypatch.setattr(log, "head", old_head)
    with pytest.raises(ConcurrentAppend):
        async with db.transaction() as tx:
            await log.append(tx, STREAM, 0, [event(9)], AT)


async def test_anyone_can_recompute_a_hash(db: Database) -> None:
    """The documented text, hashed separately, gives the stored hashes."""
    bucharest = timezone(timedelta(hours=3))
    async with db.transaction() as tx:
        rows = await log.append(
            tx, STREAM, 0, [event(1), InterruptionProposed(at=AT, by=Seat.BLUE)], AT
        )
        await log.append(tx, STREAM, 2, [event(2)], AT.astimezone(bucharest))
        assert await broken_link(tx) is None

    one = "\n".join(
        [
            STREAM,
            "1",
            "game.time_exceeded",
            "1",
            "2025-05-03T08:00:00.123456+00:00",
            "0" * 64,
            '{"at":"2025-05-03T08:00:00.123456+00:00","by":"red","days":1}',
        ]
    )
    two = "\n".join(
        [
            STREAM,
            "2",
            "game.interruption_proposed",
            "1",
            "2025-05-03T08:00:00.123456+00:00",
            sha256(one.encode()).hexdigest(),
            '{"at":"2025-05-03T08:00:00.123456+00:00","by":"blue"}',
        ]
    )

    assert [row.hash for row in rows] == [
        sha256(one.encode()).hexdigest(),
        sha256(two.encode()).hexdigest(),
    ]


@pytest.mark.parametrize(
    ("change", "seq", "reason"),
    [
        ("stream = 'g/OTHER' WHERE seq = 2", 2, "gap"),
        ("seq = 9 WHERE seq = 3", 3, "gap"),
        ("name = 'game.pass' WHERE seq = 2", 2, "hash"),
        ("version = 2 WHERE seq = 2", 2, "hash"),
        ("payload = replace(payload, '2}', '7}') WHERE seq = 2", 2, "hash"),
        ("at = '2025-05-03 08:00:00.123457' WHERE seq = 1", 1, "hash"),
        ("previous = hash WHERE seq = 2", 2, "previous"),
        ("hash = previous WHERE seq = 3", 3, "hash"),
    ],
)
async def test_any_change_in_the_log_is_found(
    db: Database, change: str, seq: int, reason: str
) -> None:
    """For any changed field the first bad row is named."""
    async with db.transaction() as tx:
        await log.append(tx, STREAM, 0, [event(n) for n in range(1, 5)], AT)
        await tx.execute(text(f"UPDATE events SET {change}"))  # noqa: S608  (literals above)

        assert await broken_link(tx) == log.BrokenLink(STREAM, seq, log.LinkFault(reason))


@pytest.mark.parametrize("seq", [1, 2, 3])
async def test_a_row_cut_out_is_found(db: Database, seq: int) -> None:
    """A missing row before the last leaves a gap."""
    async with db.transaction() as tx:
        await log.append(tx, STREAM, 0, [event(n) for n in range(1, 5)], AT)
        await tx.execute(events.delete().where(events.c.seq == seq))

        assert await broken_link(tx) == log.BrokenLink(STREAM, seq, log.LinkFault.GAP)


async def test_two_rows_exchanged_are_found(db: Database) -> None:
    """Exchanged rows break the chain."""
    async with db.transaction() as tx:
        await log.append(tx, STREAM, 0, [event(n) for n in range(1, 5)], AT)
        for old, new in ((2, 99), (3, 2), (99, 3)):
            await tx.execute(events.update().where(events.c.seq == old).values(seq=new))

        assert await broken_link(tx) == log.BrokenLink(STREAM, 2, log.LinkFault.PREVIOUS)


async def test_a_row_forged_with_its_hash_breaks_the_next_link(db: Database) -> None:
    """A recomputed hash requires all later ones to be recomputed."""
    async with db.transaction() as tx:
        stored = await log.append(tx, STREAM, 0, [event(n) for n in range(1, 4)], AT)
        row = (await tx.execute(select(events).where(events.c.seq == 2))).one()
        forged = Encoded(row.name, row.version, row.payload.replace("2}", "7}"))
        digest = log.link(STREAM, 2, forged, row.at, stored[0].hash)
        await tx.execute(
            events.update().where(events.c.seq == 2).values(payload=forged.payload, hash=digest)
        )

        assert await broken_link(tx) == log.BrokenLink(STREAM, 3, log.LinkFault.PREVIOUS)


@pytest.mark.parametrize(
    "value",
    [
        "at = 'yesterday'",
        "at = x'00ff'",
        "at = '2025-13-45 99:00:00.000000'",
        "payload = CAST(x'ff7b' AS TEXT)",
    ],
)
async def test_a_row_nobody_can_read_is_named(sqlite_url: str, value: str) -> None:
    """SQLite accepts anything in a column; the row is still named, and the log is not loaded."""
    async with Database(sqlite_url) as db, db.transaction() as tx:
        await log.append(tx, STREAM, 0, [event(n) for n in range(1, 4)], AT)
        await tx.execute(text(f"UPDATE events SET {value} WHERE seq = 2"))  # noqa: S608

        assert await broken_link(tx) == log.BrokenLink(STREAM, 2, log.LinkFault.UNREADABLE)
        with pytest.raises(DamagedLog, match="event 2"):
            await log.load(tx, STREAM)


async def test_a_lost_connection_is_no_damage_of_the_log_that_was_read(
    migrated_postgres: PostgresServer, postgres_url: str
) -> None:
    """The failure stays one after which the work is done again."""
    async with Database(postgres_url) as db:
        async with db.transaction() as tx:
            await log.append(tx, STREAM, 0, [event()], AT)
        async with db.transaction() as tx:
            await log.head(tx, STREAM)
            migrated_postgres.command(BREAK.format(postgres_url.rpartition("/")[2]))
            with pytest.raises(DBAPIError) as lost:
                await log.load(tx, STREAM)
            await tx.rollback()
    assert is_cut(lost.value)


class Failing:
    """A transaction whose statements fail, at last because its connection is lost."""

    def __init__(self, failures: int) -> None:
        self._failures = failures

    async def execute(self, *_: object) -> None:
        """Fail."""
        self._failures -= 1
        raise DBAPIError("", None, OSError(), connection_invalidated=not self._failures)


async def test_a_connection_lost_while_the_fault_is_sought_is_no_damage() -> None:
    """The work is done again, also if another statement had failed before."""
    for read, failures in ((log.load, 3), (log.rows_of, 2)):
        with pytest.raises(DBAPIError) as lost:
            await read(cast("AsyncConnection", Failing(failures)), STREAM)
        assert is_cut(lost.value)


async def test_a_refused_query_says_why_a_log_cannot_be_read(postgres_url: str) -> None:
    """PostgreSQL then refuses all later statements, which must not hide the reason."""
    async with Database(postgres_url) as db:
        for read in (log.load, log.rows_of):
            async with db.transaction() as tx:
                await tx.execute(text("ALTER TABLE events RENAME payload TO renamed"))
                with pytest.raises(DBAPIError, match="payload"):
                    await read(tx, STREAM)
                await tx.rollback()


async def test_the_latest_events_of_a_kind_include_those_of_older_names(db: Database) -> None:
    """An older log has an event under a name that is no longer written."""
    stream = competition_stream("CN25")
    restored = ImportTakenBack(at=AT, by=PersonId(1), reason="", restored=True)
    async with db.transaction() as tx:
        await log.append(tx, stream, 0, [restored], AT)
        await tx.execute(events.update().values(name="competition.import_restored", version=2))

        assert [stored.event for stored in await log.latest(tx, stream, [ImportTakenBack], 1)] == [
            restored
        ]


async def test_an_event_from_the_future_says_so(db: Database) -> None:
    """A later program's log is refused with the event's name."""
    async with db.transaction() as tx:
        await log.append(tx, STREAM, 0, [event()], AT)
        (row,) = await log.rows_of(tx, STREAM)
        assert row is not None
        later = Encoded("game.teleported", row.version, row.payload)
        digest = log.link(STREAM, 1, later, row.at, row.previous)
        await tx.execute(events.update().values(name=later.name, hash=digest))
        with pytest.raises(UnknownEvent, match=r"game\.teleported"):
            await log.load(tx, STREAM)


async def test_a_changed_event_is_never_read(db: Database) -> None:
    """A log is loaded whole and as recorded, or not at all; the error names the event."""
    async with db.transaction() as tx:
        first, _ = await log.append(tx, STREAM, 0, [event(), event()], AT)
        await tx.execute(events.update().where(events.c.seq == 2).values(payload="{}"))
        with pytest.raises(DamagedLog, match=f"{STREAM}: event 2 is not as it was recorded"):
            await log.load(tx, STREAM)
        with pytest.raises(DamagedLog):
            await log.load(tx, STREAM, after=log.Head(1, first.hash))
        assert len(await log.load(tx, STREAM, 1)) == 1


async def test_events_that_follow_another_one_are_not_read(db: Database) -> None:
    """Later events are loaded only if they follow the very event that the caller has."""
    async with db.transaction() as tx:
        first, second = await log.append(tx, STREAM, 0, [event(1), event(2)], AT)

        assert await log.load(tx, STREAM, after=log.Head(1, first.hash)) == [second]
        with pytest.raises(DamagedLog, match=f"{STREAM}: event 2 is not as it was recorded"):
            await log.load(tx, STREAM, after=log.Head(1, second.hash))


async def test_a_stream_name_cannot_smuggle_a_line(db: Database) -> None:
    """No field before the payload has a line feed, so the hashed text is unambiguous."""
    with pytest.raises(ValueError, match="line feed"):
        async with db.transaction() as tx:
            await log.append(tx, "g/A\n1", 0, [event()], AT)


async def test_an_instant_without_zone_is_refused(db: Database) -> None:
    """An instant without a zone could mean several, so it is refused."""
    with pytest.raises(Exception, match="time zone"):
        async with db.transaction() as tx:
            await log.append(tx, STREAM, 0, [event()], AT.replace(tzinfo=None))


async def test_several_streams_give_their_last_events_together(db: Database) -> None:
    """Each stream has its own head, and one without events has none; any number may be asked."""
    async with db.transaction() as tx:
        await log.append(tx, STREAM, 0, [event(1), event(2)], AT)
        await log.append(tx, "g/K7QF/2", 0, [event(3)], AT)

        both = await log.heads(tx, STREAM, "g/K7QF/2")
        assert both == [await log.head(tx, STREAM), await log.head(tx, "g/K7QF/2")]
        assert await log.heads(tx, "g/NONE/1", STREAM) == [log.Head(), both[0]]
        none = [f"g/{number}/1" for number in range(33_000)]
        assert await log.heads(tx, *none, STREAM) == [log.Head()] * len(none) + [both[0]]
        assert await log.two_heads(tx, "g/NONE/1", STREAM) == (log.Head(), both[0])


async def test_a_head_that_is_known_is_not_read_again_and_no_event_goes_over_another(
    db: Database,
) -> None:
    """Events follow the known head, and are refused if a later event exists."""
    async with db.transaction() as tx:
        await log.append(tx, STREAM, 0, [event(1)], AT)
        known = await log.head(tx, STREAM)
        await log.append(tx, STREAM, 1, [event(2)], AT, known=known)
        assert await broken_link(tx) is None
    with pytest.raises(ConcurrentAppend):
        async with db.transaction() as tx:
            await log.append(tx, STREAM, 1, [event(3)], AT, known=known)


async def test_the_newest_event_is_read_each_time(db: Database) -> None:
    """A connection sees events that were stored after its earlier reads."""
    async with db.transaction() as tx:
        assert await log.newest(tx) is None
        await log.append(tx, STREAM, 0, [event(1)], AT)
        assert await log.newest(tx) == AT
