"""Late messages are either true when they are sent, or not sent: after a night or an outage."""

from datetime import date, timedelta

import pytest

from engine.games.deadlines import days_left
from engine.ids import Seat
from sandbox.faults import ServerError
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.texts import facts_of, mentions, shown, told


async def test_a_reminder_kept_for_the_morning_is_dropped_with_the_move_it_asks_for(
    pair: Pair,
) -> None:
    """Delayed by quiet hours from 7 to 9, it is not sent to a player who has moved at 8."""
    table = pair.table
    await pair.table.choose(pair.blue, "digest:off", "hour:7", "quiet:21-9")
    await pair.place(pair.red, "H8 CASA")
    await table.travel_to(bucharest("2025-05-02", "07:30:00"))
    await table.travel_to(bucharest("2025-05-02", "08:00:00"))
    await pair.place(pair.blue, "PAS")

    await table.travel_to(bucharest("2025-05-02", "12:00:00"))

    assert told(pair.blue.messages, "remind.your_turn") == []


async def test_after_an_outage_of_the_bot_the_days_left_are_those_of_the_day(table: Table) -> None:
    """Ten days were left when due; a day later it says nine; after an extension none is sent."""
    pair = await table.match("faza finala")
    await pair.table.choose(pair.blue, "digest:off")
    await pair.place(pair.red, "H8 CASA")
    await table.travel_to(bucharest("2025-05-12", "08:00:00"))
    await table.stop_bot()
    await table.travel_to(bucharest("2025-05-13", "07:00:00"))
    await table.start_bot()
    (warned,) = told(pair.blue.messages, "remind.days_left", game=pair.id)
    assert facts_of(warned, "remind.days_left")["left"] == shown(9, "days")

    await table.travel_to(bucharest("2025-05-16", "20:00:00"))
    await table.stop_bot()
    await table.travel_to(bucharest("2025-05-20", "12:00:00"))
    await table.start_bot()
    left = days_left(await pair.game(), Seat.BLUE, date(2025, 5, 20))
    assert left > 5
    assert told(pair.blue.messages, "remind.days_left", game=pair.id) == [warned]


@pytest.mark.article("7.2")
async def test_days_without_the_bot_are_no_silence(pair: Pair) -> None:
    """Down for twelve days: nobody is called silent, and the five days start afterwards."""
    table = pair.table
    await pair.place(pair.red, "H8 CASA")
    await table.stop_bot()
    await table.sandbox.clock.travel_to(bucharest("2025-05-14", "12:00:00"))
    await table.start_bot()
    await table.travel(1 / 24)

    for user in (pair.red, pair.blue):
        for key in ("remind.resend", "remind.resend_partner", "remind.dossier_partner"):
            assert told(user.messages, key) == []
    (desk,) = await table.say(table.arbiter, "/mesa")
    assert pair.id not in desk.text
    await table.travel_to(bucharest("2025-05-17", "12:00:00"))
    assert told(pair.blue.messages, "remind.resend") == []
    await table.travel_to(bucharest("2025-05-18", "12:00:00"))
    assert told(pair.blue.messages, "remind.resend", game=pair.id, n=5)


@pytest.mark.only_telegram("Telegram takes no message")
async def test_a_digest_that_telegram_did_not_take_is_not_said_on_another_day(pair: Pair) -> None:
    """The next day's digest has the same contents, because nobody has read them."""
    table = pair.table
    await pair.place(pair.red, "H8 CASA")
    await table.travel_to(bucharest("2025-05-03", "08:00:00"))
    faults = table.sandbox.faults
    faults.add(ServerError(), method="sendMessage", chat=pair.blue.id, times=999)
    await table.travel_to(bucharest("2025-05-03", "09:00:00"))
    await table.travel_to(bucharest("2025-05-04", "08:30:00"))
    faults.clear()
    await table.travel_to(bucharest("2025-05-04", "08:59:00"))
    assert told(pair.blue.messages, "digest.text") == []

    await table.travel_to(bucharest("2025-05-04", "09:00:00"))

    (digest,) = told(pair.blue.messages, "digest.text", today="2025-05-04")
    assert mentions(digest, "digest.mine_row", game=pair.id)


async def test_after_an_outage_results_are_called_to_mind_once_and_in_time(pair: Pair) -> None:
    """Of two reminders in it, one is sent on the last day to object, and none after."""
    table = pair.table
    await pair.give_up_both()
    proposed = (await table.stored.match(pair.code)).proposed
    assert proposed is not None
    until = proposed + timedelta(days=5)
    await table.stop_bot()
    await table.travel_to(bucharest(until.isoformat(), "10:00:00"))
    await table.start_bot()

    reminded = [each for each in pair.red.messages if mentions(each, "results.remind")]
    assert len(reminded) == 1
    await table.stop_bot()
    await table.travel_to(bucharest((until + timedelta(days=2)).isoformat(), "10:00:00"))
    await table.start_bot()
    assert [each for each in pair.red.messages if mentions(each, "results.remind")] == reminded
    assert told(pair.red.messages, "results.silent_you", match=pair.code)
