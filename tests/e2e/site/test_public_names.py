"""Public names: each name appears as its owner, the organiser and the arbiter chose in chat."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.runtime.public_names import public_names
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from engine.ids import CompetitionCode
from sandbox import Message
from storage.people import forgetting
from tests.e2e.championship import Championship, set_up
from tests.e2e.harness import Table, arbiter_made, table
from tests.e2e.texts import says


async def _shown(championship: Championship) -> list[str]:
    """Return the players' public names, in the order of their entries."""
    async with championship.table.stored.database.reading() as tx:
        names = await public_names(tx, await championship.now())
    return [names[who] for who in (await championship.now()).phase.players]


async def three_entered(laid: Table) -> tuple[CompetitionCode, Message, dict[str, str]]:
    """Have the arbiter set up a competition and enter three players; return it and their links."""
    await arbiter_made(laid)
    made = await set_up(laid, {"phases": "final", "final": "2025-05-05 2025-09-30"})
    await made.enter("Ana Pop\nIon Rus\nDan Ene")
    return made.code, made.card, made.links


@pytest_asyncio.fixture(name="championship")
async def _championship(tmp_path: Path) -> AsyncIterator[Championship]:
    """Give that competition."""
    async with table(tmp_path, after=three_entered) as laid:
        yield Championship(laid, *laid.done)


async def test_a_player_chooses_in_setari_how_their_name_stands_before_the_organiser(
    championship: Championship,
) -> None:
    """Hidden, then the organiser's default again, then initials, then in full.

    The organiser's initials apply to those who have not chosen. Neither name nor stored number of a
    forgotten player remains, whatever they had chosen.
    """
    laid = championship.table
    ana = await championship.claim("Ana Pop")

    card = await laid.choose(ana, "name:hidden")

    assert says(card, "settings.state", public=say("settings.name_hidden"))
    assert await _shown(championship) == ["Jucător 1", "Ion Rus", "Dan Ene"]
    await laid.choose(ana, "name:default")
    assert await _shown(championship) == ["Ana Pop", "Ion Rus", "Dan Ene"]
    await laid.choose(ana, "name:initials")
    assert await _shown(championship) == ["A. P.", "Ion Rus", "Dan Ene"]

    await laid.choose(ana, "name:full")
    await championship.press("button.comp.public_names")
    await championship.press("button.name_initials")
    assert await _shown(championship) == ["Ana Pop", "I. R.", "D. E."]

    number = (await laid.stored.person(ana.id)).id
    async with laid.app.runtime.database.transaction() as tx:
        name = load_catalogue("ro").plain(say("person.withdrawn", number=str(number)))
        await forgetting.forget(tx, number, laid.sandbox.clock.now(), name)
    assert await _shown(championship) == ["Jucător 1", "I. R.", "D. E."]


async def test_a_minor_stands_with_initials_and_keeps_them_until_they_are_of_age(
    championship: Championship,
) -> None:
    """An arbiter sets and removes this on the player's card."""
    await championship.press("button.comp.players")
    await championship.press("button.plain", label="Ion Rus")

    await championship.press("button.comp.minor")

    assert "Sub 18 ani" in championship.card.text
    assert await _shown(championship) == ["Ana Pop", "I. R.", "Dan Ene"]
    await championship.press("button.comp.of_age")
    assert await _shown(championship) == ["Ana Pop", "Ion Rus", "Dan Ene"]
