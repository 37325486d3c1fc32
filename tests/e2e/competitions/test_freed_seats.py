"""A seat that becomes free before the start: who is next, with a button, and who is called."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.competitions.participation import reserves
from engine.competitions.sign_up import SignUpState
from engine.ids import GameId, PersonId
from sandbox import Message
from storage.people.forgetting import forget
from tests.e2e.bench import own_case, rule
from tests.e2e.championship import Championship, press
from tests.e2e.competitions.retirement_shared import freed
from tests.e2e.competitions.sign_up_shared import (
    SignUp,
    SignUpOpened,
    closed_with_one_waiting,
    sign_up,
)
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told

two_advance = pytest.mark.qualified("Ana Pop", "Ion Rus", "Dan Ene", advance=2)


@pytest_asyncio.fixture
async def one_waits(tmp_path: Path) -> AsyncIterator[SignUp]:
    """Give a closed sign-up with Ana Pop and Geo Luca inside; Ion Rus waits."""
    async with sign_up(tmp_path, closed_with_one_waiting) as signing:
        yield signing


async def the_reserve(made: Season) -> tuple[PersonId, str]:
    """Return the first reserve and their name."""
    (entry,) = reserves(await made.competition())
    user = made.users[entry.player]
    return entry.player, next(name for name, one in made.players.items() if one is user)


def offered(made: Championship, key: str) -> Message:
    """Return the arbiter's last message that has that offer."""
    found = [one for one in made.arbiter.messages if mentions(one, key)]
    assert found
    return found[-1]


@two_advance
@pytest.mark.article("10.3")
async def test_an_exclusion_between_the_phases_names_the_reserve(between_phases: Season) -> None:
    """The arbiter gets the reserve's name with a button, and the reserve reads the call."""
    made, table = between_phases, between_phases.table
    reserve, name = await the_reserve(made)
    competition = await made.competition()
    out = competition.phase.players[0]
    listed = next(one for one in competition.phases[0].matches if out in one.players)
    card = await own_case(table, GameId(f"{listed.code}/1"))

    await rule(table, card, f"exclusion.{'red' if listed.red == out else 'blue'}")

    offer = offered(made.championship, "comp.free_place")
    await press(table, table.arbiter, offer, "button.comp.fill", label=name)
    assert reserve in (await made.competition()).phase.players
    assert told(made.users[reserve].messages, "comp.called")


@two_advance
async def test_a_seat_freed_between_the_phases_may_go_to_the_reserve(
    between_phases: Season,
) -> None:
    """Beside the new link the arbiter gets the reserve's name with a button."""
    made, table = between_phases, between_phases.table
    reserve, name = await the_reserve(made)
    names = await made.championship.names()
    out = (await made.competition()).phase.players[0]

    await freed(made, names[out])

    offer = offered(made.championship, "comp.free_seat")
    await press(table, table.arbiter, offer, "button.comp.call_instead", label=name)
    after = await made.competition()
    assert set(after.phase.players) == {reserve, *competition_rest(names, out)}
    assert told(made.users[reserve].messages, "comp.called")
    assert names[out] not in (await made.championship.names()).values()


def competition_rest(names: dict[PersonId, str], out: PersonId) -> set[PersonId]:
    """Return everybody but that player."""
    return {*names} - {out}


async def test_a_seat_freed_after_the_closing_may_go_to_who_waits(one_waits: SignUp) -> None:
    """The waiting person takes it with their own account, and reads that they were called."""
    signing, table = one_waits, one_waits.table
    made = Season(signing.championship)

    await freed(made, "Ana Pop")

    offer = offered(signing.championship, "comp.free_seat")
    await press(table, table.arbiter, offer, "button.comp.call_instead", label="Ion Rus")
    assert sorted((await signing.championship.names()).values()) == ["Geo Luca", "Ion Rus"]
    ion = made.players["Ion Rus"]
    assert (await table.stored.person(ion.id)).id in (await made.competition()).claimed
    assert any(mentions(one, "sign_up.called") for one in ion.messages)
    assert await signing.names(SignUpState.WAITING) == []


async def test_a_forgotten_players_seat_names_who_waits(one_waits: SignUp) -> None:
    """After the closing, too, the arbiter gets the name with a button."""
    signing, table = one_waits, one_waits.table
    ana = signing.championship.players["Ana Pop"]
    person = (await table.stored.person(ana.id)).id

    async with table.app.runtime.database.transaction() as tx:
        await forget(tx, person, table.sandbox.clock.now(), "Jucător retras")
    await table.travel(0.1)

    offer = offered(signing.championship, "sign_up.free_place")
    await press(table, table.arbiter, offer, "button.sign_up.call", label="Ion Rus")
    assert "Ion Rus" in (await signing.championship.names()).values()


async def test_only_who_fits_the_clubs_is_called(tmp_path: Path) -> None:
    """A waiting person whose club has all its players is not next."""
    async with sign_up(tmp_path, SignUpOpened((("places", "2"), ("club", "1")))) as signing:
        table, people = signing.table, {}
        for typed in ("Ana Pop, Iași", "Geo Luca, Cluj", "Ion Rus, Cluj", "Dan Ene, Iași"):
            people[typed], _ = await signing.enter(typed)
        await signing.close()
        ana = people["Ana Pop, Iași"]

        await signing.withdraw(ana, await table.follow(ana, signing.link))

        offer = offered(signing.championship, "sign_up.free_place")
        assert mentions(offer, "sign_up.free_place", who="Dan Ene")


@two_advance
async def test_the_list_made_again_names_nobody_who_withdrew(between_phases: Season) -> None:
    """Neither the players nor the reserves have them, and the next reserve has a button."""
    made, table = between_phases, between_phases.table
    championship = made.championship
    reserve, name = await the_reserve(made)
    names = await championship.names()
    out, _ = (await made.competition()).phase.players
    await table.say(made.users[out], f"/campionat {made.code}")
    card = made.users[out].last
    await press(table, made.users[out], card, "button.comp.withdraw_me")
    await press(table, made.users[out], card, "button.comp.yes_withdraw_me")
    await championship.correct(reserve)
    seen = len(table.arbiter.messages)
    await championship.say(f"/campionat {made.code}")

    await championship.steps("again", "yes_again")

    found = told(table.arbiter.messages[seen:], "comp.advanced_again")
    assert found
    assert [one.text for one in found if names[out] in one.text] == []
    assert out not in (await made.competition()).phase.players
    assert name in found[-1].text
