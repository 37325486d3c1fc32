"""Removes deleted data from an SQLite file: earlier versions left it in free pages.

Every writer overwrites what it deletes (`storage.db`). A file that earlier versions wrote is
rewritten once, which blocks its writers for seconds; then it has a mark, SQLite's `user_version`.
"""

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from sqlalchemy.exc import DBAPIError

from storage.db import Database
from storage.errors import BadDatabase, reason_of

PATIENCE: Final = 15.0
"""The seconds for which `wipe` waits for other programs to release the write-ahead log."""
CLEAN: Final = 1
"""The mark of a file in which deleted data was always overwritten."""
_MOMENT: Final = 0.05
"""Seconds between two attempts."""


async def wipe(db: Database) -> None:
    """Remove erased data from the files of the database; other programs may keep working.

    Raises:
        BadDatabase: it was locked all the time, or the disk has no room for a second copy; retry
            later.
    """
    try:
        if db.shared:
            connection = await db.connection()
            try:
                await connection.exec_driver_sql("VACUUM")
            finally:
                await connection.close()
        else:
            await asyncio.to_thread(_wipe_file, db.file)
    except (sqlite3.Error, DBAPIError) as error:
        msg = f"{db} could not be rewritten: {reason_of(error)}"
        raise BadDatabase(msg) from error


async def rewrite_once(db: Database) -> None:
    """Rewrite an earlier version's file, which kept deleted data in free pages.

    Without room on the disk it stays; the first person who is forgotten then takes longer.
    """
    if not db.shared:
        with suppress(sqlite3.Error):
            await asyncio.to_thread(_rewrite_file_once, db.file)


def _rewrite_file_once(file: Path) -> None:
    with closing(_connected(file)) as connection:
        _rewrite_unless_clean(connection)


def _connected(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)


def _rewrite_unless_clean(connection: sqlite3.Connection) -> None:
    """Rewrite the file and mark it, unless it has the mark."""
    if connection.execute("PRAGMA user_version").fetchone()[0] != CLEAN:
        connection.execute("VACUUM")
        connection.execute(f"PRAGMA user_version = {CLEAN}")


def _wipe_file(file: Path) -> None:
    """Empty the write-ahead log, after a rewrite if needed; wait while readers still need it."""
    with closing(_connected(file)) as connection:
        _rewrite_unless_clean(connection)
        deadline = monotonic() + PATIENCE
        while _is_log_in_use(connection):
            if monotonic() > deadline:
                msg = "other programs read it all the time"
                raise sqlite3.OperationalError(msg)
            sleep(_MOMENT)


def _is_log_in_use(connection: sqlite3.Connection) -> bool:
    """Try to empty the write-ahead log; return whether another program prevented that."""
    row = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return bool(row[0])
