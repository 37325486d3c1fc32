"""`turretur restore`: put a copy in the place of the database, and keep what was there."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.opening import configured
from bot.cli.options import config_option, json_option
from bot.cli.output import answer_no, print_json, printable, refuse, verdict
from bot.cli.paths import FilePath

if TYPE_CHECKING:
    from storage.restoring import SetAside
    from storage.verify import VerifyReport


@dataclass(frozen=True, slots=True)
class _Restored:
    """The result of the check, and what was done; nothing if the copy has errors."""

    report: "VerifyReport"
    moved: "list[SetAside]"
    """The files of the replaced database."""
    sent: int = 0
    """The messages of the copy's queue that the replaced database had sent."""
    unknown: str = ""
    """Why those messages could not be found, or empty."""


@click.command("restore")
@config_option
@click.argument("copy", metavar="FILE", type=FilePath(path_type=Path))
@json_option
def command(config_file: Path | None, copy: Path, as_json: bool) -> None:
    """Replace the database with a copy, and keep the replaced one.

    FILE is a copy of an SQLite database, of this version of the program or an earlier one. It is
    checked first as `turretur verify` does, and stays where it is. The database in use is moved
    aside with its -wal and -shm files, under a dated name; what it has sent since the copy was made
    is not sent again. Stop the bot first; the command starts nothing. Ends with status 1 if the
    copy has errors; then nothing is changed.
    """
    import asyncio

    from storage.errors import StorageError

    url = configured(config_file).storage.url
    try:
        database = _sqlite_file(url)
        restored = asyncio.run(_restore(copy, database))
    except StorageError as error:
        refuse(f"{error}")
    findings = restored.report.findings
    if as_json:
        moved = [
            {"before": str(set_aside.before), "after": str(set_aside.after)}
            for set_aside in restored.moved
        ]
        print_json(
            {
                "restored": None if findings else str(database),
                "set_aside": moved,
                "already_sent": None if restored.unknown else restored.sent,
                "verify": asdict(restored.report),
            }
        )
    else:
        _print(restored, copy, database)
    if findings:
        answer_no()


def _sqlite_file(url: str) -> Path:
    """Return the file of the database; end the command if the address names a server."""
    from storage.address import parsed

    address = parsed(url)
    if address.get_backend_name() != "sqlite":
        refuse(
            "storage.url names a server: createdb NAME && pg_restore --no-owner -d NAME FILE,"
            " then put the new name into storage.url"
        )
    return Path(address.database or "")


def _print(restored: _Restored, copy: Path, database: Path) -> None:
    """Print the result for people, with the next step."""
    report = restored.report
    for finding in report.findings:
        click.echo(printable(f"{finding.stream}: {finding.kind}: {finding.detail}"))
    click.echo(verdict(report.streams, report.events, len(report.findings)))
    if report.findings:
        click.echo(printable(f"Nothing is changed: {copy} has errors. Try an older copy."))
        return
    for set_aside in restored.moved:
        click.echo(printable(f"set aside: {set_aside.before} -> {set_aside.after}"))
    click.echo(printable(f"restored: {database}, from {copy}"))
    if restored.sent:
        click.echo(f"messages that it has in its queue, but that were sent since: {restored.sent}")
    if restored.unknown:
        click.echo(printable(f"Messages may be sent again: {restored.unknown}."))
    click.echo("Now start the bot. It tells operators and players what the copy does not have.")


async def _restore(copy: Path, database: Path) -> _Restored:
    """Check a copy, and put it in the place of the database if it has no errors."""
    from bot.cli.copies.checking import check_copy
    from bot.runtime.clock import SystemClock
    from storage.errors import BadDatabase, reason_of
    from storage.file_lock import database_file_lock
    from storage.restoring import keep_receipts, put_in_place, staged

    with database_file_lock(database), staged(copy, database) as part:
        report = await check_copy(part, copy)
        if report.findings:
            return _Restored(report, [])
        sent, unknown = 0, ""
        try:
            sent = keep_receipts(part, database)
        except (BadDatabase, OSError) as error:  # often the reason for which a copy is restored
            unknown = reason_of(error)
        return _Restored(report, put_in_place(part, database, SystemClock().now()), sent, unknown)
