"""A turn begins when its sheets arrive: at night, over midnight, after an outage (art. 7.1)."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from engine.games.events import PlacementReturned, SheetsArrived
from sandbox.faults import Refuse, ServerError
from tests.e2e.harness import Pair, bucharest, match_begun, table
from tests.e2e.texts import mentions, says, told

MAY = [date(2025, 4, 30) + timedelta(days=number) for number in range(32)]
ALBUM = "sendMediaGroup"


async def arrivals(pair: Pair) -> list[SheetsArrived]:
    """Return the late arrivals in the log of the game."""
    return [event for event in await pair.events() if isinstance(event, SheetsArrived)]


async def away(pair: Pair, move: str = "H8 CASA") -> None:
    """Have Red move at 22:30 while Telegram refuses Blue's sheets, until faults are cleared."""
    await pair.table.travel_to(bucharest("2025-05-01", "22:30:00"))
    pair.table.sandbox.faults.add(ServerError(), method=ALBUM, chat=pair.blue.id, times=999)
    await pair.place(pair.red, move)


async def back(pair: Pair, day: str, at: str = "10:00:00") -> None:
    """Let Telegram accept every message again from that moment on."""
    pair.table.sandbox.faults.clear()
    await pair.table.travel_to(bucharest(day, at))
    await pair.table.travel(1 / 24)  # the next try may be minutes away


@pytest.mark.article("7.1")
async def test_a_sheet_comes_at_night_too_without_a_sound(pair: Pair) -> None:
    """Sent at 22:30 in the opponent's quiet hours, it arrives at once, and no day is lost.

    The turn is called to mind in the morning; after a board with a sound, on the second day.
    """
    await pair.table.choose(pair.blue, "quiet:22-7")
    await pair.table.travel_to(bucharest("2025-05-01", "22:30:00"))

    await pair.place(pair.red, "H8 CASA")

    (board,) = told(pair.blue.messages, "turn.board", game=pair.id)
    (sheets,) = told(pair.blue.messages, "sheets.follow", game=pair.id)
    assert board.silent
    assert sheets.silent
    assert (await pair.game()).received == MAY[1]
    assert await arrivals(pair) == []
    for day in MAY[2:6]:
        await pair.table.travel_to(bucharest(f"{day}", "09:00:00"))
    called = told(pair.blue.messages, "digest.text")
    assert [each.date.date() for each in called] == [MAY[2]]


@pytest.mark.article("7.1")
async def test_typed_before_midnight_and_sent_after_it(pair: Pair) -> None:
    """The author's move counts on the first; the opponent gets it on the second and starts then."""
    await pair.table.travel_to(bucharest("2025-05-01", "23:59:30"))
    preview = await pair.type(pair.red, "H8 CASA")
    await pair.table.travel_to(bucharest("2025-05-02", "00:01:00"))
    await pair.table.press(pair.red, preview, "button.send")

    game = await pair.game()
    assert (game.moves[0].sent, game.received) == (MAY[1], MAY[2])
    (board,) = told(pair.blue.messages, "turn.board", game=pair.id)
    assert mentions(board, "game.your_turn", until="2025-06-02", left=30)
    assert told(pair.blue.messages, "arrival.late") == []
    await pair.table.travel_to(bucharest("2025-05-05"))
    await pair.place(pair.blue, "PAS")
    assert (await pair.game()).blue.days == 2
    (ledger,) = await pair.table.say(pair.blue, "/jurnal")
    assert mentions(ledger, "ledger.arrived", since="2025-05-01", on="2025-05-02")


@pytest.mark.only_telegram("Telegram takes no message")
@pytest.mark.article("7.1")
async def test_telegram_away_over_midnight(pair: Pair) -> None:
    """A player who gets the sheets next morning reads from when and until when their time runs."""
    await away(pair)
    assert (await pair.game()).received == MAY[1]

    await back(pair, "2025-05-02")

    (late,) = await arrivals(pair)
    assert (late.sent, late.on, (await pair.game()).received) == (MAY[1], MAY[2], MAY[2])
    (note,) = told(pair.blue.messages, "arrival.late", sent="2025-05-01", on="2025-05-02")
    assert mentions(note, "arrival.late", until="2025-06-02")


