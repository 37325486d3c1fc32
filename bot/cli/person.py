"""`turretur person`: export a person's data, or forget the person at their request."""

import json
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bot.cli.opening import address_of, database_at
from bot.cli.options import ROW_NUMBER, Commands, config_option, database_option, json_option
from bot.cli.output import (
    answer_no,
    complain,
    counted,
    escaped_json,
    print_json,
    printable,
    refuse,
)
from bot.cli.paths import FilePath
from bot.cli.written_files import write_private

if TYPE_CHECKING:
    from storage.people.obligations import Obligations
    from storage.people.people import Person

T = TypeVar("T")
number_argument: Callable[[Any], Any] = click.argument("number", metavar="NUMBER", type=ROW_NUMBER)


@click.group("person", cls=Commands)
def command() -> None:
    """Export or delete the stored data of a person; NUMBER identifies the person.

    Find it by name: turretur person find pop.
    """


@command.command("find")
@click.argument("name")
@config_option
@database_option
@json_option
def find(name: str, config_file: Path | None, url: str | None, as_json: bool) -> None:
    """List the people whose names contain NAME; status 1 if there are none.

    A person without an account was only expected under that name, plays on paper, or was forgotten.
    A person who took a seat by invitation is listed separately, with their account.
    """
    people = _run(_people_named(address_of(url, config_file), name))
    if as_json:
        print_json(
            [
                {
                    "number": person.id,
                    "name": person.name,
                    "club": person.club,
                    "has_account": person.account is not None,
                }
                for person in people
            ]
        )
    else:
        for person in people:
            account = "" if person.account is not None else "(no account)"
            cells = (str(person.id), person.name, person.club, account)
            click.echo("\t".join(printable(cell) for cell in cells if cell))
    if not people:
        if not as_json:
            click.echo(f"Nobody's name contains {printable(name)}.", err=True)
        answer_no()


@command.command("export")
@number_argument
@config_option
@database_option
@click.option(
    "--out",
    metavar="FILE",
    type=FilePath(dir_okay=False, path_type=Path),
    help="The file to write, readable by you alone. Default: standard output.",
)
@json_option
def export(
    number: int, config_file: Path | None, url: str | None, out: Path | None, as_json: bool
) -> None:
    """Write everything stored about a person as JSON: their data, their texts, their messages."""
    data = _run(_stored_data(address_of(url, config_file), number))
    text = json.dumps(data, ensure_ascii=False, indent=None if as_json else 1, default=str)
    if out is None:
        click.echo(escaped_json(text))
        return
    write_private(out, f"{text}\n".encode())
    rows = sum(map(len, data.values()))
    if as_json:
        print_json({"file": str(out), "rows": rows})
    else:
        tables = counted(sum(map(bool, data.values())), "table")
        click.echo(f"{printable(out)}: {counted(rows, 'row')} of {tables}")


@command.command("anonymise")
@number_argument
@config_option
@database_option
@click.option("--yes", "is_sure", is_flag=True, help="Do not ask for confirmation.")
@click.option(
    "--even-in-play",
    is_flag=True,
    help="Delete the data even while the person plays or is an arbiter.",
)
@click.option(
    "--even-unruled",
    is_flag=True,
    help="Delete the data even if a match or competition then has no arbiter.",
)
@json_option
def anonymise(  # noqa: PLR0913, PLR0917  (one parameter for each option)
    number: int,
    config_file: Path | None,
    url: str | None,
    is_sure: bool,
    even_in_play: bool,
    even_unruled: bool,
    as_json: bool,
) -> None:
    """Forget a person: name, account, notes, messages, statements, links, invitations, settings.

    Their seats in competitions that are not closed become free, and the bot notifies the arbiters.
    Their games stay, under "Jucător retras NUMBER". The logs are not changed, because they have
    only the number; the logs record that the person was forgotten. Old backups still have the data;
    the bot forgets the person again when one is restored. Status 1 while they play a game or are
    its arbiter, lead a competition that is not closed, or are the only arbiter of a match. Status
    1, too, while a move of theirs may be taken back.
    """
    obstacles = partial(_obstacles, even_in_play=even_in_play, even_unruled=even_unruled)
    address, counts = address_of(url, config_file), None
    name, obligations = _run(_known(address, number))
    if not obstacles(obligations):
        if not is_sure:
            click.confirm(
                f"Forget {printable(name)} (number {number}) for good?", abort=True, err=True
            )
        obligations, counts = _run(_forget(address, number, obstacles))
    if as_json:
        unruled = [*obligations.leading, *obligations.alone]
        facts = {"in_play": obligations.in_play, "sending": obligations.sending}
        facts |= {"unruled": unruled, "places": obligations.places}
        print_json({"number": number, **facts, "rows": counts})
    else:
        click.echo("\n".join(_outcome(number, counts, obstacles(obligations))))
        if obligations.places and counts is not None:
            held = ", ".join(obligations.places)
            click.echo(f"Places in competitions come free: {held}. The bot notifies the arbiters.")
    if counts is None:
        answer_no()


