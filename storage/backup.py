"""Copies of the database while it is in use: one file a night, the oldest dropped.

An SQLite file is copied by SQLite itself, page by page, into a file that is whole in itself. A
PostgreSQL server is dumped by its own `pg_dump`, which must be installed. A copy gets its name only
when it is finished, so that a file of that name is always a whole copy.
"""

import asyncio
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from errno import ENOTDIR
from pathlib import Path
from typing import TYPE_CHECKING, Final

from storage.errors import BadDatabase

if TYPE_CHECKING:
    from sqlalchemy import URL

    from storage.db import Database

STEM: Final = "tur-retur-"
_UNFINISHED: Final = ".part"
_PAGES: Final = 2000
"""Pages copied at a time; in between others may write."""


async def backup(db: "Database", folder: Path, at: datetime, *, keep: int) -> Path:
    """Copy the database into the folder, keep that many copies there, and return the new one.

    The file is named after the instant in UTC; only the owner may read it: it holds personal data.

    Raises:
        BadDatabase: the database cannot be read, or `pg_dump` is missing or fails.
        OSError: the folder cannot be written to.
    """
    ending = ".dump" if db.shared else ".sqlite"
    file = folder / f"{STEM}{at.astimezone(UTC):%Y%m%dT%H%M%S}{ending}"
    part = file.with_name(file.name + _UNFINISHED)
    _begin(part)
    try:
        await _written(db, part)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    for old in copies(folder)[:-keep]:
        old.unlink()
    return file


def try_folder(folder: Path) -> None:
    """See that copies can be written to the folder, and make it; nothing is left in it.

    Raises:
        OSError: they cannot.
    """
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder))
    probe = folder / f"{STEM}{os.getpid()}{_UNFINISHED}"
    _begin(probe)
    probe.unlink(missing_ok=True)


async def set_aside(db: "Database", name: str, folder: Path | None = None) -> Path | None:
    """Copy the database once, under its own name with `.before-NAME` behind it.

    An SQLite file is copied beside itself, a server's database into the folder. Returns the copy,
    in place of any earlier one of that name; None for a server without a folder, whose operator has
    `turretur backup`.

    Raises:
        BadDatabase: it cannot be copied; nothing is left of the try.
    """
    source = Path(db.url.database or "")
    if db.shared:
        if folder is None:
            return None
        source = folder / source.name
    copy = source.with_name(f"{source.name}.before-{name}")
    part = copy.with_name(copy.name + _UNFINISHED)
    try:
        _begin(part)
        await _written(db, part)
        part.replace(copy)
    except OSError as error:
        msg = f"{db} cannot be copied to {copy}: {error.strerror}"
        raise BadDatabase(msg) from error
    finally:
        part.unlink(missing_ok=True)
    return copy


def copies(folder: Path) -> list[Path]:
    """Return the finished copies in the folder, the oldest first."""
    found = [*folder.glob(f"{STEM}*.sqlite"), *folder.glob(f"{STEM}*.dump")]
    return sorted(found, key=lambda file: file.stem)


def _begin(part: Path) -> None:
    """Make an empty file that nobody else may read."""
    part.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600))


async def _written(db: "Database", part: Path) -> None:
    """Write the database as it is now into that file."""
    if db.shared:
        await _dumped(db.url, part)
    else:
        await asyncio.to_thread(_copied, Path(db.url.database or ""), part)


def _copied(source: Path, target: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as there,
            closing(sqlite3.connect(target)) as here,
        ):
            there.backup(here, pages=_PAGES)
            here.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        msg = f"{source} cannot be copied: {error}"
        raise BadDatabase(msg) from error


async def _dumped(url: "URL", target: Path) -> None:
    """Have `pg_dump` write the database; the password goes by the environment, unseen."""
    plain = url.set(drivername="postgresql", password=None)
    arguments = ("--format=custom", "--no-owner", f"--file={target}")
    environment = os.environ | ({"PGPASSWORD": str(url.password)} if url.password else {})
    try:
        process = await asyncio.create_subprocess_exec(
            "pg_dump",
            *arguments,
            plain.render_as_string(),
            env=environment,
            stderr=asyncio.subprocess.PIPE,
        )
    except FileNotFoundError as error:
        msg = "pg_dump is not installed: a PostgreSQL database cannot be copied without it"
        raise BadDatabase(msg) from error
    _, said = await process.communicate()
    if process.returncode:
        msg = f"pg_dump failed: {' '.join(said.decode(errors='replace').split())}"
        raise BadDatabase(msg)
