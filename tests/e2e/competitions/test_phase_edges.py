"""Competitions with one phase or between two: names, a late start, open cases, a writer."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.competitions.competition import CompetitionStage
from tests.e2e.bench import claim
from tests.e2e.championship import FOUR, Championship, set_up
from tests.e2e.harness import Table, arbiter_made, bucharest
from tests.e2e.harness import table as laid_out
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told, worded

ONE = {"phases": "preliminary", "preliminary": "5.05 30.09"}
"""The dates of a competition with one phase."""
THREE = "\n".join(FOUR.splitlines()[:3])


async def one_group_begun(laid: Table) -> tuple[Any, ...]:
    """Play the opening of a group of three in its first of two phases; only Ion has joined."""
    await arbiter_made(laid)
    championship = await set_up(laid, {"groups": "1"})
    await championship.enter(THREE)
    await championship.claim("Ion Rus")
    await championship.draw()
    await laid.travel_to(bucharest("2025-05-05"))
    return Season(championship).left


@pytest_asyncio.fixture
async def begun(tmp_path: Path) -> AsyncIterator[Championship]:
    """Give the competition in its first of two phases; only Ion has joined."""
    async with laid_out(tmp_path, after=one_group_begun) as laid:
        yield Season.at(laid, *laid.done).championship


async def test_a_final_whose_day_comes_while_the_preliminary_is_open_is_reported_that_day(
    begun: Championship,
) -> None:
    """Arbiter and players read the delay, and no text names the outdated day."""
    championship, table, arbiter = begun, begun.table, begun.arbiter
    ana = await championship.claim("Ana Pop")
    await table.travel_to(bucharest("2025-10-10", "08:05:00"))

    (to_arbiter,) = told(arbiter.messages, "comp.next_late")
    (to_ana,) = told(ana.messages, "comp.next_late_player")
    assert mentions(to_arbiter, "comp.next_late_open", n=6)
    assert to_ana.date.date().isoformat() == "2025-10-10"
    await championship.say(f"/campionat {championship.code}")
    assert mentions(championship.card, "comp.dates_late", closing="2026-02-28")
    assert "10 octombrie 2025" not in championship.card.text

    await championship.homologate_all()
    await championship.say(f"/campionat {championship.code}")
    await championship.steps("advance", "yes_advance")
    going = told(ana.messages, "comp.advanced")[-1]
    assert mentions(going, "comp.advanced_late")
    await table.travel(1)
    (own,) = await table.say(ana, f"/campionat {championship.code}")
    assert "10 octombrie 2025" not in own.text


@pytest.mark.article("7.2")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_a_competition_with_a_claim_open_is_closed_only_knowingly(season: Season) -> None:
    """A button leads to the open case; one opened between the two taps is named first."""
    table, championship = season.table, season.championship
    (pair,) = await season.pairs()
    await pair.place(pair.red, "H8 CASA")
    case = await claim(pair, pair.blue, "conduct")
    await championship.homologate_all()
    await championship.say(f"/campionat {season.code}")

    await championship.press("button.comp.close")

    assert mentions(championship.card, "comp.ask.close_open", n=1)
    assert case in championship.card.text
    assert [key for key in championship.card.buttons if key.data == f"k:{case}:open"]
    await table.forge(table.arbiter, championship.card, f"c:{season.code}:close:yes")
    assert (await season.competition()).stage is CompetitionStage.RUNNING
    await claim(pair, pair.red, "conduct")
    await championship.press("button.comp.close_open")
    assert mentions(championship.card, "comp.ask.close_open", n=2)
    assert (await season.competition()).stage is CompetitionStage.RUNNING
    await championship.press("button.comp.close_open")
    assert (await season.competition()).stage is CompetitionStage.CLOSED


@pytest.mark.article("9.6")
async def test_who_writes_for_a_player_everywhere_does_so_in_the_next_phase(
    begun: Championship,
) -> None:
    """An approval for all matches applies in the final, too, until it is withdrawn."""
    championship, table = begun, begun.table
    competition, names = await championship.now(), await championship.names()
    ana = next(who for who, name in names.items() if name == "Ana Pop")
    own = next(one.code for one in competition.phase.matches if ana in one.players)
    (choices,) = await table.say(table.arbiter, f"/imputernicire {own}")
    table.arbiter.press(choices, worded("writer.choose_me_everywhere", who="Ana Pop"))
    await table.settle()
    (shown,) = await table.say(table.arbiter, "fără telefon")
    await table.press(table.arbiter, shown, "button.decide")
    await championship.homologate_all()
    await championship.say(f"/campionat {championship.code}")
    await championship.steps("advance", "yes_advance")
    await championship.draw()

    await table.travel_to(bucharest("2025-10-10"))

    after = await championship.now()
    hers = [one.code for one in after.phase.matches if ana in one.players]
    assert hers
    for code in hers:
        match = await table.stored.match(code)
        assert match.writers == {ana: after.arbiters[0]}
        assert ana in match.seated
    (goes_on,) = told(table.arbiter.messages, "writer.goes_on", who="Ana Pop")
    assert all(code in goes_on.text for code in hers)


async def test_an_only_phase_is_never_called_preliminary(table: Table) -> None:
    """Card, plan, notices, sheets and standings name the competition once each."""
    championship = await set_up(table, ONE, title="Cupa de vară")
    await championship.enter(FOUR)
    ana = await championship.claim("Ana Pop")
    await championship.draw()
    await championship.steps("plan", "dates_only")
    await table.travel_to(bucharest("2025-05-05"))
    for user in (ana, table.arbiter):
        await table.say(user, "/campionat")
        await table.say(user, "/calendar")
        *_, shown = await table.say(user, "/clasament")
        assert mentions(shown, "standings.where_only", group="A")

    seen = [each for user in (ana, table.arbiter) for each in user.messages if each.from_bot]
    named = [each.text for each in seen if "reliminar" in each.text]
    assert not named
    assert not [each.text for each in seen if "vară · Cupa" in each.text]
