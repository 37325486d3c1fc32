"""`turretur copy`: copy a season into another database, and verify that both are the same."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.options import json_option, without_password
from bot.cli.output import answer_no, counted, print_json, refuse
from bot.cli.paths import FilePath

if TYPE_CHECKING:
    from storage.copying import CopiedTable
    from storage.verify import VerifyReport


@click.command("copy")
@click.option(
    "--from",
    "source",
    required=True,
    callback=without_password,
    help="The address of the database to be copied.",
)
@click.option(
    "--to",
    "target",
    required=True,
    callback=without_password,
    help="The address of an empty database, without a password.",
)
@click.option(
    "--password-file",
    type=FilePath(path_type=Path, exists=True, dir_okay=False),
    help="The file that contains only the server's password. Default: the variable PGPASSWORD.",
)
@json_option
def command(source: str, target: str, password_file: Path | None, as_json: bool) -> None:
    """Copy a database into an empty one, for instance from an SQLite file to a PostgreSQL server.

    Stop the bot first, because later messages would not be copied; an SQLite file in use is
    refused. An address must not have a password, which other users would see among the processes:
    put it into a file, or into PGPASSWORD. Afterwards the command counts the rows on both sides,
    recomputes every hash chain of the copy and replays every game. Ends with status 1 if anything
    differs; the source is never changed.
    """
    import asyncio

    from storage.errors import StorageError

    try:
        addresses = [with_password(address, password_file) for address in (source, target)]
        copied, report = asyncio.run(_copy(*addresses))
    except StorageError as error:
        refuse(f"{error}")
    is_same = not report.findings and all(table.source == table.target for table in copied)
    if as_json:
        tables = [asdict(table) for table in copied]
        print_json({"same": is_same, "tables": tables, "verify": asdict(report)})
    else:
        click.echo(f"{'table':<24} {'from':>9} {'to':>9}")
        for table in copied:
            click.echo(f"{table.table:<24} {table.source:>9} {table.target:>9}")
        for finding in report.findings:
            click.echo(f"{finding.stream}: {finding.kind}: {finding.detail}")
        answer = "the copy is the same" if is_same else "THE COPY DIFFERS"
        streams, events = counted(report.streams, "stream"), counted(report.events, "event")
        click.echo(f"{streams}, {events} replayed: {answer}.")
    if not is_same:
        answer_no()


def with_password(address: str, password_file: Path | None) -> str:
    """Return the address with the password of a server's account from the file, if there is one.

    End the command if the file is not text.
    """
    from storage.address import parsed

    url = parsed(address)
    if password_file is None or url.get_backend_name() == "sqlite":
        return address  # a server's driver reads PGPASSWORD itself
    try:
        password = password_file.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        refuse(f"{password_file}: not text in UTF-8")
    return url.set(password=password).render_as_string(hide_password=False)


async def _copy(source: str, target: str) -> "tuple[list[CopiedTable], VerifyReport]":
    """Copy a database into an empty one; return the tables and the check of the copy."""
    from bot.service.pure.folds import Folds
    from storage.copying import copy
    from storage.db import Database
    from storage.file_lock import database_lock
    from storage.migrations import expect_present
    from storage.verify import verify

    async with Database(source, create=False) as old:
        with database_lock(old):
            await expect_present(old)  # before the target is opened, which creates its file
            async with Database(target) as new:
                copied = await copy(old, new)
                async with new.reading() as tx:
                    return copied, await verify(tx, Folds())
