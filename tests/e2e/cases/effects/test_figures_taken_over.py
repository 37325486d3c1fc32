"""Figures that the arbiter took over remain the base of every later ruling (art. 8.5, 10.3)."""

import pytest

from engine.matches.match import MatchStage
from tests.e2e.bench import REASON, confirm, own_case, rule
from tests.e2e.cases.effects.acts_taken_back_shared import undone
from tests.e2e.cases.effects.figures_taken_over_shared import approve, results, taken
from tests.e2e.harness import Pair, last_with
from tests.e2e.matches.endings_shared import resign
from tests.e2e.texts import mentions, told


@pytest.mark.article("5.3", "8.5", "10.2", "10.3")
async def test_what_is_taken_back_brings_the_official_figures_back(passed_out: Pair) -> None:
    """A loss that is lifted leaves 1.2 and 0.8, and so does a score that is corrected back.

    If the figures themselves are taken back, the calculated ones become official.
    """
    pair, laid = passed_out, passed_out.table
    for user in (pair.red, pair.blue):
        await laid.press(user, last_with(user, f"ret:{pair.code}"), "button.return_leg")
    await resign(Pair(laid, pair.code, pair.red, pair.blue, leg=2), pair.blue)
    calculated, own = await results(pair), ("1.2000", "0.8000")
    figures = await taken(pair, "1,2 0,8")
    await approve(pair, figures)
    assert (await results(pair))[0] == own
    case = await own_case(laid, pair.id)
    await rule(laid, case, "loss.blue")
    assert (await results(pair))[0] != own

    await rule(laid, case, "lifted")
    assert (await results(pair))[0] == own

    for points in (99, 8):
        await laid.forge(laid.arbiter, case, f"rule:{pair.id}#1:score.m0.n{points}")
        await confirm(laid, laid.arbiter, REASON, laid.arbiter.last)
        assert ((await results(pair))[0] == own) is (points == 8)

    await undone(laid, laid.arbiter, figures)

    assert await results(pair) == calculated
    assert (await laid.stored.match(pair.code)).stage is MatchStage.HOMOLOGATED


@pytest.mark.article("8.5", "9.1", "10.3")
async def test_figures_on_the_other_game_bring_the_zero(given_up: Pair) -> None:
    """With 1.6 in the home game Red is ahead over both, and has 0 in the game they resigned.

    If Blue then loses the home game by a ruling, Red keeps 1.6, the higher of their figures.
    """
    pair = given_up
    assert await results(pair) == [("1.5300", "0.4700"), ("1.5300", "0.4700")]

    await taken(pair, "1,6 0,4")

    assert await results(pair) == [("1.6000", "0.4000"), ("1.5300", "0.0000")]
    await rule(pair.table, await own_case(pair.table, pair.id), "loss.blue")
    assert await results(pair) == [("1.6000", "0.4000"), ("1.5300", "0.0000")]
    decision = told(pair.blue.messages, "case.decision")[-1]
    assert mentions(decision, "ruling.loss", who="Ion Rus")
