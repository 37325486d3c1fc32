"""A word that waits for the arbiter when the opponent resigns is ruled, and counts (art. 9.1)."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.games.game import move_notation
from engine.matches.results import match_coefficients
from sandbox import Message
from tests.e2e.bench import case_now, tap
from tests.e2e.harness import Pair, Table, continues, match_begun, table
from tests.e2e.matches.endings_shared import resign
from tests.e2e.plays import best, refused
from tests.e2e.texts import facts_of, mentions, told


@continues(match_begun)
async def resigned_meanwhile(laid: Table) -> tuple[Any, ...]:
    """Have Red ask about a word after one round, and Blue, who is ahead, resign meanwhile."""
    pair = Pair(laid, *laid.done)
    await pair.place(pair.red, "PAS")
    await pair.place(pair.blue, best(await pair.game()) or "PAS")
    typed = refused(await pair.game())
    (asked,) = await laid.say(pair.red, typed)
    await laid.press(pair.red, asked, "button.query.ask")
    card = told(laid.arbiter.messages, "case.card")[-1]
    await resign(pair, pair.blue)
    return laid.done, typed, card


@pytest_asyncio.fixture(name="waiting")
async def _waiting(tmp_path: Path) -> AsyncIterator[tuple[Pair, str, Message]]:
    """Give that match, Red's placement and the arbiter's card."""
    async with table(tmp_path, after=resigned_meanwhile) as laid:
        left, typed, card = laid.done
        yield Pair(laid, *left), typed, card


async def worth(pair: Pair) -> tuple[str, str]:
    """Return the figures of the home game, Red's first."""
    (found,) = match_coefficients(await pair.table.stored.match(pair.code)).values()
    return f"{found.first}", f"{found.second}"


@pytest.mark.article("5.3")
async def test_nobody_withdraws_a_word_that_waits_when_the_opponent_resigns(
    waiting: tuple[Pair, str, Message],
) -> None:
    """The case stays open, and its card does not say that its author has withdrawn it."""
    pair, _, card = waiting

    assert not mentions(card, "case.withdrawn", who="Ana Pop")
    assert (await case_now(pair.table, facts_of(card, "case.card")["case"])).is_open
    (listed,) = await pair.table.say(pair.table.arbiter, "/mesa")
    assert pair.id in listed.text


@pytest.mark.article("5.3", "9.1")
async def test_a_word_upheld_after_the_opponent_resigned_counts(
    waiting: tuple[Pair, str, Message],
) -> None:
    """The placement, made before the resignation, raises the figure of the player who stays."""
    pair, typed, card = waiting
    assert await worth(pair) == ("1.5200", "0.4800")

    await tap(pair.table, pair.table.arbiter, card, "word_official")

    game = await pair.game()
    assert move_notation(game.moves[-1]) == typed
    assert game.ended is not None
    assert await worth(pair) == ("1.5400", "0.4000")
    assert told(pair.red.messages, "query.upheld", placement=typed)


@pytest.mark.article("5.3", "9.1")
async def test_a_word_refused_after_the_opponent_resigned_changes_nothing(
    waiting: tuple[Pair, str, Message],
) -> None:
    """The case is answered, and the figures stay those of the score without the placement."""
    pair, _, card = waiting
    before = await worth(pair)

    await tap(pair.table, pair.table.arbiter, card, "word_not_official")

    ruled = (await case_now(pair.table, facts_of(card, "case.card")["case"])).ruled
    assert ruled is not None
    assert await worth(pair) == before
