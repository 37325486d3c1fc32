"""`turretur backup`: copy the database while the bot runs, and verify the copy."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
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
    target = folder or config.backup.directory
    if target is None:
        refuse("no folder: give --to, or set backup.directory")
    try:
        copy = asyncio.run(_backup(config, target))
    except StorageError as error:
        refuse(f"{error}")
    except OSError as error:
        refuse(f"{target}: {error.strerror}")
    report, unverified = copy.report, copy.unverified
    findings = report.findings if report else ()
    if as_json:
        verified = asdict(report) if report else None
        print_json({"file": str(copy.file), "verify": verified, "unverified": unverified})
    else:
        click.echo(printable(copy.file))
        for finding in findings:
            click.echo(f"{finding.stream}: {finding.kind}: {finding.detail}")
        if report:
            click.echo(verdict(report.streams, report.events, len(findings)))
        elif unverified:
            click.echo(f"copied, not verified: {unverified}.")
    if findings or unverified:
        answer_no()


@dataclass(frozen=True, slots=True)
class _Backup:
    """A copy of the database, and the result of its check."""

    file: Path
    report: "VerifyReport | None"
    """The result; None if the copy was not checked."""
    unverified: str
    """Why it was not checked, or empty."""


async def _backup(config: "Config", folder: Path) -> _Backup:
    """Copy the database into that folder, and check the copy."""
    from bot.runtime.clock import SystemClock
    from storage.backup import backup
    from storage.db import Database

    async with Database(config.storage.url, create=False) as database:
        verification = _Verification()
        now, keep = SystemClock().now(), config.backup.keep
        made = await backup(database, folder, now, keep=keep, check=verification)
    if made.wrong and verification.report is None:  # a dump that pg_restore cannot read
        return _Backup(made.file, None, made.wrong[0])
    return _Backup(made.file, verification.report, verification.unverified)


class _Verification:
    """Checks a copy like `turretur verify`, and keeps the report."""

    def __init__(self) -> None:
        self.report: VerifyReport | None = None
        self.unverified = ""
        """Why there is no report, or empty."""

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
