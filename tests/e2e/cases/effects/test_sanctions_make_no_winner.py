"""A loss as a sanction makes no winner of a player who lost by their own fault (art. 9.1, 10.3)."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.bench import later, own_case, rule
from tests.e2e.harness import Pair, table
from tests.e2e.matches.endings_shared import both_have_moved
from tests.e2e.texts import told


@pytest_asyncio.fixture(name="moved")
async def _moved(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match in whose home game Red has made a move and Blue has passed."""
    async with table(tmp_path, after=both_have_moved) as laid:
        yield Pair(laid, *laid.done)


async def ruled(pair: Pair, *rulings: str) -> None:
    """Have the arbiter make each ruling in a case of its own."""
    for ruling in rulings:
        await rule(pair.table, await own_case(pair.table, pair.id), ruling)


def worth(pair: Pair) -> tuple[str, str]:
    """Return the figures of the game in the last decision, Red's first."""
    decision = told(pair.blue.messages, "case.decision")[-1]
    found = re.search(r"(\d,\d{4}) – (\d,\d{4})", decision.text)
    assert found is not None, decision.text
    return found[1], found[2]


@pytest.mark.article("9.1", "10.3")
async def test_who_never_came_has_nothing_when_the_opponent_is_punished(unopened: Pair) -> None:
    """Red has not opened in eleven days; whatever is ruled on Blue, Red has 0."""
    await ruled(unopened, "loss.blue")

    red, blue = worth(unopened)
    assert red == "0,0000"
    assert blue <= "0,4700"


@pytest.mark.article("7.2", "10.3")
async def test_who_lost_on_time_keeps_what_they_lost(moved: Pair) -> None:
    """Red lost on time at 8 to 0; when Blue is punished afterwards, both have a loser's figure."""
    await later(moved.table, 32)

    await ruled(moved, "lost_on_time.red", "loss.blue")

    assert worth(moved) == ("0,4800", "0,0000")
