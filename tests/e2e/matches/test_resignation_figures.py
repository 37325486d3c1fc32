"""The figures of a resignation are those that its dialogue shows (art. 9.1)."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.matches.results import match_coefficients
from tests.e2e.cases.disputes_shared import PARTNER, last_placement_waits
from tests.e2e.harness import Pair, Table, continues, match_begun, table
from tests.e2e.play.undo_shared import UNDO
from tests.e2e.plays import best
from tests.e2e.season import Season


@continues(match_begun)
async def one_round(laid: Table) -> tuple[Any, ...]:
    """Have Red pass and Blue make their best move, which counts 20 points."""
    pair = Pair(laid, *laid.done)
    await pair.place(pair.red, "PAS")
    await pair.place(pair.blue, best(await pair.game()) or "PAS")
    return laid.done


@pytest_asyncio.fixture(name="held")
async def _held(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give that match, where a move of 30 points by Red is held for twenty seconds."""
    async with table(tmp_path, changed=UNDO, after=one_round) as laid:
        pair = Pair(laid, *laid.done)
        await pair.place(pair.red, best(await pair.game()) or "PAS")
        yield pair


async def worth(pair: Pair) -> tuple[str, str]:
    """Return the figures of the home game, Red's first."""
    (found,) = match_coefficients(await pair.table.stored.match(pair.code)).values()
    return f"{found.first}", f"{found.second}"


@pytest.mark.article("9.1")
async def test_while_a_move_is_held_the_dialogue_names_both_outcomes(held: Pair) -> None:
    """Blue reads 0.4800 for the board of now, and 0.4000 if Red's move comes first."""
    laid = held.table

    (question,) = await laid.say(held.blue, "/abandon")

    for figure in ("0,4800", "0,4000"):
        assert figure in question.text
    await laid.press(held.blue, question, "button.abandon")
    assert await worth(held) in {("1.5200", "0.4800"), ("1.5400", "0.4000")}


@pytest.mark.article("9.1")
async def test_a_resignation_never_counts_with_other_figures_than_shown(tmp_path: Path) -> None:
    """If Red moves between the dialogue and the tap, the figures are those of the dialogue.

    Or the tap shows the new figures first.
    """
    async with table(tmp_path, after=one_round) as laid:
        pair = Pair(laid, *laid.done)
        (question,) = await laid.say(pair.blue, "/abandon")
        assert "0,4800" in question.text
        await pair.place(pair.red, best(await pair.game()) or "PAS")

        await laid.press(pair.blue, question, "button.abandon")

        if (await pair.game()).ended is None:
            assert "0,4000" in question.text
        else:
            assert await worth(pair) == ("1.5200", "0.4800")


@pytest.mark.article("9.1", "5.2")
async def test_who_need_only_accept_the_last_placement_gains_nothing_by_resigning(
    tmp_path: Path,
) -> None:
    """Red's figure is that of the game played out, 532 to 566, which is lower: 0.4845."""
    async with table(tmp_path, settings=PARTNER, after=last_placement_waits) as laid:
        (pair,) = await Season.at(laid, *laid.done).pairs()
        (question,) = await laid.say(pair.red, f"/abandon {pair.id}")

        await laid.press(pair.red, question, "button.abandon")

        assert await worth(pair) == ("0.4845", "1.5155")
