"""How the schema came to be, step by step, and bringing a database up to the present step.

Only `migrate` is for others. A new step is a module in `versions/`, begun by
`python -m storage.migrations MESSAGE` and finished by hand; `HEAD` names the last one, so that
start-up can see with one SELECT that nothing is due and never loads Alembic.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from storage.errors import BadDatabase, SchemaMismatch

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

    from storage.db import Database

HEAD = "0007"
"""The revision of `storage.schema`; a test holds it to the last module in `versions/`."""


@dataclass(frozen=True, slots=True)
class Migration:
    """From which revision (None: an empty database) to which a database was brought."""

    before: str | None
    after: str

    @property
    def changed(self) -> bool:
        """Say whether anything had to be done."""
        return self.before != self.after


async def revision(db: "Database") -> str | None:
    """Return the revision the database is at, None when it is empty.

    Raises:
        BadDatabase: the file is no database, or the server does not answer.
    """
    try:
        async with db.reading() as tx:
            return await tx.run_sync(_revision)
    except (DBAPIError, OSError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        msg = f"{db} cannot be read: {reason}"
        raise BadDatabase(msg) from error


async def migrate(db: "Database") -> Migration:
    """Bring the database to the present schema, wholly or not at all.

    Raises:
        SchemaMismatch: it was made by a later version of the program; nothing is changed.
        BadDatabase: the file is no database, or the server does not answer.
    """
    before = await revision(db)
    if before != HEAD:
        async with db.migration() as tx:
            before = await tx.run_sync(_upgrade)
    return Migration(before, HEAD)


def config() -> "Config":
    """Return Alembic's configuration for our steps."""
    from alembic.config import Config  # noqa: PLC0415  (slow to load, and hardly ever needed)

    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent))
    made.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
    return made


def _revision(connection: "Connection") -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: "Connection") -> str | None:
    """Run the steps that are missing, on this connection; return the revision before them."""
    from alembic import command  # noqa: PLC0415  (slow to load, and hardly ever needed)
    from alembic.util import CommandError  # noqa: PLC0415

    before = _revision(connection)
    made = config()
    made.attributes["connection"] = connection
    try:
        command.upgrade(made, HEAD)
    except CommandError as error:
        if before is None:
            raise
        raise SchemaMismatch(before) from error
    return before
