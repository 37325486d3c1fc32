"""A paper sheet that is entered late counts as if it had been entered in time (art. 7.1, 7.2)."""

import pytest

from tests.e2e.bench import later, offered, own_case
from tests.e2e.cases.paper_shared import day, sheet
from tests.e2e.harness import Pair, bucharest, last_with
from tests.e2e.players import loss_of
from tests.e2e.texts import mentions, told


async def entered_late(pair: Pair, sent: str) -> None:
    """Have Red open on 1 May, and Ion's PAS of that day be entered on 10 June."""
    await pair.place(pair.red, "H8 CASA")
    await pair.table.travel_to(bucharest("2025-06-10"))
    await entered(pair, sent)


async def entered(pair: Pair, sent: str = "") -> None:
    """Have the arbiter enter Ion's PAS from a sheet, sent today or on that day."""
    laid = pair.table
    await laid.say(laid.arbiter, f"/introdu {pair.id}")
    await sheet(laid, laid.arbiter)
    (preview,) = await laid.say(laid.arbiter, "PAS")
    if sent:
        await day(laid, laid.arbiter, preview, "button.sent", sent)
    await laid.press(laid.arbiter, preview, "button.enter")


@pytest.mark.article("7.1")
async def test_the_turn_after_a_sheet_entered_late_begins_with_the_entry(by_arbiter: Pair) -> None:
    """Red, who has blocked the bot, is not late on the day on which the sheet is entered."""
    pair, laid = by_arbiter, by_arbiter.table
    await pair.place(pair.red, "H8 CASA")
    pair.red.block()
    await laid.travel_to(bucharest("2025-06-10"))
    await entered(pair, "2025-05-05")

    await laid.travel(0.25)

    card = await own_case(laid, pair.id)
    laid.dead_messages = (await laid.stored.waiting())["dead messages"]
    assert not {"lost_on_time.red", "abandoned.red"} & set(offered(card))
    assert told(laid.arbiter.messages, loss_of(pair.red), who="Ana Pop", on="2025-06-10")


@pytest.mark.article("7.1", "7.2")
async def test_who_sent_in_time_is_not_late_when_the_sheet_is_entered_after_the_flag(
    by_arbiter: Pair,
) -> None:
    """With all 30 days used, no card says that the time is exceeded or offers a loss."""
    pair, laid = by_arbiter, by_arbiter.table

    await entered_late(pair, "2025-06-01")

    (times, *_) = await laid.say(laid.arbiter, f"/timp {pair.id}")
    assert mentions(times, "time.row", who="Ion Rus", used=30, left=0)
    card = await own_case(laid, pair.id)
    assert mentions(card, "case.days", who="Ion Rus", used=30, allowance=30)
    assert not mentions(card, "case.days_over", who="Ion Rus")
    assert "lost_on_time.blue" not in offered(card)


@pytest.mark.article("7.2", "9.4")
async def test_a_result_with_a_sheet_entered_late_needs_no_ruling_on_time(by_arbiter: Pair) -> None:
    """No time is exceeded "by 0 days"; the arbiter approves the results of such a game at once."""
    pair, laid = by_arbiter, by_arbiter.table
    await entered_late(pair, "2025-05-31")
    await pair.place(pair.red, "PAS")
    await entered(pair)
    await pair.place(pair.red, "PAS")
    await laid.press(pair.red, last_with(pair.red, f"ret:{pair.code}"), "button.return_leg")
    await later(laid, 6)
    (question,) = await laid.say(pair.red, f"/abandon {pair.code}/2")
    await laid.press(pair.red, question, "button.abandon")

    (card,) = await laid.say(laid.arbiter, f"/omologheaza {pair.code}")

    assert not mentions(card, "results.overdrawn")
    await laid.press(laid.arbiter, card, "button.homologate")
    assert told(pair.red.messages, "results.final", match=pair.code)
