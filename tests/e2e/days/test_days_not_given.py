"""Days that no leave or outage gives: after the time, or while a word waits (art. 7.1, 7.2)."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox import Message
from tests.e2e.bench import offered, own_case, tap
from tests.e2e.cases.word_queries_shared import asked
from tests.e2e.harness import Pair, bucharest, table
from tests.e2e.matches.endings_shared import both_have_moved
from tests.e2e.texts import mentions, told

PAUSES = "leave announced after the time was exceeded pauses the clock"


@pytest_asyncio.fixture(name="late")
async def _late(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match on 10 June: Red, late since 2 June, announced leave then for 3 to 9 June."""
    async with table(tmp_path, after=both_have_moved) as laid:
        pair = Pair(laid, *laid.done)
        await laid.travel_to(bucharest("2025-06-02"))
        assert told(pair.red.messages, "time.exceeded_you", game=pair.id)
        await laid.say(pair.red, "/concediu 3.06 9.06")
        await laid.travel_to(bucharest("2025-06-10"))
        yield pair


async def times(pair: Pair) -> Message:
    """Return the arbiter's list of thinking times."""
    (shown, *_) = await pair.table.say(pair.table.arbiter, f"/timp {pair.id}")
    return shown


@pytest.mark.article("7.2")
async def test_four_extra_days_do_not_do_the_work_of_seven(late: Pair) -> None:
    """With four more days the time is still exceeded, by five days, and a case offers the loss.

    All days from 2 May to 9 June are used, the leave days too.
    """
    laid = late.table
    assert mentions(await times(late), "time.row", who="Ana Pop", used=39)
    (card,) = await laid.say(laid.arbiter, f"/prelungire {late.id} ana 4 a fost bolnavă")
    await laid.press(laid.arbiter, card, "button.decide")

    found = offered(await own_case(laid, late.id))

    assert "lost_on_time.red" in found
    assert "depășit cu 5 zile" in (await times(late)).text


async def compensated(pair: Pair) -> None:
    """Have the operator give back the days of an outage from 3 to 5 May."""
    laid = pair.table
    (card,) = await laid.say(laid.operator, "/compensare 3.05-5.05 serverul era oprit")
    await laid.press(laid.operator, card, "button.decide")


@pytest.mark.article("5.3", "7.1")
async def test_an_outage_inside_an_upheld_query_gives_nothing(pair: Pair) -> None:
    """No day of the query is charged, so Red has the thirty days of before and no more."""
    _, _, card = await asked(pair)
    await pair.table.travel_to(bucharest("2025-05-09"))
    await compensated(pair)

    await tap(pair.table, pair.table.arbiter, card, "word_official")

    assert mentions(await times(pair), "time.row", who="Ana Pop", used=0, left=30)


@pytest.mark.article("5.3", "7.1")
async def test_an_outage_inside_a_refused_query_gives_its_days_back(pair: Pair) -> None:
    """The query charges seven days, and three of them are given back."""
    _, _, card = await asked(pair)
    await pair.table.travel_to(bucharest("2025-05-09"))
    await compensated(pair)

    await tap(pair.table, pair.table.arbiter, card, "word_not_official")

    assert mentions(await times(pair), "time.row", who="Ana Pop", used=7, left=26)


@pytest.mark.article("5.3", "7.1")
async def test_an_outage_made_good_after_an_upheld_query_gives_nothing(pair: Pair) -> None:
    """If the word is upheld first, there is no day of the outage to give back."""
    laid = pair.table
    _, _, card = await asked(pair)
    await laid.travel_to(bucharest("2025-05-09"))
    await tap(laid, laid.arbiter, card, "word_official")

    (answer,) = await laid.say(laid.operator, "/compensare 3.05-5.05 serverul era oprit")

    assert mentions(answer, "fault.nothing_to_make_good")