@pytest.mark.only_telegram("Telegram takes no message")
@pytest.mark.article("7.1")
@pytest.mark.article("7.2")
async def test_nobody_is_silent_or_overdrawn_whose_sheets_are_still_under_way(pair: Pair) -> None:
    """Telegram refuses Blue's sheets for forty days: no time exceeded, no silence, no day used."""
    await away(pair)
    for day in ("2025-05-06", "2025-05-12", "2025-06-10"):
        await pair.table.travel_to(bucharest(day, "12:00:00"))

    assert not (await pair.game()).blue.told_late
    arbiter = pair.table.arbiter.messages
    assert not [one for one in arbiter if mentions(one, "docket.silence")]
    assert not [one for one in arbiter if mentions(one, "docket.time")]
    await back(pair, "2025-06-10", "18:00:00")
    assert (await pair.game()).received == date(2025, 6, 10)
    await pair.place(pair.blue, "PAS")
    assert (await pair.game()).blue.days == 0


@pytest.mark.only_telegram("Telegram takes no message")
@pytest.mark.article("5.2")
@pytest.mark.article("7.1")
async def test_who_answers_before_their_sheets_are_there(tmp_path: Path) -> None:
    """The sheets count as arrived on the day of the answer, and later deliveries change nothing."""
    settings = {"federation_ruleset": "cn-2025-partner"}
    async with table(tmp_path, settings=settings, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        await away(pair, "H8 SLOP")
        await laid.travel_to(bucharest("2025-05-05", "12:00:00"))
        await laid.say(pair.blue, "/returneaza")

        await back(pair, "2025-05-06")

        (returned,) = (e for e in await pair.events() if isinstance(e, PlacementReturned))
        assert (returned.received, returned.days) == (MAY[5], 0)
        assert [(late.by.value, late.on) for late in await arrivals(pair)] == [("blue", MAY[5])]


@pytest.mark.only_telegram("blocks the bot")
@pytest.mark.article("7.1")
async def test_who_has_blocked_the_bot_has_received_on_the_day_it_was_sent(pair: Pair) -> None:
    """Sheets to a player who blocked the bot arrive on the day of sending, despite an outage."""
    await away(pair)
    await pair.table.travel_to(bucharest("2025-05-04"))
    pair.table.sandbox.updates.hold()
    pair.blue.block()
    pair.table.sandbox.updates.drop_pending()
    pair.table.sandbox.updates.release()

    await back(pair, "2025-05-05")

    assert (await pair.game()).received == MAY[1]
    arbiter = pair.table.arbiter.messages
    (alarm,) = told(arbiter, "arrival.lost", who="Ion Rus", game=pair.id)
    assert says(alarm, "arrival.lost", on="2025-05-01")
    assert told(arbiter, "unreachable.arbiter") == []
    await pair.table.travel_to(bucharest("2025-06-01", "23:59:00"))
    assert not (await pair.game()).blue.told_late
    await pair.table.travel_to(bucharest("2025-06-02", "00:01:00"))
    assert (await pair.game()).blue.told_late
    pair.table.dead_messages = (await pair.table.stored.waiting())["dead messages"]


@pytest.mark.only_telegram("Telegram takes no message")
@pytest.mark.article("7.1")
async def test_sheets_that_telegram_does_not_take_as_they_are_cost_nobody_a_day(pair: Pair) -> None:
    """The player is not at fault, so their time starts when the sheets become dead letters."""
    await away(pair)
    faults = pair.table.sandbox.faults
    faults.clear()
    faults.add(
        Refuse(400, "Bad Request: PHOTO_INVALID_DIMENSIONS"), method=ALBUM, chat=pair.blue.id
    )

    await pair.table.travel_to(bucharest("2025-05-03"))
    await pair.table.travel(1 / 24)
    pair.table.dead_messages += 1

    assert [late.on for late in await arrivals(pair)] == [MAY[3]]
    assert told(pair.table.operator.messages, "operator.dead_notice")