def _outcome(number: int, counts: Mapping[str, int] | None, obstacles: list[str]) -> list[str]:
    """Return the result, a line each: the erased rows, or why nothing was erased."""
    if counts is None:
        return [*obstacles, "Nothing was changed."]
    erased = [f"  {table}: {count}" for table, count in counts.items()]
    return [*erased, f"Number {number} is forgotten; old backups still have their data."]


def _obstacles(obligations: "Obligations", *, even_in_play: bool, even_unruled: bool) -> list[str]:
    """Return the obstacles to forgetting the person, a line each, with advice."""
    lines = []
    if obligations.sending:
        lines.append(
            f"A move is being sent: {', '.join(obligations.sending)}. Repeat the command in a "
            "minute, with the bot at work."
        )
    if obligations.in_play and not even_in_play:
        lines.append(f"In play: {', '.join(obligations.in_play)}; see --even-in-play.")
    if obligations.leading and not even_unruled:
        lines.append(
            f"Would have no chief arbiter: {', '.join(obligations.leading)}. Let an arbiter of it "
            "hand it over first, in /campionat under Arbitri; or see --even-unruled."
        )
    if obligations.alone and not even_unruled:
        lines.append(
            f"Nobody else may rule: {', '.join(obligations.alone)}, of no competition. Let them "
            "approve it first, with /omologheaza, or hand it over, with /preda; or see "
            "--even-unruled."
        )
    return lines


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of the work, or end the command with one line on its error."""
    import asyncio

    from storage.errors import StorageError
    from storage.people.forgetting import AlreadyForgotten
    from storage.people.people import NoSuchPerson

    try:
        return asyncio.run(work)
    except NoSuchPerson as error:
        refuse(f"there is no person with the number {error}")
    except AlreadyForgotten as error:
        refuse(f"the person with the number {error} was forgotten before")
    except StorageError as error:
        refuse(f"{error}")


async def _people_named(address: str, name: str) -> "list[Person]":
    """Return the people whose names contain that text, whatever its case and diacritics."""
    from engine.notation import fold
    from storage.people import people

    async with database_at(address) as database, database.reading() as tx:
        everybody = await people.everybody(tx)
    sought = fold(name).casefold()
    return [person for person in everybody if sought in fold(person.name).casefold()]


async def _stored_data(address: str, number: int) -> dict[str, list[dict[str, Any]]]:
    """Return everything stored about a person: rows by table."""
    from engine.ids import PersonId
    from storage.people import personal_data

    async with database_at(address) as database, database.reading() as tx:
        return await personal_data.stored_data(tx, PersonId(number))


async def _known(address: str, number: int) -> "tuple[str, Obligations]":
    """Return the name and the obligations of a person who has not been forgotten.

    Raises:
        AlreadyForgotten: the person has been forgotten.
        NoSuchPerson: nobody has that number.
    """
    from engine.ids import PersonId
    from storage.people.forgetting import expect_known
    from storage.people.obligations import obligations_of

    person = PersonId(number)
    async with database_at(address) as database, database.reading() as tx:
        return (await expect_known(tx, person)).name, await obligations_of(tx, person)


async def _forget(
    address: str, number: int, obstacles: "Callable[[Obligations], list[str]]"
) -> "tuple[Obligations, dict[str, int] | None]":
    """Forget a person unless there are obstacles; return their obligations and the erased rows.

    The rows are counted by table; None if there is an obstacle, so that nothing was erased.
    """
    from bot.runtime.clock import SystemClock
    from bot.texts.stand_ins import withdrawn_name
    from engine.ids import PersonId
    from storage.errors import BadDatabase
    from storage.overwriting import wipe
    from storage.people import erasures, forgetting
    from storage.people.obligations import obligations_of

    person = PersonId(number)
    name = withdrawn_name(number)
    async with database_at(address) as database:
        searched = await forgetting.search_ahead(database, person, name)
        async with database.transaction() as tx:
            obligations = await obligations_of(tx, person)  # games have gone on meanwhile
            if obstacles(obligations):
                return obligations, None
            erasure = await erasures.erasure_of(tx, person)
            counts = await forgetting.forget(tx, person, SystemClock().now(), name, searched)
            if not database.shared:
                # Before the commit: a crash in between must not lose what a restored copy needs.
                erasures.remember(database.file, erasure)
        try:
            await wipe(database)
        except BadDatabase as error:  # the person is forgotten all the same
            todo = "run VACUUM there" if database.shared else "the bot's next start tries again"
            complain(f"the disk may still have the erased data: {error}; {todo}")
        return obligations, counts
