"""The configuration as commands use it, found, loaded, or refused; and the database it names."""

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.output import BAD_INPUT

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config
    from storage.db import Database

DEFAULT_FILE = Path("config.toml")

config_option: Callable[[Any], Any] = click.option(
    "--config",
    "config_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Configuration; else config.toml where there is one, else the environment alone.",
)


database_option: Callable[[Any], Any] = click.option(
    "--database", "--url", "url", metavar="URL", help="The database's address, else as configured."
)


def configured(config_file: Path | None) -> "Config":
    """Return the configuration, or end with status 2 and one line on stderr for each problem."""
    from bot.runtime.config.settings import ConfigError, load_config

    if config_file is None and DEFAULT_FILE.exists():
        config_file = DEFAULT_FILE
    try:
        return load_config(config_file)
    except ConfigError as error:
        for problem in error.problems:
            click.echo(f"turretur: {problem}", err=True)
        sys.exit(BAD_INPUT)


@asynccontextmanager
async def database_at(address: str) -> "AsyncIterator[Database]":
    """Open a database that is there, and at the schema of this version of the program.

    Raises:
        StorageError: it is not, or cannot be read; nothing is made or changed.
    """
    from storage.db import Database
    from storage.migrations import expect_present

    async with Database(address, create=False) as database:
        await expect_present(database)
        yield database
