"""`turretur backup`: copy the database while the bot runs, and verify the copy."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.opening import configured, database_at
from bot.cli.options import config_option, json_option
from bot.cli.output import answer_no, print_json, printable, refuse, verdict
from bot.cli.paths import FilePath

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config
    from storage.verify import VerifyReport


@click.command("backup")
@config_option
@click.option(
    "--to",
    "folder",
    type=FilePath(file_okay=False, path_type=Path),
    help="The folder, instead of the configured one.",
)
@json_option
def command(config_file: Path | None, folder: Path | None, as_json: bool) -> None:
    """Copy the database while the bot runs, and verify the copy.

    An SQLite copy is checked as `turretur verify` does: chains, replays, lists. Ends with status 1
    if anything differs, or if another version of the program wrote the database. A PostgreSQL dump
    is restored with pg_restore, then verified there.
    """
    import asyncio

    from storage.errors import StorageError

    config = configured(config_file)
    place = folder or config.backup.directory
    if place is None:
        refuse("no folder: give --to, or set backup.directory")
    try:
        file, report, unverified = asyncio.run(_backup(config, place))
    except StorageError as error:
        refuse(f"{error}")
    except OSError as error:
        refuse(f"{place}: {error.strerror}")
    findings = report.findings if report else ()
    if as_json:
        verified = asdict(report) if report else None
        print_json({"file": str(file), "verify": verified, "unverified": unverified})
    else:
        click.echo(printable(file))
        for found in findings:
            click.echo(f"{found.stream}: {found.kind}: {found.detail}")
        if report:
            click.echo(verdict(report.streams, report.events, len(findings)))
        elif unverified:
            click.echo(f"copied, not verified: {unverified}.")
    if findings or unverified:
        answer_no()


async def _backup(config: "Config", folder: Path) -> "tuple[Path, VerifyReport | None, str]":
    """Return the copy, the findings in it, and the reason if it was not checked."""
    from bot.runtime.clock import SystemClock
    from storage.backup import backup
    from storage.db import Database

    async with Database(config.storage.url, create=False) as database:
        look = _Verification()
        now, keep = SystemClock().now(), config.backup.keep
        made = await backup(database, folder, now, keep=keep, check=look)
    if made.wrong and look.report is None:  # a dump that pg_restore cannot read
        return made.file, None, made.wrong[0]
    return made.file, look.report, look.unverified


class _Verification:
    """Checks a copy like `turretur verify`, and keeps the report."""

    def __init__(self) -> None:
        self.report: VerifyReport | None = None
        self.unverified = ""

    async def __call__(self, copy: Path) -> Sequence[str] | None:
        """Return the errors in the copy; None if another version of the program wrote it."""
        from bot.service.pure.folds import Folds
        from storage.address import address_of
        from storage.errors import StorageError
        from storage.verify import verify

        try:
            async with database_at(address_of(copy)) as database, database.reading() as tx:
                self.report = await verify(tx, Folds())
        except StorageError as error:
            self.unverified = f"{error}"
            return None
        return [f"{found.stream}: {found.kind}: {found.detail}" for found in self.report.findings]
