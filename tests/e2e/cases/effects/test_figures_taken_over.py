"""Figures that the arbiter took over remain the base of every later ruling (art. 8.5, 10.3)."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from sandbox import Message
from tests.e2e.bench import REASON, choose, confirm, own_case, rule
from tests.e2e.cases.effects.figures_taken_over_shared import approve, results, taken
from tests.e2e.conftest import home_passed_out
from tests.e2e.harness import Pair, Table, casa_placed, continues, last_with, table
from tests.e2e.matches.endings_shared import resign
from tests.e2e.texts import mentions, told


@continues(home_passed_out)
async def both_over(laid: Table) -> tuple[Any, ...]:
    """Have the home game end after Red's move and four passes, and Blue resign the return game."""
    pair = Pair(laid, *laid.done)
    for user in (pair.red, pair.blue):
        await laid.press(user, last_with(user, f"ret:{pair.code}"), "button.return_leg")
    pair.leg = 2
    await resign(pair, pair.blue)
    return laid.done


@continues(casa_placed)
async def resigned_while_ahead(laid: Table) -> tuple[Any, ...]:
    """Have Blue resign the home game after one round, and Red the return game, ahead over both."""
    pair = Pair(laid, *laid.done)
    await pair.place(pair.blue, "PAS")
    await pair.give_up_both()
    return laid.done


@continues(both_over)
async def figures_proposed(laid: Table) -> tuple[Any, ...]:
    """Have the arbiter take over 1.2 and 0.8 for the home game; return the match and the card."""
    return *laid.done, await taken(Pair(laid, *laid.done), "1,2 0,8")


@continues(figures_proposed)
async def figures_official(laid: Table) -> tuple[Any, ...]:
    """Have the arbiter approve these figures; return the same."""
    *match, card = laid.done
    await approve(Pair(laid, *match), card)
    return laid.done


@pytest_asyncio.fixture(name="proposed")
async def _proposed(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match whose home game ended 1.5 and 0.5 by passes; 1.2 and 0.8 are proposed."""
    async with table(tmp_path, after=figures_proposed) as laid:
        *match, _ = laid.done
        yield Pair(laid, *match)


@pytest_asyncio.fixture(name="official")
async def _official(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give that match after the approval of these figures."""
    async with table(tmp_path, after=figures_official) as laid:
        *match, _ = laid.done
        yield Pair(laid, *match)


def decided(pair: Pair, red: str, blue: str) -> bool:
    """Return whether Blue's last decision names these figures of the home game."""
    decision = told(pair.blue.messages, "case.decision")[-1]
    return mentions(decision, "effect.coefficients", red_c=red, blue_c=blue)


@pytest.mark.article("8.5", "10.3")
async def test_a_penalty_before_approval_takes_only_its_points(given_up: Pair) -> None:
    """From 1.2 and 0.8 a penalty of 0.1 for Blue leaves 1.2 and 0.7; lifted, 1.2 and 0.8."""
    pair = given_up
    await taken(pair, "1,2 0,8")
    card = await own_case(pair.table, pair.id)

    await choose(pair.table, card, "penalty", "penalty.blue.p0.1")

    assert (await results(pair))[0] == ("1.2000", "0.7000")
    assert decided(pair, "1.2000", "0.7000")
    await pair.table.press(pair.table.arbiter, card, "button.case.reverse")
    await rule(pair.table, card, "lifted")
    assert (await results(pair))[0] == ("1.2000", "0.8000")


async def _lifted(pair: Pair, ruling: str) -> Message:
    """Have the arbiter make a ruling and lift it: 1.2 and 0.8 count again; return the card."""
    laid, counts = pair.table, ("1.2000", "0.8000")
    case = await own_case(laid, pair.id)
    await rule(laid, case, ruling)
    assert (await results(pair))[0] != counts

    await laid.press(laid.arbiter, case, "button.case.reverse")
    await rule(laid, case, "lifted")

    assert (await results(pair))[0] == counts
    return case


@pytest.mark.article("8.5", "10.3")
async def test_a_ruling_that_is_lifted_brings_the_proposed_figures_back(proposed: Pair) -> None:
    """A level game replaces 1.2 and 0.8; once it is lifted, they count again."""
    await _lifted(proposed, "level")


@pytest.mark.article("5.3", "8.5", "10.3")
async def test_what_is_taken_back_brings_the_official_figures_back(official: Pair) -> None:
    """A loss that is lifted leaves 1.2 and 0.8, and so does a score that is corrected back."""
    pair, laid = official, official.table
    case = await _lifted(pair, "loss.blue")

    for points in (99, 8):
        await laid.forge(laid.arbiter, case, f"rule:{pair.id}#1:score.m0.n{points}")
        await confirm(laid, laid.arbiter, REASON, laid.arbiter.last)
        assert ((await results(pair))[0] == ("1.2000", "0.8000")) is (points == 8)


@pytest.mark.article("8.5", "10.3")
@pytest.mark.parametrize(
    ("figures", "ruled", "approved"),
    [("1,6 0,4", ("1.6000", "0.4000"), False), ("1,0 0,0", ("1.5300", "0.0000"), True)],
    ids=["innocent", "punished"],
)
async def test_a_loss_of_the_opponent_lowers_nobody_innocent_and_raises_nobody_punished(
    given_up: Pair, figures: str, ruled: tuple[str, str], *, approved: bool
) -> None:
    """If Blue loses by a ruling, Red keeps the higher of their figures and Blue the lower."""
    pair = given_up
    card = await taken(pair, figures)
    if approved:
        await approve(pair, card)

    await rule(pair.table, await own_case(pair.table, pair.id), "loss.blue")

    assert (await results(pair))[0] == ruled
    assert decided(pair, *ruled)


@pytest.mark.article("8.5", "9.1")
async def test_figures_on_the_other_game_bring_the_zero(given_up: Pair) -> None:
    """With 1.6 in the home game Red is ahead over both, and has 0 in the game they resigned."""
    assert await results(given_up) == [("1.5300", "0.4700"), ("1.5300", "0.4700")]

    await taken(given_up, "1,6 0,4")

    assert await results(given_up) == [("1.6000", "0.4000"), ("1.5300", "0.0000")]


@pytest.mark.article("8.5", "9.1")
async def test_figures_on_the_other_game_take_the_zero_away(tmp_path: Path) -> None:
    """With 1.0 in the home game Red is no longer ahead, and keeps 0.47 in the resigned game."""
    async with table(tmp_path, after=resigned_while_ahead) as laid:
        pair = Pair(laid, *laid.done)
        assert (await results(pair))[1] == ("1.5300", "0.0000")

        await taken(pair, "1,0 1,0")

        assert await results(pair) == [("1.0000", "1.0000"), ("1.5300", "0.4700")]
