"""`turretur migrate`: bring the database to the schema of this version of the program."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.opening import address_of, configured
from bot.cli.options import config_option, database_option, json_option
from bot.cli.output import print_json, printable, refuse

if TYPE_CHECKING:
    from storage.migrations import Migration, MigrationStep


@click.command("migrate")
@config_option
@database_option
@click.option("--dry-run", is_flag=True, help="Try it, print what would be done, and undo it.")
@json_option
def command(config_file: Path | None, url: str | None, dry_run: bool, as_json: bool) -> None:
    """Update the database to this version's schema; an error changes nothing.

    An empty database gets its tables. A database that is up to date is not changed, and one from a
    later version of the program is refused. First an SQLite file is copied beside itself, and a
    PostgreSQL database is dumped by pg_dump into the configured folder of backups. Stop the bot
    first.
    """
    import asyncio

    from storage.errors import StorageError

    address = address_of(url, config_file)
    try:
        if dry_run:
            _show_rehearsal(*asyncio.run(_rehearse(address)), as_json=as_json)
            return
        migration = asyncio.run(_migrate(address, config_file))
    except StorageError as error:
        refuse(f"{error}")
    _show(migration, as_json=as_json)


def _show(migration: "Migration", *, as_json: bool) -> None:
    """Print what was changed, and where the copy of the old database is."""
    if as_json:
        copy = {"copy": str(migration.copy)} if migration.copy else {}
        revisions = {"before": migration.before, "after": migration.after}
        print_json({**revisions, "changed": migration.changed, **copy})
    elif not migration.changed:
        click.echo(f"The database is up to date: revision {migration.after}.")
    elif migration.before is None:
        click.echo(f"The database was empty and now has its tables: revision {migration.after}.")
    else:
        click.echo(f"The database went from revision {migration.before} to {migration.after}.")
        copied = f"copied to {printable(migration.copy)}" if migration.copy else "not copied"
        why = "" if migration.copy else ", because there is no backup.directory"
        click.echo(f"The old database was {copied}{why}.")


async def _migrate(address: str, config_file: Path | None) -> "Migration":
    """Bring the database at that address to the present schema, under its lock."""
    from storage.address import is_new, parsed
    from storage.db import Database
    from storage.file_lock import database_lock
    from storage.migrations import HEAD, Migration, migrate, revision

    async with Database(address, create=is_new(parsed(address))) as db:
        if await revision(db) == HEAD:
            return Migration(HEAD, HEAD)
        # An SQLite file is copied beside itself, so only PostgreSQL needs the configured folder.
        copies = configured(config_file).backup.directory if db.shared else None
        with database_lock(db):
            return await migrate(db, copies)


async def _rehearse(address: str) -> "tuple[Migration, list[MigrationStep]]":
    """Try the migration and undo it; return its result and its steps."""
    from storage.db import Database
    from storage.migrations import rehearse, steps

    async with Database(address, create=False) as db:
        rehearsal = await rehearse(db)
    return rehearsal, steps(rehearsal.before)


def _show_rehearsal(
    rehearsal: "Migration", missing: "list[MigrationStep]", *, as_json: bool
) -> None:
    """Print the steps of a migration, which has been tried and rolled back."""
    if as_json:
        listed = [{"revision": step.revision, "about": step.about} for step in missing]
        print_json({"before": rehearsal.before, "after": rehearsal.after, "steps": listed})
        return
    for step in missing:
        click.echo(f"{step.revision}  {step.about}")
    if missing:
        click.echo("These steps would be taken. They were tried and undone: nothing is changed.")
    else:
        click.echo(f"Nothing would be done: the database is at revision {rehearsal.after}.")
