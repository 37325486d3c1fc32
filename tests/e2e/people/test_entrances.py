"""Every entrance of names asks the same resolver: each cell of the table in `docs/tables.md`."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.ids import Seat
from sandbox import Message
from tests.e2e.championship import Championship, set_up
from tests.e2e.competitions.season_import_shared import ABOUT, result
from tests.e2e.competitions.sign_up_shared import opened
from tests.e2e.harness import Table, arbiter_made
from tests.e2e.harness import table as laid_out
from tests.e2e.matches.importing_shared import played, send
from tests.e2e.people.who_is_who_shared import season
from tests.e2e.texts import mentions, patterns
from tests.import_forms import form, game_line, move_lines
from tools.person_checks import ASKED, CHECKS, ENTRANCES, JOINED, KNOWN, LATER, NEW, outcome

OTHER = "Vio Marin"


Entrance = Callable[[str], Awaitable[list[Message]]]
"""Give a name at an entrance, and return the bot's answers; nothing is entered or confirmed."""


async def _asked_for_list(made: Championship) -> None:
    await made.say(f"/campionat {made.code}")
    await made.press("button.comp.add")


async def _listed(table: Table) -> Entrance:
    made = await set_up(table)

    async def entrance(name: str) -> list[Message]:
        await _asked_for_list(made)
        return await made.say(f"{name}\n{OTHER}")

    return entrance


async def _sent(table: Table) -> Entrance:
    made = await set_up(table)

    async def entrance(name: str) -> list[Message]:
        await _asked_for_list(made)
        return await made.send("lista.csv", f'nume,club\n"{name}",\n{OTHER},\n'.encode())

    return entrance


async def _replaced(table: Table) -> Entrance:
    made = await set_up(table)
    await made.enter(f"{OTHER}\nEma Ilie")

    async def entrance(name: str) -> list[Message]:
        await made.say(f"/campionat {made.code}")
        await made.press("button.comp.players")
        await made.press("button.plain", label=OTHER)
        await made.press("button.comp.replace")
        return await made.say(name)

    return entrance


async def _signed_up(table: Table) -> Entrance:
    """Open a sign-up whose arbiter has listed the known person: people who sign up stay."""
    signing = await opened(table)
    await _asked_for_list(signing.championship)
    await signing.championship.say(f"{KNOWN}\n{OTHER}")
    await signing.championship.press("button.comp.enter")

    async def entrance(name: str) -> list[Message]:
        heard = len(table.arbiter.messages)
        user, card = await signing.enter(name)
        return [*table.arbiter.messages[heard:], card, user.last]

    return entrance


async def _arranged(table: Table) -> Entrance:
    async def entrance(name: str) -> list[Message]:
        return await table.say(table.arbiter, f"/meci {name} - {OTHER}")

    return entrance


async def _season(table: Table) -> Entrance:
    async def entrance(name: str) -> list[Message]:
        rows = [result(name, OTHER, red_score="400", blue_score="300")]
        return await send(table, form((), results=rows, about={**ABOUT, "title": "Cupa Doi"}))

    return entrance


async def _match(table: Table) -> Entrance:
    game = played()

    async def entrance(name: str) -> list[Message]:
        names = {Seat.RED: name, Seat.BLUE: OTHER}
        return await send(table, form([game_line(game, names)], move_lines(game)))

    return entrance


ENTERED = dict(
    zip(
        ENTRANCES,
        (_listed, _sent, _replaced, _signed_up, _arranged, _season, _match),
        strict=True,
    )
)


def seen(messages: list[Message]) -> str:
    """Return what the bot did with the name."""
    if any(mentions(one, "resolve.ask") for one in messages):
        return ASKED
    pairs = ({"first": KNOWN}, {"second": KNOWN})
    if any(mentions(one, "namesakes.ask", **pair) for one in messages for pair in pairs):
        return LATER
    known = ("resolve.joined", "comp.ask.same_person", "fault.sign_up_listed")
    if any(mentions(one, key) for one in messages for key in known):
        return JOINED
    labels = [key.label for one in messages for key in one.buttons]
    is_joined = any(
        each.fullmatch(text) for each in patterns("button.resolve.not") for text in labels
    )
    return JOINED if is_joined else NEW


async def season_imported(laid: Table) -> tuple[Any, ...]:
    """Import a season, whose players the bot knows from then on."""
    await arbiter_made(laid)
    await season(laid, "Cupa Unu", KNOWN, "Ion Popescu")
    return ()


@pytest_asyncio.fixture(name="after_season")
async def _after_season(tmp_path: Path) -> AsyncIterator[Table]:
    """Give a table after an imported season."""
    async with laid_out(tmp_path, after=season_imported) as laid:
        yield laid


@pytest.mark.parametrize("entrance", ENTRANCES)
async def test_every_entrance_knows_the_person(after_season: Table, entrance: str) -> None:
    """A known person is joined under every spelling, and asked about under a likely name.

    At a sign-up link an arbiter decides about a likely name.
    """
    entered = await ENTERED[entrance](after_season)
    for check, name in CHECKS.items():
        assert seen(await entered(name)) == outcome(check, entrance), check


async def _asked_for_name(table: Table) -> Entrance:
    signing = await opened(table)
    user = signing.stranger("Ana")

    async def entrance(name: str) -> list[Message]:
        await table.follow(user, signing.link)
        return await table.say(user, name)

    return entrance


async def test_a_typed_surname_with_a_known_club_is_a_question(table: Table) -> None:
    """„Pop, Steaua” is asked about in every typed entrance, as Steaua is a player's club."""
    made = await set_up(table)
    await made.enter(f"Dan Rus, Steaua\n{KNOWN}")
    asked = ("table.name_or_club", "fault.typed_name_or_club")

    for opening in (_listed, _replaced, _asked_for_name):
        found = await (await opening(table))("Pop, Steaua")

        assert any(mentions(one, key) for one in found for key in asked), opening


async def test_a_name_with_a_comma_is_stored_given_name_first(table: Table) -> None:
    """A file's „Pop, Ana” is shown as Ana Pop from then on."""
    made = await set_up(table)
    await made.press("button.comp.add")
    await made.send("lista.csv", f'nume,club\n"Pop, Ana",\n{OTHER},\n'.encode())
    await made.press("button.comp.enter")

    assert list((await made.names()).values()) == [KNOWN, OTHER]
