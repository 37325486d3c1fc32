"""Disqualifications lifted after the phase or competition has closed (art. 10.2, 10.3)."""

from pathlib import Path

import pytest

from engine.competitions.competition import CompetitionStage
from engine.competitions.participation import participation
from engine.competitions.parts import Treatment
from engine.competitions.status import Role
from tests.e2e.bench import offered, own_case, rule
from tests.e2e.finals import FINAL, two_will_advance
from tests.e2e.harness import table as laid_table
from tests.e2e.season import Season
from tests.e2e.texts import mentions


@pytest.mark.article("10.2", "10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_an_exclusion_is_lifted_in_a_closed_competition(season: Season) -> None:
    """The player's results count again, and no game of the closed competition resumes.

    Only that player may be disqualified again, and then the tables are as at the end.
    """
    table, made = season.table, season.championship
    out = await season.person("Ana Pop")
    listed = (await season.matches(of=out))[0]
    colour, other = ("red", "blue") if listed.red == out else ("blue", "red")
    card = await own_case(table, f"{listed.code}/1")
    await rule(table, card, f"exclusion.{colour}")
    assert (await season.competition()).phase.treatments == {out: Treatment.VOID}
    await made.homologate_all()
    await made.say(f"/campionat {season.code}")
    await made.steps("close", "yes_close")
    closed = await season.competition()
    assert closed.stage is CompetitionStage.CLOSED
    await table.press(table.arbiter, card, "button.case.reverse")

    shown = await rule(table, card, offered(card)[0])

    assert mentions(shown, "ruling.done")
    after = await season.competition()
    assert after.stage is CompetitionStage.CLOSED
    assert after.excluded == frozenset()
    for one in await season.matches(of=out):
        assert not (await table.stored.match(one.code)).all_running
    again = await own_case(table, f"{listed.code}/1")
    assert f"exclusion.{other}" not in offered(again)

    await rule(table, again, f"exclusion.{colour}")

    after = await season.competition()
    assert after.excluded == {out}
    assert after.phase.tables() == closed.phase.tables()


@pytest.mark.article("10.2", "10.3")
async def test_an_exclusion_ruled_in_the_preliminary_is_lifted_while_the_final_runs(
    tmp_path: Path,
) -> None:
    """The player reads that they may play again; the finished table and the final do not change."""
    async with laid_table(tmp_path, after=two_will_advance) as laid:
        await _lifted_while_the_final_runs(Season.at(laid, *laid.done))


async def _lifted_while_the_final_runs(made: Season) -> None:
    """Disqualify a player in the preliminary phase, and reinstate them in the final."""
    table = made.table
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
