"""A database with games in play, and ways to corrupt its file on the disk."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.support.many_matches import NOW, CopiedMatch, fill, pattern
from engine.ids import MatchCode, PersonId
from storage.db import Database
from tests.databases import empty_database

MATCHES = 12
PEOPLE = 6


def played_database(file: Path) -> Path:
    """Write an SQLite database with some matches in play, and return the file."""
    file.write_bytes(_content())
    return file


def without_page(file: Path, table: str) -> None:
    """Overwrite the first page of a table, so that none of its rows can be read."""
    with closing(sqlite3.connect(file)) as database:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = database.execute(query, (table,)).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as content:
        content.seek((page - 1) * size)
        content.write(b"\xff" * size)


def without_index_rows(file: Path, index: str, change: str) -> None:
    """Change the database while one index is hidden, so that the index is wrong afterwards."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA writable_schema = ON")
        row = database.execute("SELECT * FROM sqlite_master WHERE name = ?", (index,)).fetchone()
        database.execute("DELETE FROM sqlite_master WHERE name = ?", (index,))
        database.commit()
    with closing(sqlite3.connect(file)) as database:
        database.execute(change)
        database.execute("PRAGMA writable_schema = ON")
        database.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", row)
        database.commit()


@cache
def _content() -> bytes:
    # The caller may have a running event loop, so this one runs in another thread.
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as aside:
        file = empty_database(Path(folder) / "played.sqlite")
        aside.submit(asyncio.run, _play(f"sqlite:///{file}")).result()
        return file.read_bytes()


async def _play(url: str) -> None:
    day = timedelta(days=1)
    played = pattern(3, NOW - 5 * day, NOW - day)
    pairs = ((PersonId(2 + n % 4), PersonId(3 + n % 4)) for n in range(MATCHES))
    copies = [CopiedMatch(played, MatchCode(f"M{n}"), *pair) for n, pair in enumerate(pairs)]
    async with Database(url) as database:
        await fill(database, copies, range(1, PEOPLE + 1))
