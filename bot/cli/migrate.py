"""`turretur migrate`: bring the database to the schema of this version of the program."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.configuration import config_option, configured
from bot.cli.output import json_option, print_json, refuse

if TYPE_CHECKING:
    from storage.migrations import Migration


@click.command("migrate")
@config_option
@click.option("--url", help="The database's address, in place of the configured one.")
@json_option
def command(config_file: Path | None, url: str | None, as_json: bool) -> None:
    """Bring the database to the present schema: wholly, or not at all.

    An empty database gets its tables. One that is up to date is left as it is, and one made by a
    later version of the program is refused. Back the file up first: steps are not taken back.
    """
    from storage.errors import StorageError

    address = url or configured(config_file).storage.url
    try:
        done = asyncio.run(_migrate(address))
    except StorageError as error:
        refuse(f"{error}.")
    if as_json:
        print_json({"before": done.before, "after": done.after, "changed": done.changed})
    elif not done.changed:
        click.echo(f"The database is up to date: revision {done.after}.")
    elif done.before is None:
        click.echo(f"The database was empty and now has its tables: revision {done.after}.")
    else:
        click.echo(f"The database went from revision {done.before} to {done.after}.")


async def _migrate(address: str) -> "Migration":
    from storage.db import Database
    from storage.migrations import migrate

    async with Database(address) as db:
        return await migrate(db)
