"""Copies of a database in use: whole, private, and only so many."""

import os
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage import inbox
from storage.backup import backup, copies
from storage.db import Database
from storage.errors import BadDatabase
from tests.databases import empty_database
from tools.postgres import Server

AT = datetime(2025, 5, 3, 1, 40, tzinfo=UTC)


async def filled(db: Database) -> None:
    """Store an update."""
    async with db.transaction() as tx:
        await inbox.store(tx, [inbox.RawUpdate(update_id=1, chat=7, raw="{}")], AT)


async def test_a_copy_made_while_somebody_writes_is_whole(sqlite_url: str, tmp_path: Path) -> None:
    """It holds what was committed by then, nothing of what was not, and only its owner reads it."""
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
    """A sign that means something in an address is in the path like any other."""
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
    """The oldest go; what is not a copy of ours stays."""
    other = tmp_path / "holiday.sqlite"
    other.touch()
    async with Database(sqlite_url) as db:
        made = [await backup(db, tmp_path, AT + timedelta(days=day), keep=2) for day in range(4)]

    assert copies(tmp_path) == made[2:]
    assert other.exists()


async def test_a_copy_that_fails_leaves_nothing_behind(sqlite_url: str, tmp_path: Path) -> None:
    """Not a database any more: one clear line, no file that looks like a copy."""
    async with Database(sqlite_url) as db:
        _spoil(Path(sqlite_url.removeprefix("sqlite:///")))
        with pytest.raises(BadDatabase, match="cannot be copied"):
            await backup(db, tmp_path / "copies", AT, keep=2)

    assert list((tmp_path / "copies").iterdir()) == []


async def test_a_server_is_dumped_and_can_be_restored(
    migrated_postgres: Server, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the server's own programs; what comes back is what was there."""
    monkeypatch.setenv("PATH", f"{migrated_postgres.programs}{os.pathsep}{os.environ['PATH']}")
    async with Database(postgres_url) as db:
        await filled(db)
        file = await backup(db, tmp_path / "copies", AT, keep=2)
    migrated_postgres.command("CREATE DATABASE restored")
    migrated_postgres.run("pg_restore", "--no-owner", "-d", migrated_postgres.url("restored"), file)

    async with Database(migrated_postgres.url("restored")) as copy, copy.reading() as tx:
        assert (await inbox.counts(tx))["new"] == 1


async def test_without_pg_dump_a_server_is_not_copied(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says what is missing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    async with Database(postgres_url) as db:
        with pytest.raises(BadDatabase, match="pg_dump is not installed"):
            await backup(db, tmp_path / "copies", AT, keep=2)


def _spoil(file: Path) -> None:
    file.write_bytes(b"not a database" * 100)
