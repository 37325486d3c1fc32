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
SIGN_UP = "sign-up link"


async def _listed(table: Table, name: str) -> list[Message]:
    made = await set_up(table)
    await made.press("button.comp.add")
    return await made.say(f"{name}\n{OTHER}")


async def _sent(table: Table, name: str) -> list[Message]:
    made = await set_up(table)
    await made.press("button.comp.add")
    return await made.send("lista.csv", f'nume,club\n"{name}",\n{OTHER},\n'.encode())


async def _replaced(table: Table, name: str) -> list[Message]:
    made: Championship = await set_up(table)
    await made.enter(f"{OTHER}\nEma Ilie")
    await made.say(f"/campionat {made.code}")
    await made.press("button.comp.players")
    await made.press("button.plain", label=OTHER)
    await made.press("button.comp.replace")
    return await made.say(name)


async def _signed_up(table: Table, name: str) -> list[Message]:
    signing = await opened(table)
    await signing.championship.say(f"/campionat {signing.championship.code}")
    await signing.championship.press("button.comp.add")
    await signing.championship.say(f"{KNOWN}\n{OTHER}")
    await signing.championship.press("button.comp.enter")
    user, card = await signing.enter(name)
    return [*table.arbiter.messages, card, user.last]


async def _arranged(table: Table, name: str) -> list[Message]:
    return await table.say(table.arbiter, f"/meci {name} - {OTHER}")


async def _season(table: Table, name: str) -> list[Message]:
    rows = [result(name, OTHER, red_score="400", blue_score="300")]
    return await send(table, form((), results=rows, about={**ABOUT, "title": "Cupa Doi"}))


async def _match(table: Table, name: str) -> list[Message]:
    game = played()
    names = {Seat.RED: name, Seat.BLUE: OTHER}
    return await send(table, form([game_line(game, names)], move_lines(game)))


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
    if any(mentions(one, "namesakes.ask") for one in messages):
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


@pytest.mark.parametrize("entrance", [each for each in ENTRANCES if each != SIGN_UP])
async def test_every_entrance_knows_the_person(after_season: Table, entrance: str) -> None:
    """A known person is joined under every spelling, and asked about under a likely name.

    No list is entered and no import confirmed, so that each name meets the same people.
    """
    for check, name in CHECKS.items():
        found = await ENTERED[entrance](after_season, name)

        assert seen(found) == outcome(check, entrance), check


@pytest.mark.parametrize("check", CHECKS)
async def test_a_sign_up_link_knows_the_person(after_season: Table, check: str) -> None:
    """A known person is joined under every spelling; an arbiter decides about a likely name."""
    found = await ENTERED[SIGN_UP](after_season, CHECKS[check])

    assert seen(found) == outcome(check, SIGN_UP)


async def _asked_for_name(table: Table, typed: str) -> list[Message]:
    signing = await opened(table)
    user = signing.stranger("Ana")
    await table.follow(user, signing.link)
    return await table.say(user, typed)


@pytest.mark.parametrize("entrance", [_listed, _replaced, _asked_for_name])
async def test_a_typed_surname_with_a_known_club_is_a_question(
    table: Table, entrance: Callable[[Table, str], Awaitable[list[Message]]]
) -> None:
    """„Pop, Steaua” is asked about in every typed entrance, as Steaua is a player's club."""
    made = await set_up(table)
    await made.enter(f"Dan Rus, Steaua\n{KNOWN}")

    found = await entrance(table, "Pop, Steaua")

    asked = ("table.name_or_club", "fault.typed_name_or_club")
    assert any(mentions(one, key) for one in found for key in asked)


async def test_a_name_with_a_comma_is_stored_given_name_first(table: Table) -> None:
    """A file's „Pop, Ana” is shown as Ana Pop from then on."""
    made = await set_up(table)
    await made.press("button.comp.add")
    await made.send("lista.csv", f'nume,club\n"Pop, Ana",\n{OTHER},\n'.encode())
    await made.press("button.comp.enter")

    assert list((await made.names()).values()) == [KNOWN, OTHER]
