"""Migrations: the steps of the schema, and the code that brings a database to the present one.

`python -m storage.migrations MESSAGE` drafts a new step in `versions/`, which a developer then
completes. `HEAD` names the last step, so that a start needs one SELECT and does not load Alembic.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from storage.backup import set_aside
from storage.errors import BadDatabase, ForeignDatabase, SchemaMismatch, reason_of
from storage.lead import leading
from storage.overwriting import rewrite_once
from storage.schema import events, inbox, outbox

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.db import Database

HEAD = "0039"
"""The revision of `storage.schema`; a test compares it with the last module in `versions/`."""
BASELINE = "0029"
"""The schema of release 0.3.0, the first step; earlier databases are upgraded through it."""
_REVISIONS = "alembic_version"
"""The table in which Alembic stores the revision; other programs have one, too."""
_OURS = {_REVISIONS, events.name, inbox.name, outbox.name}
"""Tables that every version of this program has, from the first step on."""
_IN_FILE = text(
    "SELECT name FROM sqlite_master"
    " WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
)
_NAMED = 3
"""The number of foreign tables that an error names."""


@dataclass(frozen=True, slots=True)
class Migration:
    """The revisions before (None: an empty database) and after a migration."""

    before: str | None
    after: str
    copy: Path | None = None
    """The copy of the database before the migration; None if it was empty or not copied."""

    @property
    def changed(self) -> bool:
        """Return whether a step was necessary."""
        return self.before != self.after


async def revision(db: "Database") -> str | None:
    """Return the revision of the database, or None if it is empty.

    It only reads, because a write would change the header of another program's file.

    Raises:
        BadDatabase: the file is no database, it has tables of another program, or the server does
            not answer.
    """
    try:
        async with db.reading() as tx:
            tables = await tx.run_sync(_refuse_foreign, db)
            return await tx.run_sync(_stored_revision) if _REVISIONS in tables else None
    except (DBAPIError, OSError, ValueError) as error:  # ValueError: text that cannot be decoded
        msg = f"{db} cannot be read: {reason_of(error)}"
        raise BadDatabase(msg) from error


async def expect_present(db: "Database") -> None:
    """Check that the database has the present schema, before it is read.

    Raises:
        SchemaMismatch: it was made by a later version of the program.
        BadDatabase: it has an earlier schema, belongs to another program, or cannot be read.
    """
    present = await revision(db)
    if present is None:
        msg = f"{db} is empty, or not a database of this program"
        raise BadDatabase(msg)
    if present != HEAD and steps(present):
        msg = f"{db} is at schema {present}, this program's is {HEAD}: run `turretur migrate` first"
        raise BadDatabase(msg)


async def expect_known(db: "Database") -> None:
    """Check that the database is empty, at the present schema, or at one that can be migrated.

    Raises:
        SchemaMismatch: it was made by a later version of the program.
        ForeignDatabase: it has tables of another program.
        BadDatabase: it cannot be read.
    """
    stored = await revision(db)
    if stored not in {None, HEAD}:
        steps(stored)  # raises for an unknown one


async def touch(db: "Database") -> None:
    """Write a value without effect, to test that the database is writable.

    Raises:
        BadDatabase: the disk is full, the file is read-only, the server is unreachable.
    """
    try:
        async with db.transaction() as tx:
            await tx.execute(text("UPDATE alembic_version SET version_num = version_num"))
    except (DBAPIError, OSError) as error:
        msg = f"{db} cannot be written to: {reason_of(error)}"
        raise BadDatabase(msg) from error


async def migrate(db: "Database", folder: Path | None = None) -> Migration:
    """Bring the database to the present schema, completely or not at all.

    A database with content is copied first: a file beside itself, a server's database into the
    folder, if given. Of several programs that start at once, one migrates and the others wait.

    Raises:
        SchemaMismatch: it was made by a later version of the program; nothing is changed.
        BadDatabase: the file is no database or cannot be copied, it has tables of another program,
            a running program uses it, or the server does not answer.
    """
    before, copy = await revision(db), None
    if before != HEAD:
        async with db.migration() as tx:
            await tx.run_sync(_refuse_foreign, db)
            before = await tx.run_sync(_revision)
            await _refuse_under_another(tx, db, before)
            if before is not None and steps(before):
                copy = await set_aside(db, before, folder)
            await tx.run_sync(_upgrade)
        await rewrite_once(db)
    return Migration(before, HEAD, copy)


async def rehearse(db: "Database") -> Migration:
    """Apply every missing step and roll all of them back, so that nothing changes.

    Raises:
        SchemaMismatch, BadDatabase: as `migrate` would.
    """
    before = await revision(db)
    if before != HEAD:
        with suppress(_RollBack):
            async with db.migration() as tx:
                await tx.run_sync(_refuse_foreign, db)
                await _refuse_under_another(tx, db, before)
                await tx.run_sync(_upgrade)
                raise _RollBack
    return Migration(before, HEAD)


class _RollBack(Exception):  # noqa: N818  (no error: it rolls a transaction back)
    """The exception that ends a rehearsal and so rolls back its writes."""


@dataclass(frozen=True, slots=True)
class MigrationStep:
    """One step: its revision and its subject."""

    revision: str
    about: str
    """The first line of the step's docstring."""


