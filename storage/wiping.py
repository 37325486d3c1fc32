"""What was erased is gone from the database's files, too.

A database leaves what was erased where it stood until something else takes its place: SQLite in
the free room of its pages and in the write-ahead log, a server in rows that nobody sees any more.
What a disk keeps of a file's former blocks, and what backups keep, is out of reach here.
"""

import asyncio
import sqlite3
from contextlib import closing
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import DBAPIError

from storage.errors import BadDatabase, reason_of

if TYPE_CHECKING:
    from pathlib import Path

    from storage.db import Database

PATIENCE: Final = 15.0
"""Seconds in which others must have let go of the write-ahead log."""
_MOMENT: Final = 0.05


async def wipe(db: "Database") -> None:
    """Write the database anew without what was erased; others may be at work at it.

    Raises:
        BadDatabase: it could not be, and may be tried again: somebody holds it all the time, or the
            disk has no room for a second copy.
    """
    try:
        if db.shared:
            connection = await db.connection()
            try:
                await connection.exec_driver_sql("VACUUM")
            finally:
                await connection.close()
        else:
            await asyncio.to_thread(_rewritten, db.file)
    except (sqlite3.Error, DBAPIError) as error:
        msg = f"{db} could not be written anew: {reason_of(error)}"
        raise BadDatabase(msg) from error


def _rewritten(file: "Path") -> None:
    with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as connection:
        connection.execute("VACUUM")
        until = monotonic() + PATIENCE
        while (connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())[0]:
            if monotonic() > until:
                msg = "somebody reads it all the time"
                raise sqlite3.OperationalError(msg)
            sleep(_MOMENT)
