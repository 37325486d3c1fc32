"""Fixtures of competitions with players: before the draw, and in play."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio

from sandbox import Message
from tests.e2e.championship import FOUR, Championship, set_up
from tests.e2e.competitions.closing.closing_shared import end_all
from tests.e2e.competitions.season_import_shared import season_recorded
from tests.e2e.harness import Table, arbiter_made, bucharest, continues, table
from tests.e2e.plays import best
from tests.e2e.season import Season, cup_begun

CLOSING = "2025-05-20"
"""The closing date of the cup of three games."""


async def four_entered(laid: Table) -> tuple[Any, ...]:
    """Set up a competition of two phases, and enter four players; the first one has joined."""
    await arbiter_made(laid)
    championship = await set_up(laid, title="Cupa Primăverii 2025")
    await championship.enter(FOUR)
    await championship.claim("Ana Pop")
    return Season(championship).left


@pytest_asyncio.fixture
async def entered(tmp_path: Path) -> AsyncIterator[Championship]:
    """Give a competition with four players, of whom Ana has joined."""
    async with table(tmp_path, after=four_entered) as laid:
        yield Season.at(laid, *laid.done).championship


@pytest_asyncio.fixture
async def recorded(tmp_path: Path) -> AsyncIterator[Table]:
    """Give a table with a past season of three players, and its code."""
    async with table(tmp_path, after=season_recorded) as laid:
        yield laid


@continues(cup_begun("Ana Pop", "Ion Rus", "Dan Ene", until=CLOSING))
async def three_games(laid: Table) -> tuple[Any, ...]:
    """Begin the three pairs of a cup: one game in play, one unanswered, one never opened."""
    played, unanswered, _ = await Season.at(laid, *laid.done).pairs()
    await laid.answer_sheet(played.red, played.id, best(await played.game()) or "PAS")
    await laid.answer_sheet(played.blue, played.id, "PAS")
    await laid.answer_sheet(unanswered.red, unanswered.id, best(await unanswered.game()) or "PAS")
    return laid.done


@continues(three_games)
async def three_games_ended(laid: Table) -> tuple[Any, ...]:
    """Have the arbiter end every game a week after the closing; return the confirming message."""
    await laid.travel_to(bucharest("2025-05-27", "09:00:00"))
    return laid.done, await end_all(laid)


@pytest_asyncio.fixture
async def ended(tmp_path: Path) -> AsyncIterator[tuple[Season, Message]]:
    """Give that cup a week after its closing, and the message that confirms the ends."""
    async with table(tmp_path, after=three_games_ended) as laid:
        left, done = laid.done
        yield Season.at(laid, *left), done


@pytest_asyncio.fixture
async def running(tmp_path: Path) -> AsyncIterator[Season]:
    """Give the cup of three games on its first day."""
    async with table(tmp_path, after=three_games) as laid:
        yield Season.at(laid, *laid.done)
