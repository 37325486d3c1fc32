"""Copies of a database in use: complete, private, and limited in number."""

import asyncio
import os
import stat
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import storage.backup
from storage.backup import BROKEN, BackupCopy, copies, copy_file
from storage.backup import backup as made
from storage.db import Database
from storage.errors import BadDatabase
from storage.queues import inbox
from tests.databases import empty_database
from tools.postgres import PostgresServer

AT = datetime(2025, 5, 3, 1, 40, tzinfo=UTC)


async def good(copy: Path) -> Sequence[str]:
    """Accept an existing copy."""
    return () if there(copy) else ["nothing is there"]


def there(file: Path) -> bool:
    """Return whether a file is there, with something in it."""
    return file.exists() and file.stat().st_size > 0


async def bad(copy: Path) -> Sequence[str]:
    """Find an error in a copy."""
    return [f"{copy.name}: a page is lost"]


async def unread(copy: Path) -> None:
    """Never finish checking a copy."""
    del copy


async def backup(db: Database, folder: Path, at: datetime, *, keep: int) -> Path:
    """Make a copy that the check accepts."""
    copied = await made(db, folder, at, keep=keep, check=good)
    assert not copied.wrong
    return copied.file


async def filled(db: Database) -> None:
    """Store an update."""
    async with db.transaction() as tx:
        await inbox.store(tx, [inbox.RawUpdate(update_id=1, chat=7, raw="{}")], AT)


async def test_a_copy_made_while_somebody_writes_is_whole(sqlite_url: str, tmp_path: Path) -> None:
    """A copy has only committed data, and only its owner can read it."""
    async with Database(sqlite_url) as db:
        await filled(db)
        async with db.transaction() as tx:
            await inbox.store(tx, [inbox.RawUpdate(update_id=2, chat=7, raw="{}")], AT)
            file = await backup(db, tmp_path / "copies", AT, keep=3)

    assert file.name == "tur-retur-20250503T014000.sqlite"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    async with Database(f"sqlite:///{file}") as copy, copy.reading() as tx:
        assert (await inbox.counts(tx))["new"] == 1


@pytest.mark.parametrize("folder", ["a#b", "100% (2)"])
async def test_the_database_itself_is_copied_wherever_it_lies(folder: str, tmp_path: Path) -> None:
    """A character with a meaning in addresses is literal in the path."""
    there = tmp_path / folder
    there.mkdir()
    file = empty_database(there / "tr.sqlite")
    async with Database(f"sqlite:///{str(file).replace('%', '%25')}", create=False) as db:
        await filled(db)
        made = await backup(db, tmp_path / "copies", AT, keep=1)

    async with Database(f"sqlite:///{made}", create=False) as copy, copy.reading() as tx:
        assert (await inbox.counts(tx))["new"] == 1
    assert not (tmp_path / "a").exists()


async def test_only_so_many_copies_are_kept(sqlite_url: str, tmp_path: Path) -> None:
    """The oldest are deleted; other files stay."""
    other = tmp_path / "holiday.sqlite"
    other.touch()
    async with Database(sqlite_url) as db:
        made = [await backup(db, tmp_path, AT + timedelta(days=day), keep=2) for day in range(4)]

    assert [copy.file for copy in copies(tmp_path)] == made[2:]
    assert other.exists()


async def test_no_copy_is_dropped_for_one_that_is_not_good(sqlite_url: str, tmp_path: Path) -> None:
    """A bad one is renamed and kept apart, and all good ones stay."""
    async with Database(sqlite_url) as db:
        kept = [await backup(db, tmp_path, AT + timedelta(days=day), keep=2) for day in range(2)]
        nights = [AT + timedelta(days=day) for day in range(2, 8)]
        found = [await made(db, tmp_path, night, keep=2, check=bad) for night in nights]
        unsure = await made(db, tmp_path, AT + timedelta(days=8), keep=2, check=unread)
        before = copies(tmp_path)
        last = await backup(db, tmp_path, AT + timedelta(days=9), keep=2)

    assert [copy.file for copy in before] == [*kept, unsure.file]
    assert [copy.file for copy in copies(tmp_path)] == [unsure.file, last]
    assert list(map(there, (copied.file for copied in found))) == [False] * 3 + [True] * 3
    assert all(copied.file.name.startswith(BROKEN) for copied in found)
    assert all("a page is lost" in copied.wrong[0] for copied in found)


