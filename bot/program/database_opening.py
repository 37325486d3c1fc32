"""Opens the bot's database: whether it may be used, its lock, and its present schema.

The steps have an order: `checked_database`, then `locked_database`, then `prepare`. Each takes what
the step before it returns.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.program.ending import check_after_break
from bot.runtime.config.settings import ConfigError
from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from storage.address import is_new, parsed
from storage.backup import try_folder
from storage.db import Database
from storage.errors import BadDatabase, ForeignDatabase
from storage.file_lock import database_lock
from storage.home import home_of, store_home, stored_home
from storage.migrations import HEAD, expect_known, migrate, touch

log = get_logger()


@dataclass(frozen=True, slots=True)
class CheckedDatabase:
    """The address of a database that this program may use; only `checked_database` makes it."""

    address: str


async def checked_database(address: str, *, here: bool) -> CheckedDatabase:
    """Check, without changing anything, that the database may be this program's.

    `here`: this place is right, though the database was run elsewhere. Any other problem is found
    when the database is opened.

    Raises:
        SchemaMismatch: a later version made it.
        ForeignDatabase: another program made it.
        BadDatabase: it is a copy of a database that was run elsewhere.
    """
    if not is_new(parsed(address)):
        await _expect_known(address)
        if not here:
            _expect_home(address)
    return CheckedDatabase(address)


async def _expect_known(address: str) -> None:
    """Raise an error if the database has a schema or tables that this program does not know."""
    try:
        async with Database(address, create=False) as database:
            await expect_known(database)
    except ForeignDatabase:
        raise
    except BadDatabase:
        return  # found again when the database is opened


def _expect_home(address: str) -> None:
    """Raise an error if the database is a file that was last run in another place."""
    url = parsed(address)
    if url.get_backend_name() != "sqlite":
        return
    file = Path(url.database or "")
    last = stored_home(file)
    if last is not None and last.is_other(home_of(file)):
        msg = (
            f"{file} was last run as {last.path}, or on another machine: if that program may still"
            " run, give this copy a bot of its own; if it is gone, `turretur run --here` once"
        )
        raise BadDatabase(msg)


@asynccontextmanager
async def locked_database(checked: CheckedDatabase, copies: Path | None) -> AsyncIterator[Database]:
    """Yield the database for this program alone, but not yet at the present schema.

    `copies` is the folder for copies. It is checked first, so that an operator does not learn only
    at night that it is not writable.

    Raises:
        ConfigError: the folder is not writable; nothing was changed.
        BadDatabase: the database is unusable, broken, or in use by another program.
    """
    if copies is not None:
        try:
            try_folder(copies)
        except OSError as error:
            raise ConfigError(f"backup.directory: {copies}: {error.strerror}") from error
    async with Database(checked.address, create=is_new(parsed(checked.address))) as database:
        with database_lock(database):
            await check_after_break(database)
            yield database


async def prepare(database: Database, present: str | None, copies: Path | None) -> None:
    """Bring a locked database from its `present` schema to ours, and remember where it is run.

    `present`: what `storage.migrations.revision` has returned under the lock.

    Raises:
        StorageError: it cannot be migrated or written.
    """
    if present != HEAD:
        await migrate(database, copies)
    await touch(database)
    if not database.shared:
        _remember_home(database.file)


def _remember_home(file: Path) -> None:
    """Remember where the file is run; without that, only a later copy of it is not noticed."""
    here = home_of(file)
    try:
        if stored_home(file) != here:
            store_home(file, here)
    except OSError as error:
        report(log, "the place of the database cannot be kept", error)
