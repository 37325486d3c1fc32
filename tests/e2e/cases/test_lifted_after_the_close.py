"""An exclusion that is lifted once its competition is closed (art. 10.2, 10.3)."""

import pytest

from engine.competitions.competition import CompetitionStage
from tests.e2e.bench import offered, own_case, rule
from tests.e2e.season import Season
from tests.e2e.texts import mentions


@pytest.mark.article("10.2", "10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene", exclusion="void")
async def test_an_exclusion_is_lifted_in_a_closed_competition(season: Season) -> None:
    """The player's results count again, and no game of the closed competition goes on."""
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
