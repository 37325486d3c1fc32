"""Disqualifications lifted after the phase or competition has closed (art. 10.2, 10.3)."""

import pytest

from engine.competitions.competition import CompetitionStage
from engine.competitions.participation import Role, participation
from tests.e2e.bench import offered, own_case, rule
from tests.e2e.finals import FINAL, THREE, preliminary
from tests.e2e.harness import Table
from tests.e2e.season import Season
from tests.e2e.texts import mentions


@pytest.mark.article("10.2", "10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene", exclusion="void")
async def test_an_exclusion_is_lifted_in_a_closed_competition(season: Season) -> None:
    """The player's results count again, and no game of the closed competition resumes."""
    table, made = season.table, season.championship
    out = await season.person("Ana Pop")
    listed = (await season.matches(of=out))[0]
    card = await own_case(table, f"{listed.code}/1")
    await rule(table, card, f"exclusion.{'red' if listed.red == out else 'blue'}")
    await made.homologate_all()
    await made.say(f"/campionat {season.code}")
    await made.steps("close", "yes_close")
    assert (await season.competition()).stage is CompetitionStage.CLOSED
    await table.press(table.arbiter, card, "button.case.reverse")

    shown = await rule(table, card, offered(card)[0])

    assert mentions(shown, "ruling.done")
    after = await season.competition()
    assert after.stage is CompetitionStage.CLOSED
    assert after.excluded == frozenset()
    for one in await season.matches(of=out):
        assert not (await table.stored.match(one.code)).all_running


@pytest.mark.article("10.2", "10.3")
async def test_an_exclusion_ruled_in_the_preliminary_is_lifted_while_the_final_runs(
    table: Table,
) -> None:
    """The player reads that they may play again; the finished table and the final do not change."""
    made = await preliminary(table, (*THREE, "Ema Ilie"))
    out = await made.person("Ana Pop")
    listed = (await made.matches(of=out))[0]
    card = await own_case(table, f"{listed.code}/1")
    await rule(table, card, f"exclusion.{'red' if listed.red == out else 'blue'}")
    await made.championship.homologate_all()
    await made.championship.say(f"/campionat {made.code}")
    await made.championship.steps("advance", "yes_advance")
    await made.championship.draw()
    await table.travel_to(FINAL)
    before = await made.competition()
    assert before.stage is CompetitionStage.RUNNING
    assert participation(before, out).role is Role.EXCLUDED
    await table.press(table.arbiter, card, "button.case.reverse")

    shown = await rule(table, card, offered(card)[0])

    assert mentions(shown, "ruling.done")
    after = await made.competition()
    assert after.excluded == frozenset()
    assert participation(after, out).role is Role.ELIMINATED
    assert after.phases[0].tables() == before.phases[0].tables()
    assert after.phase.players == before.phase.players
    (own,) = await table.say(made.users[out], f"/campionat {made.code}")
    assert mentions(own, "comp.own_eliminated")
    for one in before.phases[0].matches:
        if out in one.players:
            assert not (await table.stored.match(one.code)).all_running
