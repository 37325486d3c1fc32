"""The high-water mark beside an SQLite file: its claims, its checks, and its privacy."""

import json
import stat
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage import log
from storage.db import Database
from storage.high_water_mark import Mark, MarkFile, lost, mark_of
from storage.people import people
from storage.people.forgetting import forget
from storage.people.people import Habits
from storage.queues import inbox
from tests.databases import empty_database
from tests.spoilt import played_database

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)
ANA, ION = 7_311_987_654, 7_311_987_655


async def written(database: Database, number: int, chat: int) -> None:
    """Store an update from that chat."""
    async with database.transaction() as tx:
        row = inbox.RawUpdate(update_id=number, chat=chat, raw="{}")
        await inbox.store(tx, [row], AT)


async def marked(database: Database, marker: MarkFile, known: Mark | None = None) -> Mark:
    """Return the database's last numbers."""
    async with database.reading() as tx:
        return await mark_of(tx, marker, AT, known)


async def test_it_names_the_authors_of_what_an_older_database_does_not_have(tmp_path: Path) -> None:
    """Losses are named by chat after any number of queries, and existing data is not."""
    file = played_database(tmp_path / "bot.sqlite")
    marker, before = MarkFile(file, "1:token"), tmp_path / "old.sqlite"
    async with Database(f"sqlite:///{file}") as database:
        await written(database, 11, ANA)
        mark = await marked(database, marker)
    before.write_bytes(file.read_bytes())
    async with Database(f"sqlite:///{file}") as database:
        for number, chat in ((12, ION), (13, ION), (14, -100)):
            await written(database, number, chat)
            mark = await marked(database, marker, mark)
        assert mark == await marked(database, marker)
        marker.write(mark)
        assert marker.read() == mark
        async with database.reading() as tx:
            assert await lost(tx, mark) is None
    async with Database(f"sqlite:///{before}") as database, database.reading() as tx:
        loss = await lost(tx, mark)

    assert loss is not None
    assert (loss.updates, loss.after, loss.mark.update, loss.since) == (3, 11, 14, AT)
    assert loss.chats == {marker.number(ION), marker.number(-100)}


def test_a_mark_of_a_later_version_is_read(tmp_path: Path) -> None:
    """After a return to this version its start still finds a loss."""
    marker, mark = MarkFile(tmp_path / "bot.sqlite", "1:token"), Mark(at=AT.isoformat(), inbox=7)
    body = json.dumps({**asdict(mark), "added": 1})
    marker.file.write_text(f"{body}\n{marker._signature(body)}\n", encoding="utf-8")

    assert marker.read() == mark


async def test_old_updates_that_were_deleted_are_no_loss(tmp_path: Path) -> None:
    """After a month without updates the last one still shows that nothing is lost."""
    file = empty_database(tmp_path / "bot.sqlite")
    async with Database(f"sqlite:///{file}") as database:
        await written(database, 11, ANA)
        await written(database, 12, ION)
        mark = await marked(database, MarkFile(file, "1:token"))
        async with database.transaction() as tx:
            await inbox.mark_done(tx, 1, AT)
            await inbox.mark_done(tx, 2, AT)
            assert await inbox.prune(tx, AT + timedelta(days=1)) == 1
            assert await lost(tx, mark) is None


async def test_an_event_that_is_not_there_is_a_loss_though_updates_went_on(tmp_path: Path) -> None:
    """Another log with its number is not the lost one."""
    file = played_database(tmp_path / "bot.sqlite")
    marker = MarkFile(file, "1:token")
    async with Database(f"sqlite:///{file}") as database:
        mark = await marked(database, marker)
        assert mark.events > 0
        async with database.transaction() as tx:
            await tx.exec_driver_sql(f"DELETE FROM events WHERE stream = '{mark.stream}'")  # noqa: S608  (our own)
        await written(database, 11, ANA)
        async with database.reading() as tx:
            loss = await lost(tx, mark)
    assert loss is not None
    assert (loss.updates, loss.chats) == (0, frozenset())


async def test_a_forgotten_person_is_no_loss_and_their_number_is_nowhere(tmp_path: Path) -> None:
    """Their updates were deleted rightly, and the mark has only a keyed hash of their chat."""
    file = empty_database(tmp_path / "bot.sqlite")
    marker = MarkFile(file, "1:token")
    async with Database(f"sqlite:///{file}") as database:
        await written(database, 11, ANA)
        async with database.transaction() as tx:
            ana = await people.create(tx, "Ana Pop", HABITS, account=ANA, address=ANA)
        mark = await marked(database, marker)
        marker.write(mark)
        async with database.transaction() as tx:
            await forget(tx, ana.id, AT, "Jucător retras")
            assert (await log.streams(tx, "p/")) == [f"p/{ana.id}"]
        async with database.reading() as tx:
            assert await lost(tx, mark) is None
    assert str(ANA) not in marker.file.read_text(encoding="utf-8")
    assert stat.S_IMODE(marker.file.stat().st_mode) == 0o600


def test_only_our_own_marker_is_believed(tmp_path: Path) -> None:
    """A foreign, changed, partial or missing mark is ignored."""
    marker = MarkFile(tmp_path / "bot.sqlite", "1:token")
    assert marker.read() is None
    marker.write(Mark(at=AT.isoformat(), inbox=7))
    whole = marker.file.read_text(encoding="utf-8")
    assert marker.read() == Mark(at=AT.isoformat(), inbox=7)
    assert MarkFile(tmp_path / "bot.sqlite", "2:other").read() is None
    for wrong in (whole.replace(":7", ":8"), whole[:40], "", "{}", "\n\n"):
        marker.file.write_text(wrong, encoding="utf-8")
        assert marker.read() is None
