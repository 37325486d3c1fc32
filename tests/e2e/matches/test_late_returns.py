"""A start day for return games later than art. 7.1 allows must be confirmed for each match."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.matches.match import MatchStage
from tests.e2e.cases.effects.acts_taken_back_shared import undone
from tests.e2e.harness import Pair, Table, arbiter_made, bucharest
from tests.e2e.harness import table as table_laid
from tests.e2e.season import Season, cup
from tests.e2e.texts import mentions, told


async def _give_up(pair: Pair) -> None:
    (asked,) = await pair.table.say(pair.blue, f"/abandon {pair.id}")
    await pair.table.press(pair.blue, asked, "button.abandon")


async def home_games_resigned(laid: Table) -> tuple[Any, ...]:
    """Begin a cup of three whose return games start late, and have each home game resigned."""
    await arbiter_made(laid)
    season = await cup(laid, "Ana Pop", "Ion Rus", "Dan Ene", returns="20.05")
    for pair in await season.pairs():
        await _give_up(pair)
    return season.left


@pytest_asyncio.fixture
async def pairs(tmp_path: Path) -> AsyncIterator[list[Pair]]:
    """Give the pairs of that cup."""
    async with table_laid(tmp_path, after=home_games_resigned) as laid:
        yield await Season.at(laid, *laid.done).pairs()


@pytest.mark.article("7.1")
async def test_a_late_return_day_is_confirmed_for_each_match_by_name(pairs: list[Pair]) -> None:
    """If confirmed, the return game waits for that day; otherwise it starts on the fifth day."""
    confirmed, refused, _ = pairs
    table = confirmed.table
    for pair in (confirmed, refused):
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
async def test_the_arbiter_takes_a_late_return_day_back(pairs: list[Pair]) -> None:
    """The return game begins on the fifth day, or at once if that has passed."""
    in_time, late, _ = pairs
    table = in_time.table
    cards = {}
    for pair in (in_time, late):
        (cards[pair.code],) = told(table.arbiter.messages, "return_leg.late", match=pair.code)
        await table.press(table.arbiter, cards[pair.code], "button.late_return")

    await undone(table, table.arbiter, cards[in_time.code])

    match = await table.stored.match(in_time.code)
    assert (match.late_return, match.stage) == (False, MatchStage.BETWEEN)
    await table.travel_to(bucharest("2025-05-10", "12:00:00"))
    assert (await table.stored.match(in_time.code)).stage is MatchStage.RETURN
    assert (await table.stored.match(late.code)).stage is MatchStage.BETWEEN

    await undone(table, table.arbiter, cards[late.code])

    match = await table.stored.match(late.code)
    assert (match.late_return, match.stage) == (False, MatchStage.RETURN)
