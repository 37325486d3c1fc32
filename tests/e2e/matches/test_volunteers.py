"""A friendly match without an arbiter: a player asks for one, and the first volunteer accepts."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest_asyncio

from engine.matches.match import MatchStage
from sandbox import SandboxUser
from tests.e2e.bench import person_of
from tests.e2e.harness import Pair, Table, arbiter_made, last_with
from tests.e2e.harness import table as laid_table
from tests.e2e.matches.requests_shared import met as met  # noqa: PLC0414  (a fixture)
from tests.e2e.matches.requests_shared import newcomers
from tests.e2e.texts import facts_of, mentions, says, told


async def volunteer(table: Table, name: str) -> SandboxUser:
    """Have the operator make a person an arbiter and a volunteer."""
    user = table.sandbox.add_user(name, language_code="ro")
    (link,) = await table.say(table.operator, "/arbitru")
    await table.join(user, facts_of(link, "arbiter.link")["link"])
    (link,) = await table.say(table.operator, "/arbitru")
    await table.press(table.operator, link, "button.arbiters")
    (row,) = (one for one in link.buttons if one.label == name)
    table.operator.press_button(link, row)
    await table.settle()
    await table.press(table.operator, link, "button.volunteer.on")
    assert says(link, "office.volunteer", who=name)
    assert told(user.messages, "office.volunteer_you")
    return user


async def met_beside_a_volunteer(laid: Table) -> tuple[Any, ...]:
    """Make a volunteer, and have two strangers begin a match; return its code and the three."""
    await arbiter_made(laid)
    dana = await volunteer(laid, "Dana Arbitru")
    pair = await newcomers(laid).meet("play:10:1:public")
    return pair.code, pair.red, pair.blue, dana


@dataclass(frozen=True, slots=True)
class Unruled:
    """A friendly match without an arbiter, and the volunteer whom its players may ask."""

    pair: Pair
    dana: SandboxUser


@pytest_asyncio.fixture
async def unruled(tmp_path: Path) -> AsyncIterator[Unruled]:
    """Give a match of one game that two strangers have just begun, and one volunteer."""
    async with laid_table(tmp_path, after=met_beside_a_volunteer) as laid:
        *match, dana = laid.done
        yield Unruled(Pair(laid, *match), dana)


async def test_a_volunteer_named_twice_is_notified_once(table: Table) -> None:
    """A second press of an old button changes nothing and notifies nobody."""
    user = await volunteer(table, "Dana Arbitru")
    seen = len(user.messages)
    number = await person_of(table, user)

    await table.forge(table.operator, table.operator.last, f"offvol:{number}:yes")

    assert says(table.operator.last, "office.volunteer", who="Dana Arbitru")
    assert not told(user.messages[seen:], "office.volunteer_you")


async def test_the_first_volunteer_who_accepts_rules_the_match(unruled: Unruled) -> None:
    """Both players are notified of request and arbiter, and that arbiter approves the result."""
    pair, dana = unruled.pair, unruled.dana
    laid, ana, ion = pair.table, pair.red, pair.blue
    other = await volunteer(laid, "Vio Arbitru")
    await pair.place(ana, "H8 CASA")
    (answer,) = await laid.say(ion, f"/contestatie {pair.id}")
    await laid.press(ion, answer, "button.volunteer.ask")
    assert says(answer, "volunteer.sure", match=pair.code, partner="Ana Pop")
    assert not told(dana.messages, "volunteer.wanted")

    await laid.press(ion, answer, "button.volunteer.yes")

    assert says(answer, "volunteer.asked", n=2)
    assert told(ana.messages, "volunteer.partner", match=pair.code, who="Ion Rus")
    calls = {}
    for user in (dana, other):
        (calls[user],) = told(user.messages, "volunteer.wanted", match=pair.code)
    await laid.press(dana, calls[dana], "button.volunteer.take")
    assert says(calls[dana], "volunteer.yours", match=pair.code)
    for user in (ana, ion):
        assert told(user.messages, "volunteer.taken", match=pair.code, who="Dana Arbitru")
    await laid.press(other, calls[other], "button.volunteer.take")
    assert mentions(calls[other], "fault.arbiter_there", match=pair.code)
    assert (await laid.stored.match(pair.code)).arbiter == (await laid.stored.person(dana.id)).id

    (asked,) = await laid.say(ion, f"/contestatie {pair.id}")
    assert mentions(asked, "claim.which_kind", game=pair.id)
    seen = len(dana.messages)
    await pair.place(ion, "PAS")
    assert any(message.from_bot for message in dana.messages[seen:])
    (question,) = await laid.say(ana, f"/abandon {pair.id}")
    await laid.press(ana, question, "button.abandon")
    for user in (ana, ion):
        await laid.press(user, last_with(user, f"res:{pair.code}:yes"), "button.results_yes")
    (card,) = await laid.say(dana, f"/omologheaza {pair.code}")
    await laid.press(dana, card, "button.homologate")
    assert (await laid.stored.match(pair.code)).stage is MatchStage.HOMOLOGATED


async def test_without_a_volunteer_nothing_changes(met: Pair) -> None:
    """The author reads that there is none, and the opponent is not notified."""
    pair, laid, ana, ion = met, met.table, met.red, met.blue
    seen = len(ion.messages)
    (answer,) = await laid.say(ana, f"/contestatie {pair.id}")
    await laid.press(ana, answer, "button.volunteer.ask")

    assert says(answer, "volunteer.none", match=pair.code)
    assert len(ion.messages) == seen
    assert (await laid.stored.match(pair.code)).arbiter_requested is None


async def test_an_arbiter_is_asked_for_once_and_by_the_players_alone(unruled: Unruled) -> None:
    """A second request, a stranger's button and an arbiter who is no volunteer are refused."""
    pair, dana = unruled.pair, unruled.dana
    laid, ana, ion = pair.table, pair.red, pair.blue
    (answer,) = await laid.say(ana, f"/contestatie {pair.id}")
    await laid.press(ana, answer, "button.volunteer.ask")
    await laid.press(ana, answer, "button.volunteer.yes")

    again = ion.last
    await laid.forge(ion, again, f"wantarb:{pair.code}:yes")
    assert mentions(again, "fault.arbiter_requested")
    await laid.forge(laid.arbiter, laid.arbiter.last, f"takearb:{pair.code}")
    await laid.forge(laid.arbiter, laid.arbiter.last, f"wantarb:{pair.code}:yes")
    await laid.forge(ion, ion.last, f"takearb:{pair.code}")
    assert not (await laid.stored.match(pair.code)).kind.has_arbiter
    assert len(told(dana.messages, "volunteer.wanted", match=pair.code)) == 1
    refused = ana.last
    await laid.forge(ana, refused, "offvol:1:yes")
    assert mentions(refused, "fault.button_unknown")


