"""`turretur updates`: list updates that failed every attempt, and retry them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.opening import address_of, database_at
from bot.cli.options import ROW_NUMBER, config_option, database_option, json_option
from bot.cli.output import answer_no, counted, print_json, printable, refuse

if TYPE_CHECKING:
    from storage.queues.inbox import DeadLetter


@click.command("updates")
@click.option(
    "--again",
    "again",
    metavar="NUMBER",
    type=ROW_NUMBER,
    multiple=True,
    help="Process this one again; may be repeated.",
)
@click.option("--all-again", is_flag=True, help="Process all of them again.")
@config_option
@database_option
@json_option
def command(
    again: Sequence[int],
    all_again: bool,
    config_file: Path | None,
    url: str | None,
    as_json: bool,
) -> None:
    """List the updates that failed every attempt, and why.

    With --again they are handled as if they had just arrived, in their old order, even while the
    bot runs. A move counts from the time it was typed. Do so once the cause of the failure is
    fixed. Their text is not shown. Status 1 if a number is not in the list.
    """
    import asyncio

    from storage.errors import StorageError

    address = address_of(url, config_file)
    again = tuple(dict.fromkeys(again))  # each once
    try:
        dead, revived = asyncio.run(_dead_letters(address, again, all_again=all_again))
    except StorageError as error:
        refuse(f"storage: {error}")
    unknown = [number for number in again if number not in revived]
    if as_json:
        shown = [_row(dead_letter) for dead_letter in dead]
        print_json({"dead": shown, "revived": revived, "unknown": unknown})
    else:
        for number in unknown:
            click.echo(f"{number}: no dead letter has this number.", err=True)
        for dead_letter in dead:
            click.echo("\t".join(map(printable, _row(dead_letter).values())))
        if not dead and not again and not revived:
            click.echo("No update is among the dead letters.", err=True)
        if revived:
            click.echo(f"{counted(len(revived), 'update')} to be handled again.")
    if unknown:
        answer_no()


def _row(dead_letter: "DeadLetter") -> dict[str, object]:
    """Return an update as a row, in JSON and on the screen alike; never its text."""
    return {
        "number": dead_letter.id,
        "received": dead_letter.received_at.isoformat(timespec="seconds"),
        "chat": dead_letter.chat,
        "failures": dead_letter.attempts,
        "error": " ".join(dead_letter.error.split()),
    }


async def _dead_letters(
    address: str, again: Sequence[int], *, all_again: bool
) -> "tuple[list[DeadLetter], list[int]]":
    """Return the remaining dead letters, and the numbers of those that were queued again."""
    from storage.queues import inbox

    async with database_at(address) as database:
        if not (again or all_again):
            async with database.reading() as tx:
                return await inbox.dead(tx), []
        async with database.transaction() as tx:
            wanted = (
                [dead_letter.id for dead_letter in await inbox.dead(tx)] if all_again else again
            )
            revived = [number for number in wanted if await inbox.revive(tx, number)]
            return await inbox.dead(tx), revived
