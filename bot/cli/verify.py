"""`turretur verify`: whether what is stored is what happened."""

import asyncio
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.output import (
    answer_no,
    config_option,
    configured,
    database_at,
    database_option,
    json_option,
    print_json,
    refuse,
    verdict,
)

if TYPE_CHECKING:
    from storage.verify import Report


@click.command("verify")
@config_option
@database_option
@json_option
def command(config_file: Path | None, url: str | None, as_json: bool) -> None:
    """Check the file, every hash chain and list; replay every game and match.

    Each recorded figure (words, points, caps, days, the end) is worked out again. Ends with status
    1 when anything differs. Nothing is changed.
    """
    from storage.errors import StorageError

    address = url or configured(config_file).storage.url
    try:
        report = asyncio.run(_verify(address))
    except StorageError as error:
        refuse(f"{error}")
    if as_json:
        print_json(asdict(report))
    else:
        for found in report.findings:
            place = f"{found.stream}" + (f" event {found.seq}" if found.seq else "")
            click.echo(f"{place}: {found.kind}: {found.detail}")
        click.echo(verdict(report.streams, report.events, len(report.findings)))
    if report.findings:
        answer_no()


async def _verify(address: str) -> "Report":
    from bot.cli.check import Folds
    from storage.verify import verify

    async with database_at(address) as database, database.reading() as tx:
        return await verify(tx, Folds())