async def test_a_volunteer_whom_a_player_has_blocked_is_not_asked(unruled: Unruled) -> None:
    """A volunteer who plays in the match is not asked either."""
    pair, dana = unruled.pair, unruled.dana
    laid, ana = pair.table, pair.red
    (card,) = await laid.say(dana, "/joaca")
    dana.press_button(
        card, next(one for one in card.buttons if one.data.startswith("play:10:2:pub"))
    )
    await laid.settle()
    (listed,) = await laid.say(ana, "/cereri")
    await laid.press(ana, listed, "button.requests.blocks")
    block = next(one for one in listed.buttons if "Dana" in one.label)
    ana.press_button(listed, block)
    await laid.settle()
    (answer,) = await laid.say(ana, f"/contestatie {pair.id}")
    await laid.press(ana, answer, "button.volunteer.ask")

    assert says(answer, "volunteer.none", match=pair.code)
    assert not told(dana.messages, "volunteer.wanted")


async def test_a_volunteer_who_cannot_be_reached_is_not_asked(unruled: Unruled) -> None:
    """The player learns that nobody can be asked, if the only volunteer blocked the bot."""
    pair, dana = unruled.pair, unruled.dana
    laid, ion = pair.table, pair.blue
    dana.block()
    await laid.settle()

    (answer,) = await laid.say(ion, f"/contestatie {pair.id}")
    await laid.press(ion, answer, "button.volunteer.ask")

    assert says(answer, "volunteer.none", match=pair.code)
