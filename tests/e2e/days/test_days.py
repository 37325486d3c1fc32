"""Days and instants: midnight, changes of the clock, and the bot's own outages."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.games.events import TimeExceeded
from tests.e2e.bench import later
from tests.e2e.days.silent_games import final_waits_for_blue
from tests.e2e.harness import Pair, bucharest, button, match_begun
from tests.e2e.harness import table as laid_table
from tests.e2e.plays import best
from tests.e2e.texts import mentions, says, shown, told

LAST = "2025-05-22"
"""Blue's last day to answer in a final phase (20 days) when they were to move on 1 May."""


@pytest_asyncio.fixture(name="waiting")
async def _waiting(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a game of a final phase in which Red has opened on 1 May."""
    async with laid_table(tmp_path, after=final_waits_for_blue) as laid:
        yield Pair(laid, *laid.done)


async def flagged(pair: Pair) -> bool:
    """Return whether a player's time was found exceeded."""
    return any(isinstance(each, TimeExceeded) for each in await pair.events())


@pytest.mark.article("7.1")
async def test_a_day_of_25_hours_ends_at_midnight_in_bucharest(tmp_path: Path) -> None:
    """Days between two dates are exact to the second, also when the clocks change.

    The other midnights are in `test_a_day_begins_at_midnight_of_the_competition` of the engine.
    """
    async with laid_table(tmp_path, at=bucharest("2025-10-24"), after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        await laid.travel_to(bucharest("2025-10-26", "23:59:59"))

        preview = await pair.type(pair.red, "PAS")
        assert says(preview, "preview.pass", days=1)
        await laid.press(pair.red, preview, "button.send")

        move = (await pair.game()).moves[-1]
        assert (move.received.isoformat(), move.sent.isoformat()) == ("2025-10-24", "2025-10-26")
        assert move.days == 1


@pytest.mark.article("7.1")
async def test_a_move_counts_to_the_midnight_before_or_after_which_it_is_sent(pair: Pair) -> None:
    """Typed a second before midnight and sent a few after, the move counts from its typing.

    A preview sent the next morning counts from the press, and a move at midnight from the new day.
    For any day `/timp` and `/fisa` give the player to move the same days left.
    """
    table = pair.table
    await table.travel_to(bucharest("2025-05-03", "12:00:00"))
    for command in ("/timp", "/fisa"):
        (first, *_) = await table.say(pair.blue, command)
        assert mentions(first, "game.turn", who="Ana Pop", left=29)

    await table.travel_to(bucharest("2025-05-03", "23:59:59"))
    preview = await pair.type(pair.red, "H8 CASA")
    await table.travel_to(bucharest("2025-05-04", "00:00:10"))
    await table.press(pair.red, preview, "button.send")
    assert says(preview, "play.sent", days=1)

    await table.travel_to(bucharest("2025-05-06", "23:00:00"))
    preview = await pair.type(pair.blue, "PAS")
    await table.travel_to(bucharest("2025-05-07", "08:00:00"))
    await table.press(pair.blue, preview, "button.send")
    assert says(preview, "play.sent", days=2)

    await table.travel_to(bucharest("2025-05-09", "00:00:00"))
    preview = await pair.type(pair.red, "PAS")
    assert says(preview, "preview.pass", days=1)
    await table.press(pair.red, preview, "button.send")
    move = (await pair.game()).moves[-1]
    assert (move.received.isoformat(), move.sent.isoformat()) == ("2025-05-07", "2025-05-09")
    assert move.days == 1
    (time,) = await table.say(pair.red, "/timp")
    assert mentions(time, "time.row", who="Ana Pop", used=2)


@pytest.mark.article("7.2")
async def test_time_is_exceeded_at_the_midnight_after_the_last_day(waiting: Pair) -> None:
    """Blue's sheet shows that day, and the time is not exceeded a second sooner.

    Exceeded days are called exceeded, before the move is sent, and never a negative number.
    """
    pair, table = waiting, waiting.table
    (sheet,) = told(pair.blue.messages, "turn.board", game=pair.id)
    assert mentions(sheet, "game.your_turn", left=20, until=LAST)
    assert shown(LAST, "date") in sheet.text

    await table.travel_to(bucharest(LAST, "23:59:59"))
    assert not await flagged(pair)
    await table.travel_to(bucharest("2025-05-23", "00:00:00"))

    assert await flagged(pair)
    await table.travel_to(bucharest("2025-05-25"))
    preview = await pair.type(pair.blue, best(await pair.game()) or "PAS")
    assert mentions(preview, "preview.late", n=3)
    assert says(preview, "preview.placement", days=23, left=0)
    await table.press(pair.blue, preview, "button.send")
    assert says(preview, "play.sent", days=23, left=-3)


@pytest.mark.article("7.1", "7.2")
async def test_a_placement_on_the_last_day_uses_up_the_last_box_and_no_more(waiting: Pair) -> None:
    """Sent at 23:59:59 of the last day, it fills the 20th box, and no time is exceeded.

    A move previewed just before that midnight and sent just after is in time; if the preview is
    never sent, time is exceeded an hour later.
    """
    pair, table = waiting, waiting.table
    await table.travel_to(bucharest(LAST, "23:59:59"))
    preview = await pair.place(pair.blue, "PAS")
    assert says(preview, "play.sent", days=20, left=0)
    await table.travel_to(bucharest("2025-05-23", "00:00:01"))
    assert not await flagged(pair)

    await table.travel_to(bucharest("2025-06-12", "23:59:50"))
    preview = await pair.type(pair.red, "PAS")
    await table.travel_to(bucharest("2025-06-13", "00:00:05"))
    await table.press(pair.red, preview, "button.send")
    assert says(preview, "play.sent", days=20, left=0)
    assert not await flagged(pair)

    await table.travel_to(bucharest("2025-06-14", "23:59:50"))
    await pair.type(pair.blue, "PAS")
    await table.travel_to(bucharest("2025-06-15", "00:30:00"))
    assert not await flagged(pair)
    await table.travel_to(bucharest("2025-06-15", "01:00:00"))
    assert await flagged(pair)


@pytest.mark.only_telegram("writes while the bot is away")
@pytest.mark.article("7.1")
async def test_an_outage_over_the_last_day_costs_nobody_the_game(waiting: Pair) -> None:
    """A move written during the outage and read the next morning counts from its writing.

    No time runs out before the update has been read and its author could press.
    """
    pair, table = waiting, waiting.table
    await table.travel_to(bucharest(LAST, "12:00:00"))
    await table.stop_bot()
    await table.travel_to(bucharest(LAST, "21:00:00"))
    pair.blue.send("PAS")
    await table.travel_to(bucharest("2025-05-23", "09:00:00"))

    await table.start_bot()

    (preview,) = told(pair.blue.messages, "preview.pass", days=20)
    await table.travel_to(bucharest("2025-05-23", "09:30:00"))
    await table.press(pair.blue, preview, "button.send")
    assert says(preview, "play.sent", days=20, left=0)
    assert not await flagged(pair)


async def test_after_a_long_outage_everything_is_said_once(waiting: Pair) -> None:
    """Twelve days down bring one digest and no message about silence.

    Silence counts from when players could answer again, and then brings one resend and one file.
    """
    pair, table = waiting, waiting.table
    await table.stop_bot()
    await later(table, 12)

    await table.start_bot()
    await table.travel_to(bucharest("2025-05-13", "10:10:00"))

    assert told(pair.blue.messages, "remind.resend") == []
    assert told(table.arbiter.messages, "docket.news") == []
    assert len(told(pair.blue.messages, "digest.text")) == 1
    await later(table, 5)
    await later(table, 5)
    assert len(told(pair.blue.messages, "remind.resend")) == 1
    assert len(told(table.arbiter.messages, "docket.news", n=1)) == 1
    assert not await flagged(pair)


async def test_what_fell_due_in_an_outage_is_not_lost_when_somebody_acts_first(
    waiting: Pair,
) -> None:
    """The case file is sent even if the first update that the bot reads is Red's announcement."""
    pair, table = waiting, waiting.table
    await table.travel_to(bucharest("2025-05-10"))
    await table.stop_bot()
    await table.travel_to(bucharest("2025-05-11", "10:00:00"))
    pair.red.send("/concediu 20.05 21.05")

    await table.start_bot()

    assert told(pair.red.messages, "leave.noted_match")
    assert len(told(pair.red.messages, "remind.dossier_partner")) == 1
    assert len(told(table.arbiter.messages, "docket.news", n=1)) == 1


async def test_after_an_outage_the_return_game_begins_at_once(pair: Pair) -> None:
    """A start due in the outage happens at once, and no player's time ran meanwhile."""
    (question,) = await pair.table.say(pair.red, "/abandon")
    await pair.table.press(pair.red, question, "button.abandon")
    await pair.table.stop_bot()
    await later(pair.table, 8)

    await pair.table.start_bot()

    back = await pair.table.stored.game(f"{pair.code}/2")
    assert back.start.isoformat() == "2025-05-09"
    assert told(pair.blue.messages, "leg.started", game=f"{pair.code}/2", rack=back.red.rack)


@pytest.mark.only_telegram("Telegram holds a message back")
async def test_an_update_that_comes_late_counts_from_when_it_was_written(pair: Pair) -> None:
    """If Telegram held a message back overnight, the day before is its day of sending."""
    await pair.table.travel_to(bucharest("2025-05-03", "22:00:00"))
    pair.table.sandbox.updates.hold()
    pair.red.send("H8 CASA")
    await pair.table.travel_to(bucharest("2025-05-04", "09:00:00"))
    pair.table.sandbox.updates.release()
    await pair.table.settle()

    preview = pair.red.messages[-1]
    assert says(preview, "preview.placement", days=1, left=29)
    await pair.table.press(pair.red, preview, "button.send")
    assert says(preview, "play.sent", days=1)


@pytest.mark.only_telegram("writes while the bot is away")
async def test_a_press_lost_in_an_outage_can_be_pressed_again(pair: Pair) -> None:
    """Telegram drops a press after 150 s; the button stays valid, and midnight costs no day."""
    await pair.table.travel_to(bucharest("2025-05-03", "23:50:00"))
    preview = await pair.type(pair.red, "H8 CASA")
    await pair.table.stop_bot()
    pair.red.press_button(preview, button(preview, "button.send"))
    await pair.table.travel_to(bucharest("2025-05-04", "00:10:00"))
    await pair.table.start_bot()
    assert says(preview, "preview.placement")

    await pair.table.press(pair.red, preview, "button.send")

    assert says(preview, "play.sent", days=1)
