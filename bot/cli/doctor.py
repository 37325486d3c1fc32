"""`turretur doctor`: check everything that the bot needs, and say what to do."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.options import config_option, json_option
from bot.cli.output import answer_no, print_json, printable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from bot.cli.diagnosis.check_lines import CheckLine
    from bot.runtime.config.settings import Config


@click.command("doctor")
@config_option
@click.option(
    "--offline",
    is_flag=True,
    help="Check only this machine, without Telegram and the public address.",
)
@json_option
def command(config_file: Path | None, offline: bool, as_json: bool) -> None:
    """Check everything that the bot needs, and say what to do.

    Python and libraries, configuration, token, Telegram, clock, a second program with this token,
    disk, database, last copy (tried in a temporary folder), what strangers fetch at the public
    address, certificate, word list, permissions. Changes nothing. Ends with status 1 if something
    must be done.
    """
    import asyncio

    from bot.cli.diagnosis.check_lines import CheckState

    lines = asyncio.run(_all_lines(config_file, offline=offline))
    if as_json:
        print_json([asdict(line) for line in lines])
    else:
        for line in lines:
            for text in line.shown():
                click.echo(printable(text))
    if any(line.state is CheckState.WRONG for line in lines):
        answer_no()


async def _all_lines(config_file: Path | None, *, offline: bool) -> "list[CheckLine]":
    """Return the lines of all checks, or of the configuration alone if it cannot be read."""
    from bot.cli.diagnosis.check_lines import fine, wrong
    from bot.cli.opening import DEFAULT_FILE
    from bot.runtime.config.settings import ConfigError, load_config

    file = config_file or (DEFAULT_FILE if DEFAULT_FILE.exists() else None)
    try:
        config = load_config(file)
    except ConfigError as error:
        todo = "config.example.toml explains each key"
        return [wrong("configuration", problem, todo) for problem in error.problems]
    read = fine("configuration", f"{file or 'defaults and environment'}")
    return [read, *[line async for line in _lines(config, file, offline=offline)]]


async def _lines(
    config: "Config", file: Path | None, *, offline: bool
) -> "AsyncIterator[CheckLine]":
    """Yield the lines of all checks of a readable configuration, the quick ones first."""
    from bot.cli.diagnosis import (
        browsers,
        machine,
        mail,
        outside,
        push,
        running,
        storage_checks,
        telegram,
    )
    from bot.runtime.clock import SystemClock

    clock = SystemClock()
    async for line in _guarded("machine", machine.machine(config, file, clock.now())):
        yield line
    yield telegram.token_shape(config)
    if not offline:
        is_running = running.is_running(config)
        for line in telegram.telegram(config, clock.now, is_running=is_running):
            yield line
        if is_running:
            yield running.health(config)
        for line in outside.public_address(config, clock.now()):
            yield line
        yield await mail.mail(config)
    yield push.push(config)
    stored: dict[str, AsyncIterator[CheckLine] | Iterator[CheckLine]] = {
        "database": storage_checks.database(config),
        "browsers": browsers.browsers(config),
        "backup": storage_checks.last_copy(config, clock.now()),
        "word list": storage_checks.word_list(config),
    }
    for name, lines in stored.items():
        async for line in _guarded(name, lines):
            yield line


async def _guarded(
    name: str, lines: "AsyncIterator[CheckLine] | Iterator[CheckLine]"
) -> "AsyncIterator[CheckLine]":
    """Yield the lines of a check; a file or database that stops it becomes one more line."""
    from collections.abc import AsyncIterator

    from bot.cli.diagnosis.check_lines import wrong
    from storage.db import refusal

    try:
        if isinstance(lines, AsyncIterator):
            async for line in lines:
                yield line
        else:
            for line in lines:
                yield line
    except Exception as error:
        reason = refusal(error)
        if reason is None:
            raise
        yield wrong(name, f"not checked: {reason}", "correct that, then turretur doctor again")