async def test_what_a_killed_backup_left_is_cleared_by_the_next(
    sqlite_url: str, tmp_path: Path
) -> None:
    """Its unfinished files are deleted, but not those of a running backup."""
    copies_ = tmp_path / "copies"
    copies_.mkdir()
    for left in ("tur-retur-20250502T014000.sqlite.part", "tur-retur-1.part-journal"):
        (copies_ / left).write_bytes(b"half")

    async def asked_meanwhile(copy: Path) -> Sequence[str]:
        with pytest.raises(BadDatabase, match=r"another program \(process \d+\) makes a copy"):
            await backup(db, copies_, AT + timedelta(days=1), keep=2)
        return await good(copy)

    async with Database(sqlite_url) as db:
        done = await made(db, copies_, AT, keep=2, check=asked_meanwhile)

    assert done == BackupCopy(file=copies_ / "tur-retur-20250503T014000.sqlite")
    assert list(copies_.iterdir()) == [done.file]


async def test_a_copy_that_fails_leaves_nothing_behind(sqlite_url: str, tmp_path: Path) -> None:
    """For a file that is no database there is one clear line, and no copy."""
    async with Database(sqlite_url) as db:
        _spoil(Path(sqlite_url.removeprefix("sqlite:///")))
        with pytest.raises(BadDatabase, match="cannot be copied"):
            await backup(db, tmp_path / "copies", AT, keep=2)

    assert list((tmp_path / "copies").iterdir()) == []


async def test_a_copy_that_was_deleted_meanwhile_is_not_made_again(
    sqlite_url: str, tmp_path: Path
) -> None:
    """After Ctrl-C the copying thread still runs; it leaves no file that others could read."""
    async with Database(sqlite_url) as database:
        with pytest.raises(BadDatabase):
            copy_file(database.file, tmp_path / "deleted.part")

    assert not (tmp_path / "deleted.part").exists()


async def test_a_server_is_dumped_and_can_be_restored(
    migrated_postgres: PostgresServer,
    postgres_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The server's own programs restore the same data."""
    monkeypatch.setenv("PATH", f"{migrated_postgres.programs}{os.pathsep}{os.environ['PATH']}")
    async with Database(postgres_url) as db:
        await filled(db)
        file = await backup(db, tmp_path / "copies", AT, keep=2)
        whole = file.read_bytes()
        monkeypatch.setattr("storage.backup._dump", _cut_short(storage.backup._dump))
        cut = await made(db, tmp_path / "copies", AT + timedelta(days=1), keep=1, check=good)
    assert file.read_bytes() == whole
    assert cut.file.name.startswith(BROKEN)
    migrated_postgres.command("CREATE DATABASE restored")
    migrated_postgres.run("pg_restore", "--no-owner", "-d", migrated_postgres.url("restored"), file)

    async with Database(migrated_postgres.url("restored")) as copy, copy.reading() as tx:
        assert (await inbox.counts(tx))["new"] == 1


async def test_a_servers_password_goes_to_pg_dump_by_its_environment_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the password nor asterisks are in the process's visible arguments."""
    seen = tmp_path / "seen"
    program = tmp_path / "pg_dump"
    program.write_text(f'#!/bin/sh\necho "$PGPASSWORD" "$@" > {seen}\nexit 1\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    async with Database("postgresql+asyncpg://ana:secret%21@db.example.org/season") as db:
        with pytest.raises(BadDatabase, match="pg_dump failed"):
            await backup(db, tmp_path / "copies", AT, keep=2)

    password, *_, address = seen.read_text("utf-8").split()
    assert (password, address) == ("secret!", "postgresql://ana@db.example.org/season")


async def test_a_stopped_program_leaves_no_dump_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stop or a lost lead at night ends `pg_dump`, too, and no part of the copy remains."""
    begun, program, folder = tmp_path / "begun", tmp_path / "pg_dump", tmp_path / "copies"
    os.mkfifo(begun)
    program.write_text(f"#!/bin/sh\necho $$ > {begun}\nexec sleep 1000\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    async with Database("postgresql+asyncpg://ana@db.example.org/season") as db:
        copying = asyncio.create_task(backup(db, folder, AT, keep=2))
        number = int(await asyncio.to_thread(begun.read_text))
        copying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await copying

    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
    assert not [*folder.iterdir()]


async def test_without_pg_dump_a_server_is_not_copied(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says that pg_dump is missing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    async with Database(postgres_url) as db:
        with pytest.raises(BadDatabase, match="pg_dump is not installed"):
            await backup(db, tmp_path / "copies", AT, keep=2)


def _cut_short(dumped: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Return a dump whose end is lost during the write."""

    async def cut(url: object, target: Path) -> None:
        await dumped(url, target)
        os.truncate(target, 2000)

    return cut


def _spoil(file: Path) -> None:
    file.write_bytes(b"not a database" * 100)
