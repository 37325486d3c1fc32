"""Copies of the database in use: one file a night; the oldest are deleted.

SQLite copies its own file page by page into a complete file. PostgreSQL's `pg_dump`, which must be
installed, dumps a server. A copy gets its name only once it is complete and checked, so a file of
that name is always a complete copy.
"""

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from errno import ENOTDIR
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import URL

from storage.db import Database
from storage.errors import BadDatabase, reason_of
from storage.file_lock import LockTaken, exclusive_lock

_INSTANT: Final = "%Y%m%dT%H%M%S"
"""The instant in the name of a copy, in UTC."""
STEM: Final = "tur-retur-"
"""The beginning of a copy's name."""
BROKEN: Final = "broken-"
"""The prefix of a copy that failed its check."""
_UNFINISHED: Final = ".part"
"""The suffix of a copy that is being made."""
_MOST_BROKEN: Final = 3
"""The number of copies with errors that stay."""
_PAGES: Final = 2000
"""Pages copied at a time; other tasks may write in between."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupCopy:
    """A copy, and the result of its check."""

    file: Path
    wrong: tuple[str, ...] = ()
    """The errors in the copy, one a line; a copy with errors has another name and replaces none."""


Check = Callable[[Path], Awaitable[Sequence[str] | None]]
"""Checks a copy: returns its errors as lines, or None if the check was impossible."""


async def backup(
    db: Database, folder: Path, at: datetime, *, keep: int, check: Check
) -> BackupCopy:
    """Copy the database into the folder, check the copy, and keep the last `keep` good ones.

    The file's name is the instant in UTC. Only its owner may read it, because it contains personal
    data. The name of a copy with errors begins with `BROKEN`. The function deletes older copies
    only after a good one.

    Raises:
        BadDatabase: the database cannot be read, `pg_dump` is missing or fails, or another program
            is making a copy there.
        OSError: the folder is not writable.
    """
    suffix = ".dump" if db.shared else ".sqlite"
    file = folder / f"{STEM}{at.astimezone(UTC):{_INSTANT}}{suffix}"
    _make_folder(folder)
    try:
        with exclusive_lock(folder / f"{STEM}backup.lock"):
            _delete_remains(folder)
            return await _copy_checked(db, file, keep, check)
    except LockTaken as other:
        msg = f"another program{other} makes a copy in {folder} just now"
        raise BadDatabase(msg) from None


async def _copy_checked(db: Database, file: Path, keep: int, check: Check) -> BackupCopy:
    """Copy the database beside the file, check the copy, and only then give it its name."""
    unfinished = file.with_name(file.name + _UNFINISHED)
    _create_private(unfinished)
    try:
        await _write(db, unfinished)
        errors = await (_errors_of_dump(unfinished) if db.shared else check(unfinished))
        if errors:
            file = file.with_name(BROKEN + file.name)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
    if errors:
        for old_copy in sorted(file.parent.glob(f"{BROKEN}{STEM}*"))[:-_MOST_BROKEN]:
            old_copy.unlink()
        return BackupCopy(file=file, wrong=tuple(errors))
    is_checked = errors is not None
    if is_checked:
        for outdated in copies(file.parent)[:-keep]:
            outdated.file.unlink()
    return BackupCopy(file=file)


def _delete_remains(folder: Path) -> None:
    """Delete the remains of a program that was killed while it made a copy."""
    for remains in folder.glob(f"{STEM}*{_UNFINISHED}*"):
        remains.unlink(missing_ok=True)


def try_folder(folder: Path) -> None:
    """Create the folder if needed, and check that it is writable; leave nothing in it.

    Raises:
        OSError: it is not writable.
    """
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder))
    probe = folder / f"{STEM}{os.getpid()}{_UNFINISHED}"
    _create_private(probe)
    probe.unlink(missing_ok=True)


async def set_aside(db: Database, name: str, folder: Path | None = None) -> Path | None:
    """Copy the database once, under its own name with the suffix `.before-NAME`.

    An SQLite file is copied beside itself, a server's database into the folder. Return the copy,
    which replaces an earlier one of that name. Return None for a server without a folder; its
    operator uses `turretur backup`.

    Raises:
        BadDatabase: it cannot be copied; no partial copy remains.
    """
    source = Path(db.url.database or "")
    if db.shared:
        if folder is None:
            return None
        source = folder / source.name
    copy = source.with_name(f"{source.name}.before-{name}")
    unfinished = copy.with_name(copy.name + _UNFINISHED)
    try:
        _create_private(unfinished)
        await _write(db, unfinished)
        unfinished.replace(copy)
    except OSError as error:
        msg = f"{db} cannot be copied to {copy}: {error.strerror}"
        raise BadDatabase(msg) from error
    finally:
        unfinished.unlink(missing_ok=True)
    return copy


class DatedCopy(NamedTuple):
    """A complete copy, and the instant that its name has."""

    at: datetime
    file: Path


def copies(folder: Path) -> list[DatedCopy]:
    """Return the complete copies in the folder, the oldest first; files of other names are none."""
    files = [*folder.glob(f"{STEM}*.sqlite"), *folder.glob(f"{STEM}*.dump")]
    dated = []
    for file in files:
        with suppress(ValueError):
            at = datetime.strptime(file.stem.removeprefix(STEM), _INSTANT).replace(tzinfo=UTC)
            dated.append(DatedCopy(at, file))
    return sorted(dated)


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _create_private(unfinished: Path) -> None:
    """Create an empty file that only its owner may read."""
    _make_folder(unfinished.parent)
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY, 0o600))


async def _write(db: Database, unfinished: Path) -> None:
    """Write the current database into that file."""
    if db.shared:
        await _dump(db.url, unfinished)
    else:
        await asyncio.to_thread(copy_file, Path(db.url.database or ""), unfinished)


def copy_file(source: Path, target: Path) -> None:
    """Copy an SQLite database and its write-ahead log into one complete file, which exists.

    Raises:
        BadDatabase: it cannot be read or written, or the target was deleted.
    """
    try:
        with (
            closing(opened(source, "ro")) as original,
            # SQLite would create a target that was deleted meanwhile, for everybody to read.
            closing(opened(target, "rw")) as copy,
        ):
            original.backup(copy, pages=_PAGES)
            copy.execute("PRAGMA journal_mode=DELETE")  # otherwise it needs a second file
    except sqlite3.Error as error:
        msg = f"{source} cannot be copied: {reason_of(error)}"
        raise BadDatabase(msg) from error


def opened(file: Path, mode: str) -> sqlite3.Connection:
    """Return a connection to an SQLite database that exists, in SQLite's mode `ro` or `rw`.

    Raises:
        sqlite3.Error: it cannot be opened.
    """
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True)


async def _errors_of_dump(dump: Path) -> Sequence[str] | None:
    """Return the errors that `pg_restore` finds in a dump; None if it did not finish."""
    try:
        ended = await _run("pg_restore", f"--file={os.devnull}", str(dump))
    except FileNotFoundError:
        return None
    if not ended.status:
        return ()
    if ended.status < 0:  # killed, which says nothing about the dump
        return None
    return ended.errors.splitlines() or [f"pg_restore: status {ended.status}"]


async def _dump(url: URL, target: Path) -> None:
    """Run `pg_dump` on the database; it reads the password from the environment."""
    # `url.set` would keep the password, and `pg_dump` would read the stars that hide it.
    without_password = url.create(
        "postgresql", url.username, None, url.host, url.port, url.database, url.query
    )
    arguments = ("--format=custom", "--no-owner", f"--file={target}")
    environment = os.environ | ({"PGPASSWORD": str(url.password)} if url.password else {})
    try:
        address = without_password.render_as_string()
        ended = await _run("pg_dump", *arguments, address, environment=environment)
    except FileNotFoundError as error:
        msg = "pg_dump is not installed: a PostgreSQL database cannot be copied without it"
        raise BadDatabase(msg) from error
    if ended.status:
        reason = " ".join(ended.errors.split())
        msg = f"pg_dump failed: {reason or f'status {ended.status}'}"
        raise BadDatabase(msg)


class _Ended(NamedTuple):
    """A process that has ended."""

    status: int
    """Its status; negative for a process that was killed."""
    errors: str
    """What it wrote to stderr."""


async def _run(*command: str, environment: dict[str, str] | None = None) -> _Ended:
    """Return the process once it has ended; one whose caller is cancelled is killed.

    `environment`: None for ours.

    Raises:
        FileNotFoundError: the program is not installed.
    """
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, stderr=asyncio.subprocess.PIPE
    )
    try:
        _, errors = await process.communicate()
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):  # it has just ended
                process.kill()
            await process.wait()
    return _Ended(await process.wait(), errors.decode(errors="replace"))
