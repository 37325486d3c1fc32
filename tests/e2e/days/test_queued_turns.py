"""A turn never begins before its sheets were queued, however its move was dated (art. 7.1)."""

from datetime import date

import pytest

from engine.games.events import PlacementMade, TimeExceeded
from engine.games.game import move_notation
from tests.e2e.bench import offered, own_case, tap
from tests.e2e.cases.conftest import _by_arbiter  # noqa: F401  (a fixture)
from tests.e2e.cases.test_paper import day, sheet
from tests.e2e.cases.test_word_queries import asked
from tests.e2e.harness import Pair, bucharest
from tests.e2e.plays import legal, written
from tests.e2e.texts import facts_of, mentions, told


async def idle(pair: Pair) -> bool:
    """Return whether the arbiter's list has the game, or time was found exceeded in it."""
    (listed,) = await pair.table.say(pair.table.arbiter, "/mesa")
    exceeded = any(isinstance(event, TimeExceeded) for event in await pair.events())
    return exceeded or mentions(listed, "docket.row", code=pair.id)


@pytest.mark.article("5.3", "7.1")
async def test_a_reply_to_an_upheld_word_begins_the_next_turn_on_that_day(pair: Pair) -> None:
    """The reply is dated when the word comes on the board; its opponent hears that it is on."""
    laid = pair.table
    await laid.say(pair.blue, "/conditie orice -> PAS")
    typed, _, card = await asked(pair)
    await laid.travel_to(bucharest("2025-06-05", "12:00:00"))

    await tap(laid, laid.arbiter, card, "word_official")

    game = await pair.game()
    assert [move_notation(move) for move in game.moves] == [typed, "PAS"]
    word, reply = game.moves
    assert (word.sent, reply.sent, reply.days) == (date(2025, 5, 1), date(2025, 6, 5), 0)
    assert game.received == date(2025, 6, 5)
    (turn,) = told(pair.red.messages, "turn.board", game=pair.id)
    assert mentions(turn, "move.conditional")
    assert mentions(turn, "game.your_turn", left=30)
    await laid.travel_to(bucharest("2025-06-08", "12:00:00"))
    assert not await idle(pair)
    assert "time.red" not in offered(await own_case(laid, pair.id))


@pytest.mark.article("5.3", "9.1")
async def test_the_answer_to_an_upheld_word_begins_that_day_for_who_blocked_the_bot(
    pair: Pair,
) -> None:
    """The opponent of the word's author is no no-show for the weeks of waiting."""
    laid = pair.table
    pair.blue.block()
    _, _, card = await asked(pair)
    await laid.travel_to(bucharest("2025-06-05", "12:00:00"))

    await tap(laid, laid.arbiter, card, "word_official")

    await laid.travel_to(bucharest("2025-06-08", "12:00:00"))
    assert (await pair.game()).received == date(2025, 6, 5)
    assert not await idle(pair)
    assert "no_show.blue" not in offered(await own_case(laid, pair.id))
    laid.dead_messages = (await laid.stored.waiting())["dead messages"]


@pytest.mark.article("7.1", "9.6")
async def test_a_paper_sheet_entered_late_begins_the_next_turn_when_it_is_entered(
    by_arbiter: Pair,
) -> None:
    """An opponent who blocked the bot has not had the turn since the day on the sheet."""
    pair, table = by_arbiter, by_arbiter.table
    await pair.place(pair.red, "H8 CASA")
    pair.red.block()
    await table.travel_to(bucharest("2025-05-28", "12:00:00"))
    await table.say(table.arbiter, f"/introdu {pair.id}")
    (preview,) = await sheet(table, table.arbiter, written(legal(await pair.game())[-1]))
    await day(table, table.arbiter, preview, "button.sent", "2025-05-05")

    await table.press(table.arbiter, preview, "button.enter")

    game = await pair.game()
    move = game.moves[-1]
    assert isinstance(move, PlacementMade)
    assert (move.sent, move.days) == (date(2025, 5, 5), 3)
    assert game.received == date(2025, 5, 28)
    await table.travel_to(bucharest("2025-06-06", "12:00:00"))
    assert not await idle(pair)
    table.dead_messages = (await table.stored.waiting())["dead messages"]


@pytest.mark.article("7.2", "9.6")
async def test_a_paper_sheet_sent_in_time_and_entered_late_leaves_no_time_exceeded(
    by_arbiter: Pair,
) -> None:
    """Its days are those of the sheet: one is left, and nobody can lose the game by them."""
    pair, table = by_arbiter, by_arbiter.table
    await pair.place(pair.red, "H8 CASA")
    await table.travel_to(bucharest("2025-06-03", "12:00:00"))
    assert await idle(pair)
    await table.say(table.arbiter, f"/introdu {pair.id}")
    (preview,) = await sheet(table, table.arbiter, written(legal(await pair.game())[-1]))
    await day(table, table.arbiter, preview, "button.sent", "2025-05-31")

    await table.press(table.arbiter, preview, "button.enter")

    game = await pair.game()
    assert (game.blue.days, game.allowance(game.turn.partner)) == (29, 30)
    (listed,) = await table.say(table.arbiter, "/mesa")
    assert not mentions(listed, "docket.row", code=pair.id)
    card = await own_case(table, pair.id)
    assert not {"lost_on_time.blue", "no_show.blue"} & {*offered(card)}
    over = f"rule:{facts_of(card, 'case.card')['case']}:lost_on_time.blue"
    await table.forge(table.arbiter, card, over)
    assert mentions(table.arbiter.last, "fault.time_not_exceeded")
