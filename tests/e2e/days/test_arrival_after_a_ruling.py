"""A turn that follows an upheld word begins when its sheets are sent (art. 5.3, 7.1)."""

import pytest

from tests.e2e.bench import offered, own_case, tap
from tests.e2e.cases.word_queries_shared import asked
from tests.e2e.harness import Pair, bucharest
from tests.e2e.players import loss_of
from tests.e2e.texts import mentions, told

UPHELD = "2025-06-05"
LATE = ("lost_on_time", "abandoned", "no_show")


async def upheld(pair: Pair) -> int:
    """Have Red ask about a word on 1 May and the arbiter uphold it on 5 June.

    Return the number of messages that Red had before.
    """
    laid = pair.table
    _, _, card = await asked(pair)
    await laid.travel_to(bucharest(UPHELD))
    seen = len(pair.red.messages)
    await tap(laid, laid.arbiter, card, "word_official")
    return seen


async def late_rulings(pair: Pair) -> list[str]:
    """Return the rulings about time that a case offers some hours later."""
    await pair.table.travel(0.25)
    found = offered(await own_case(pair.table, pair.id))
    return [ruling for ruling in found if ruling.startswith(LATE)]


@pytest.mark.article("5.3", "7.1")
async def test_after_an_upheld_word_and_its_conditional_reply_the_author_is_not_late(
    pair: Pair,
) -> None:
    """Blue's prepared PAS answers at once; Red's next turn begins on that day, not on 1 May."""
    await pair.table.say(pair.blue, "/conditie orice = PAS")
    seen = await upheld(pair)
    assert len((await pair.game()).moves) == 2

    assert await late_rulings(pair) == []
    assert not told(pair.red.messages[seen:], "time.exceeded_you")
    (shown,) = await pair.table.say(pair.red, "/tabla")
    assert mentions(shown, "game.your_turn", until="2025-07-06", left=30)


@pytest.mark.article("5.3", "7.1")
async def test_after_an_upheld_word_and_its_conditional_reply_the_author_reads_that_they_move(
    pair: Pair,
) -> None:
    """Red gets the message that begins a turn, with the whole thinking time."""
    await pair.table.say(pair.blue, "/conditie orice = PAS")

    seen = await upheld(pair)

    (board,) = told(pair.red.messages[seen:], "turn.board", game=pair.id)
    assert mentions(board, "game.your_turn", until="2025-07-06", left=30)


@pytest.mark.article("5.3", "7.1", "9.1")
async def test_after_an_upheld_word_an_opponent_who_blocked_the_bot_is_no_no_show(
    pair: Pair,
) -> None:
    """Blue's time begins on the day on which the sheets would have gone out."""
    laid = pair.table
    pair.blue.block()

    await upheld(pair)
    found = await late_rulings(pair)
    laid.dead_messages = (await laid.stored.waiting())["dead messages"]

    assert found == []
    assert told(laid.arbiter.messages, loss_of(pair.blue), who="Ion Rus", on=UPHELD)
