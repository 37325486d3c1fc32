"""A start day for return games later than art. 7.1 allows must be confirmed for each match."""

import pytest

from engine.matches.match import MatchStage
from tests.e2e.cases.effects.acts_taken_back_shared import undone
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.season import cup
from tests.e2e.texts import mentions, told


async def _give_up(pair: Pair) -> None:
    (asked,) = await pair.table.say(pair.blue, f"/abandon {pair.id}")
    await pair.table.press(pair.blue, asked, "button.abandon")


@pytest.mark.article("7.1")
async def test_a_late_return_day_is_confirmed_for_each_match_by_name(table: Table) -> None:
    """If confirmed, the return game waits for that day; otherwise it starts on the fifth day."""
    season = await cup(table, "Ana Pop", "Ion Rus", "Dan Ene", returns="20.05")
    confirmed, refused, _ = await season.pairs()
    for pair in (confirmed, refused):
        await _give_up(pair)
        assert mentions(
            told(pair.red.messages, "return_leg.offered", match=pair.code)[-1],
            "return_leg.not_confirmed",
            day="2025-05-06",
            late="2025-05-20",
        )
    (card,) = told(table.arbiter.messages, "return_leg.late", match=confirmed.code)
    assert mentions(card, "return_leg.late", late="2025-05-20", day="2025-05-06")

    await table.forge(confirmed.red, confirmed.red.last, f"lateret:{confirmed.code}")
    assert not (await table.stored.match(confirmed.code)).late_return  # a player confirms nothing
    await table.press(table.arbiter, card, "button.late_return")

    assert mentions(card, "return_leg.late_done", day="2025-05-20")
    for user in (confirmed.red, confirmed.blue):
        assert told(user.messages, "return_leg.late_told", match=confirmed.code, day="2025-05-20")
    await table.travel_to(bucharest("2025-05-06", "12:00:00"))
    assert (await table.stored.match(refused.code)).stage is MatchStage.RETURN
    assert (await table.stored.match(confirmed.code)).stage is MatchStage.BETWEEN
    await table.forge(table.arbiter, card, f"lateret:{refused.code}")
    assert mentions(card, "fault.no_return_waiting")
    await table.travel_to(bucharest("2025-05-20", "12:00:00"))
    assert (await table.stored.match(confirmed.code)).stage is MatchStage.RETURN


@pytest.mark.article("7.1")
@pytest.mark.parametrize("later", [False, True], ids=["in time", "after the fifth day"])
async def test_the_arbiter_takes_a_late_return_day_back(table: Table, *, later: bool) -> None:
    """The return game begins on the fifth day, or at once if that has passed."""
    season = await cup(table, "Ana Pop", "Ion Rus", returns="20.05")
    (pair,) = await season.pairs()
    await _give_up(pair)
    (card,) = told(table.arbiter.messages, "return_leg.late", match=pair.code)
    await table.press(table.arbiter, card, "button.late_return")
    if later:
        await table.travel_to(bucharest("2025-05-10", "12:00:00"))

    await undone(table, table.arbiter, card)

    match = await table.stored.match(pair.code)
    assert not match.late_return
    assert match.stage is (MatchStage.RETURN if later else MatchStage.BETWEEN)
