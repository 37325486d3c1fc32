"""A season's database put back to its beginning: the marker beside it must know, and never lie.

That it never claims what was not committed is tried at every start after a kill: a program whose
marker knows more than its database does not start.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.db import Database
from storage.marker import Marker, lost


def copied(file: Path) -> Path:
    """Copy the database as it is now, and return the copy."""
    copy = file.with_name("beginning.sqlite")
    with closing(sqlite3.connect(file)) as there, closing(sqlite3.connect(copy)) as here:
        there.backup(here)
    return copy


async def unnoticed(database: Database, beginning: Path, token: str) -> list[str]:
    """Return what the marker says wrongly of the present database, or does not say of the copy."""
    mark = Marker(database.file, token).read()
    if mark is None:
        return ["there is no marker"]
    async with database.reading() as tx:
        ahead = await lost(tx, mark)
    async with Database(f"sqlite:///{beginning}") as old, old.reading() as tx:
        loss = await lost(tx, mark)
    wrong = [f"the marker claims what is not there: {ahead}"] if ahead else []
    if loss is None or not loss.updates or not loss.chats:
        wrong.append(f"the marker does not notice an old copy: {loss}")
    return wrong
