"""The check of a copy of an SQLite database before it may replace the database."""

import shutil
import tempfile
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from bot.service.pure.folds import Folds
from storage.address import address_of
from storage.db import Database
from storage.errors import BadDatabase, reason_of
from storage.migrations import HEAD, migrate, revision
from storage.verify import VerifyReport, verify


async def check_copy(part: Path, copy: Path) -> VerifyReport:
    """Return the errors in a copy; one of an earlier version is migrated for the check alone.

    `part` is the file to open, which stays as it is; errors name `copy`.

    Raises:
        BadDatabase: it is no database of this program, or cannot be read.
    """
    with tempfile.TemporaryDirectory(dir=part.parent, prefix="restoring-") as folder:
        try:
            async with Database(address_of(part), create=False) as as_copied:
                copied_revision = await revision(as_copied)
            if copied_revision is None:
                msg = f"{copy} is empty, or not a database of this program"
                raise BadDatabase(msg)
            checked = part if copied_revision == HEAD else Path(shutil.copy(part, folder))
            async with Database(address_of(checked), create=False) as opened:
                if copied_revision != HEAD:
                    await migrate(opened)
                async with opened.reading() as tx:
                    return await verify(tx, Folds())
        except DBAPIError as error:
            msg = f"{copy} cannot be read: {reason_of(error)}"
            raise BadDatabase(msg) from error
