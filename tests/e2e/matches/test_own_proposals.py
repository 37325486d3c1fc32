"""A player who objects to proposed results proposes their own coefficients (art. 8.5)."""

import pytest

from engine.ids import Leg
from engine.matches.match import MatchStage
from sandbox import Message
from tests.e2e.bench import choose, own_case, rule, tap
from tests.e2e.championship import press
from tests.e2e.harness import Pair, last_with
from tests.e2e.texts import mentions, says, told


async def objected(pair: Pair) -> Message:
    """Have Red object to the proposed results; return the question for a reason."""
    table = pair.table
    asked = last_with(pair.red, f"res:{pair.code}:no")
    await table.press(pair.red, asked, "button.results_no")
    return asked


@pytest.mark.article("8.5", "10.3")
async def test_the_arbiter_sees_both_proposals_and_takes_one_over(given_up: Pair) -> None:
    """Ana's figures are on the arbiter's card; adopted with a reason, they are approved.

    Later rulings change these figures.
    """
    pair, table = given_up, given_up.table
    asked = await objected(pair)
    await press(table, pair.red, asked, "button.own", label="tur")
    (wrong,) = await table.say(pair.red, "1,9 0,4")
    assert mentions(wrong, "fault.coefficient_out_of_range")
    await table.say(pair.red, "1,2 0,8")

    card = told(table.arbiter.messages, "own.told", who="Ana Pop")[-1]
    assert mentions(card, "own.row", who="Ana Pop")
    take = next(one.data for one in card.buttons if one.data.startswith("own:take"))
    await table.press(table.arbiter, card, "button.own_take")
    (shown,) = await table.say(table.arbiter, "Fișa ei este cea completă.")
    await table.press(table.arbiter, shown, "button.decide")
    (taken,) = told(pair.blue.messages, "own.taken", who="Ana Pop")
    assert mentions(taken, "own.row", red_c="1.2000", blue_c="0.8000")
    assert not mentions(shown, "own.row")
    assert not any(each.data.startswith("own:take") for each in shown.buttons)
    await table.press(table.arbiter, shown, "button.homologate")
    await table.press(table.arbiter, shown, "button.homologate_all_the_same")

    match = await table.stored.match(pair.code)
    assert match.stage is MatchStage.HOMOLOGATED
    home = match.results[0]
    assert sorted((f"{home.red}", f"{home.blue}")) == ["0.8000", "1.2000"]
    assert home.leg is Leg.HOME
    final = told(pair.blue.messages, "results.final", match=pair.code)[-1]
    assert "1,2000" in final.text
    await table.forge(table.arbiter, card, take)
    assert mentions(card, "fault.no_results_proposed")
    assert says(shown, "results.homologated", match=pair.code)
    await _ruled_on_after_approval(pair)


async def _ruled_on_after_approval(pair: Pair) -> None:
    """Check that two penalties apply to 1.2, and that a loss makes no winner of who gave up."""
    table = pair.table

    async def home() -> tuple[str, str]:
        result = (await table.stored.match(pair.code)).results[0]
        return f"{result.red}", f"{result.blue}"

    assert await home() == ("1.2000", "0.8000")
    first = await own_case(table, pair.id)
    await choose(table, first, "penalty", "penalty.red.p0.3")
    assert await home() == ("0.9000", "0.8000")
    decided = told(pair.blue.messages, "case.decision")[-1]
    assert mentions(decided, "effect.coefficients", red_c="0.9000", blue_c="0.8000")

    second = await own_case(table, pair.id)
    await choose(table, second, "penalty", "penalty.red.p0.2")
    assert await home() == ("0.7000", "0.8000")
    decided = told(pair.blue.messages, "case.decision")[-1]
    assert mentions(decided, "effect.penalties", who="Ana Pop", points="0.5")

    third = await own_case(table, pair.id)
    await rule(table, third, "loss.red")
    red, blue = await home()
    assert blue == "0.8000"
    assert mentions(
        told(pair.red.messages, "case.decision")[-1], "effect.coefficients", blue_c=blue
    )
    assert float(red) < 0.5


@pytest.mark.article("8.5")
async def test_figures_that_nobody_asked_for_are_understood(given_up: Pair) -> None:
    """Typed as a reason or after it, they bring the question of the game, and the reason stays."""
    pair, table = given_up, given_up.table
    await objected(pair)
    (which,) = await table.say(pair.red, "1,2 0,8")
    assert says(which, "own.which", own="1.2", partner="0.8")
    assert told(table.arbiter.messages, "remark.objection") == []
    (sent,) = await table.say(pair.red, "Am primit mai puține puncte decât pe fișă.")
    assert says(sent, "remark.sent")
    assert told(table.arbiter.messages, "remark.objection", who="Ana Pop")
    (which,) = await table.say(pair.red, "1,3-0,7")

    await tap(table, pair.red, which, f"own:put:{pair.code}:2")

    assert mentions(which, "own.row", who="Ana Pop", red_c="0.7000", blue_c="1.3000")
    card = told(table.arbiter.messages, "own.told", who="Ana Pop")[-1]
    assert mentions(card, "own.row", red_c="0.7000", blue_c="1.3000")
    await table.press(pair.red, which, "button.results_yes_after")
    (other,) = await table.say(pair.red, "1,3 0,7")
    assert not mentions(other, "own.which")
