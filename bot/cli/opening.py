"""Open what a command works with: the configuration and the database that it names."""

import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from bot.cli.output import BAD_INPUT, complain, refuse

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config, ConfigError
    from bot.runtime.shared import BotSettings
    from storage.db import Database

DEFAULT_FILE = Path("config.toml")


def configured(config_file: Path | None) -> "Config":
    """Return the configuration, or end with status 2 and one line on stderr for each problem."""
    from bot.runtime.config.settings import ConfigError, load_config

    if config_file is None and DEFAULT_FILE.exists():
        config_file = DEFAULT_FILE
    try:
        return load_config(config_file)
    except ConfigError as error:
        refuse_configuration(error)


def address_of(url: str | None, config_file: Path | None) -> str:
    """Return the given address of the database, or the configured one.

    With an address the configuration is not read, so an error in it stops no such command.
    """
    return url or configured(config_file).storage.url


def refuse_configuration(error: "ConfigError") -> NoReturn:
    """End the command with status 2, and print one line on stderr for each problem."""
    for problem in error.problems:
        complain(problem)
    sys.exit(BAD_INPUT)


def bot_settings(config: "Config") -> "BotSettings":
    """Return what the bot's modules know of the configuration; the bot's own name is not known."""
    from bot.program.bot_settings import shared_of
    from bot.runtime.wordlists import WordLists

    return shared_of(config, WordLists(config), "")


@asynccontextmanager
async def database_at(address: str) -> "AsyncIterator[Database]":
    """Open an existing database that has the schema of this version of the program.

    Raises:
        StorageError: the database is missing, unreadable, or of another schema; nothing is changed.
    """
    from storage.db import Database
    from storage.migrations import expect_present

    async with Database(address, create=False) as database:
        await expect_present(database)
        yield database


@contextmanager
def refusing_word_list(folder: Path) -> Iterator[None]:
    """End the command with one line if a word list is missing or broken; `folder` has them."""
    from engine.words.lexicon import BrokenEdition, UnknownEdition

    try:
        yield
    except UnknownEdition as error:
        shown = f"`turretur lexicon list` shows those in {folder}"
        refuse(f"no word list is called {str(error)!r}; {shown}")
    except BrokenEdition as error:
        refuse(f"{error}")


@contextmanager
def refusing_unreadable(config: "Config") -> Iterator[None]:
    """End the command with one line if the database or a word list cannot be read as asked."""
    from engine.errors import EngineError
    from storage.errors import StorageError

    try:
        with refusing_word_list(config.lexicon.directory):
            yield
    except StorageError as error:
        refuse(f"{error}")
    except EngineError as error:
        from bot.texts.fault_texts import fault_text
        from bot.texts.i18n import load_catalogue

        if isinstance(error.__cause__, StorageError):  # a damaged log, which it names
            refuse(f"{error.__cause__}")
        refuse(load_catalogue("en").plain(fault_text(error.faults[0])))
