"""An SQLite file allows one running program; a server may have many."""

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from storage.db import Database
from storage.errors import BadDatabase
from storage.file_lock import database_lock


async def test_a_file_has_one_program_at_a_time(sqlite_url: str) -> None:
    """The second reads which to stop; the first leaves nothing behind when it ends."""
    async with Database(sqlite_url) as first, Database(sqlite_url) as second:
        for _ in range(2):
            with database_lock(first), pytest.raises(BadDatabase) as refused, database_lock(second):
                pytest.fail("two programs at one file")
            assert f"(process {os.getpid()})" in str(refused.value)
        with database_lock(second):
            pass


async def test_a_file_has_one_program_whatever_it_is_called(
    sqlite_url: str, tmp_path: Path
) -> None:
    """A link to it, or to its folder, counts as the same file."""
    (tmp_path / "link.db").symlink_to(tmp_path / "tur.db")
    (tmp_path / "folder").symlink_to(tmp_path)
    async with Database(sqlite_url) as first:
        for name in ("link.db", "folder/tur.db"):
            async with Database(f"sqlite:///{tmp_path}/{name}") as second:
                with database_lock(first), pytest.raises(BadDatabase), database_lock(second):
                    pytest.fail("two programs at one file")


async def test_a_hard_link_elsewhere_is_the_same_file(sqlite_url: str, tmp_path: Path) -> None:
    """A second name in another folder does not let a second program in."""
    async with Database(sqlite_url) as first:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "copy.db").hardlink_to(tmp_path / "tur.db")
        async with Database(f"sqlite:///{tmp_path}/elsewhere/copy.db") as second:
            with database_lock(first), pytest.raises(BadDatabase, match="another name of it"):  # noqa: SIM117
                with database_lock(second):
                    pytest.fail("two programs at one file")
            with database_lock(second):
                pass


async def test_what_a_killed_program_leaves_behind_holds_nobody_up(
    sqlite_url: str, tmp_path: Path
) -> None:
    """Its lock file may remain, but the system has released the lock."""
    left = tmp_path / "tur.db.lock"
    left.write_text("4711\n", encoding="ascii")
    async with Database(sqlite_url) as database:
        with database_lock(database):
            assert left.read_text(encoding="ascii") == f"{os.getpid()}\n"
    assert not left.exists()


async def test_a_lock_that_cannot_be_made_is_named(sqlite_url: str, tmp_path: Path) -> None:
    """One line names the file."""
    (tmp_path / "tur.db.lock").mkdir()
    async with Database(sqlite_url) as database:
        with (
            pytest.raises(BadDatabase, match=r"tur\.db\.lock: Is a directory"),
            database_lock(database),
        ):
            pytest.fail("nothing was locked")


async def test_a_server_has_many_programs(postgres_url: str) -> None:
    """The server decides which leads."""
    async with Database(postgres_url) as first, Database(postgres_url) as second:
        with ExitStack() as both:
            both.enter_context(database_lock(first))
            both.enter_context(database_lock(second))