def steps(before: str | None) -> list[MigrationStep]:
    """Return the steps from that revision to the present one, in order.

    Raises:
        SchemaMismatch: this version does not know that revision.
    """
    from alembic.script import ScriptDirectory  # noqa: PLC0415  (slow to load, and rarely needed)
    from alembic.script.revision import RevisionError  # noqa: PLC0415

    scripts = ScriptDirectory.from_config(config())
    try:
        missing = list(scripts.iterate_revisions(HEAD, before or "base"))
    except RevisionError as error:
        raise _unknown(before or "") from error
    return [MigrationStep(script.revision, script.doc or "") for script in reversed(missing)]


def config() -> "Config":
    """Return Alembic's configuration for the steps of this package."""
    from alembic.config import Config  # noqa: PLC0415  (slow to load, and rarely needed)

    alembic_config = Config()
    alembic_config.set_main_option("script_location", str(Path(__file__).parent))
    alembic_config.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
    return alembic_config


def _revision(connection: "Connection") -> str | None:
    """Return the revision of the database, or None if it is empty."""
    return _stored_revision(connection) if inspect(connection).has_table(_REVISIONS) else None


def _stored_revision(connection: "Connection") -> str | None:
    """Return the revision in Alembic's table, which exists."""
    query = text("SELECT version_num FROM alembic_version")
    stored: str | None = connection.execute(query).scalar()
    return stored


def _refuse_foreign(connection: "Connection", db: "Database") -> set[str]:
    """Refuse a database with tables of another program; the error names some of them.

    Return the names of all tables, and of views in a file.
    """
    if db.shared:  # at a server, extensions put views of their own into an empty database
        tables = set(inspect(connection).get_table_names())
    else:  # each start asks, and SQLAlchemy's own queries take several times as long
        tables = set(connection.execute(_IN_FILE).scalars())
    if tables <= {_REVISIONS} or tables >= _OURS:
        return tables
    names = sorted(tables)
    named = ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
    msg = f"{db} has tables of another program ({named}): give an empty database, or one of ours"
    raise ForeignDatabase(msg)


async def _refuse_under_another(tx: "AsyncConnection", db: "Database", before: str | None) -> None:
    """Refuse to change a server's tables while a program of another version uses them."""
    if before in {None, HEAD}:
        return
    leader = await leading(tx, db)
    if leader is not None:
        msg = (
            f"{leader} is at work at {db}: stop it first, since an earlier version cannot"
            " use the new tables; if it is gone for good, end its connection with"
            f" SELECT pg_terminate_backend({leader.number})"
        )
        raise BadDatabase(msg)


def _unknown(stored: str) -> SchemaMismatch:
    """Return the error for a revision without a step here: an early release's or a later one's."""
    return SchemaMismatch(stored, is_earlier=stored < BASELINE)


def _upgrade(connection: "Connection") -> None:
    """Run the missing steps on this connection."""
    from alembic import command  # noqa: PLC0415  (slow to load, and rarely needed)
    from alembic.util import CommandError  # noqa: PLC0415

    before = _revision(connection)
    alembic_config = config()
    alembic_config.attributes["connection"] = connection
    try:
        command.upgrade(alembic_config, HEAD)
    except CommandError as error:
        if before is None:
            raise
        raise _unknown(before) from error
