"""Puts a copy in the place of an SQLite database; the replaced files are kept under dated names.

A write-ahead log belongs to its own database. Beside another one it damages that database, so it
always moves together with the file.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from storage.backup import copy_file
from storage.disk import wait_for_disk
from storage.errors import BadDatabase
from storage.queues.receipts import Receipts, file_beside
from storage.queues.sent_meanwhile import sent_meanwhile

_SQLITE_SUFFIXES: Final = ("", "-wal", "-shm", "-journal")
"""The suffixes of the files that SQLite writes."""
_SUFFIXES: Final = (*_SQLITE_SUFFIXES, ".damaged")
"""The suffixes of a database's own files.

The high-water mark and the receipts stay, because they are of all its copies.
"""
_STAGED: Final = ".restoring"
"""The suffix of the copy until it is in its place."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A file of the replaced database, and its new name."""

    before: Path
    after: Path


@contextmanager
def staged(copy: Path, database: Path) -> Iterator[Path]:
    """Yield a copy of the copy beside the database, with the owner of the replaced file.

    What the copy's own write-ahead log contains is part of it. The staged file is deleted at the
    end, unless `put_in_place` has moved it.

    Raises:
        BadDatabase: the copy is not there, is the database itself, or cannot be read.
    """
    if not copy.is_file():
        msg = f"{copy}: a folder, not a copy" if copy.is_dir() else f"no such copy: {copy}"
        raise BadDatabase(msg)
    if database.exists() and copy.samefile(database):
        msg = f"{copy} is the database in use: name a copy of it"
        raise BadDatabase(msg)
    staged_file = database.with_name(database.name + _STAGED)
    try:
        _clear(staged_file)
        os.close(os.open(staged_file, os.O_CREAT | os.O_WRONLY, 0o600))
        copy_file(copy, staged_file)
        _give_to_owner(staged_file, database)
        yield staged_file
    finally:
        _clear(staged_file)


def keep_receipts(staged_file: Path, database: Path) -> int:
    """Store receipts for what waits in the staged copy and was sent; return the number of messages.

    Without a database to be replaced there are none.

    Raises:
        BadDatabase: a file cannot be read, so that messages may be sent again.
        OSError: the receipts cannot be stored.
    """
    found = sent_meanwhile(staged_file, database) if database.exists() else []
    if found:
        file = file_beside(database)
        receipts = Receipts.at(file, more=len(found))
        for receipt in found:
            receipts.keep(receipt)
        receipts.close()
        _give_to_owner(file, database)
    return len(found)


def put_in_place(staged_file: Path, database: Path, at: datetime) -> list[SetAside]:
    """Move the database's files aside and the staged file into their place; return what moved.

    If the power fails in between, no file is lost: the program refuses to start on an incomplete
    database, and the command can be repeated.

    Raises:
        OSError: a file cannot be moved; the database is as before.
    """
    wait_for_disk(staged_file)
    moved: list[SetAside] = []
    name = _free_name(database, at)
    try:
        for suffix in _SUFFIXES:
            present = database.with_name(database.name + suffix)
            if present.exists():
                moved.append(SetAside(present, present.rename(database.with_name(name + suffix))))
        staged_file.rename(database)
    except OSError:
        for set_aside in reversed(moved):
            with suppress(OSError):
                set_aside.after.rename(set_aside.before)
        raise
    wait_for_disk(database.parent)
    return moved


def _free_name(database: Path, at: datetime) -> str:
    """Return the replaced database's new name: dated, and unused."""
    dated = f"{database.name}.replaced-{at.astimezone(UTC):%Y%m%dT%H%M%S}"
    name, number = dated, 1
    while any(database.with_name(name + suffix).exists() for suffix in _SUFFIXES):
        number += 1
        name = f"{dated}-{number}"
    return name


def _clear(staged_file: Path) -> None:
    for suffix in _SQLITE_SUFFIXES:
        staged_file.with_name(staged_file.name + suffix).unlink(missing_ok=True)


def _give_to_owner(file: Path, database: Path) -> None:
    """Give a file that root has made to the user of the bot, who could not read it otherwise."""
    if os.geteuid() == 0:
        owner = (database if database.exists() else database.parent).stat()
        os.chown(file, owner.st_uid, owner.st_gid)
