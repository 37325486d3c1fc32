"""A preview that was open during an outage: nobody loses a day by it (art. 7.1)."""

import asyncio
from datetime import date

import pytest

from bot.transport.receiving import poller
from engine.games.events import TimeExceeded
from sandbox.faults import ServerError
from sandbox.waiting import PATIENCE, wait_for
from tests.e2e.harness import Pair, bucharest, button
from tests.e2e.texts import facts_of, says, told


@pytest.mark.only_telegram("writes while the bot is away")
@pytest.mark.article("7.1")
async def test_a_press_while_the_bot_is_away_costs_no_day(pair: Pair) -> None:
    """Telegram drops the press; its author is notified, presses again, and the typed day counts."""
    table = pair.table
    await table.travel_to(bucharest("2025-05-03", "23:30:00"))
    preview = await pair.type(pair.red, "H8 CASA")
    await table.travel_to(bucharest("2025-05-03", "23:40:00"))
    await table.stop_bot()
    pair.red.press_button(preview, button(preview, "button.send"))
    await table.travel_to(bucharest("2025-05-04", "06:00:00"))
    await table.start_bot()

    assert (await pair.game()).moves == ()
    assert told(pair.red.messages, "absence.preview", move="H8 CASA", game=pair.id)
    await table.press(pair.red, preview, "button.send")
    assert says(preview, "play.sent", placement="H8 CASA")
    assert (await pair.game()).moves[0].sent == date(2025, 5, 3)


@pytest.mark.article("7.1")
@pytest.mark.parametrize(
    ("pressed", "sent"), [("2025-05-04 08:59", 3), ("2025-05-04 09:30", 4)], ids=["in", "after"]
)
async def test_a_preview_stays_good_for_an_hour_after_an_outage(
    pair: Pair, pressed: str, sent: int
) -> None:
    """Its author is notified once of the limit; after it, the day of the press counts."""
    table = pair.table
    await table.travel_to(bucharest("2025-05-03", "23:30:00"))
    preview = await pair.type(pair.red, "H8 CASA")
    await table.stop_bot()
    await table.travel_to(bucharest("2025-05-04", "08:00:00"))
    await table.start_bot()
    await table.stop_bot()
    await table.start_bot()

    (heard,) = told(pair.red.messages, "absence.preview", move="H8 CASA", game=pair.id)
    assert facts_of(heard, "absence.preview")["good"] == "4 mai 2025, 09:00"
    assert not told(pair.blue.messages, "absence.preview")
    await table.travel_to(bucharest(*pressed.split()))
    await table.press(pair.red, preview, "button.send")
    assert (await pair.game()).moves[0].sent == date(2025, 5, sent)


@pytest.mark.article("7.1", "7.2")
async def test_after_days_away_a_preview_of_the_last_day_can_still_be_sent(pair: Pair) -> None:
    """Days given back keep it valid, and no time runs out while it is open."""
    table = pair.table
    await table.travel_to(bucharest("2025-06-01", "23:30:00"))
    preview = await pair.type(pair.red, "H8 CASA")
    await table.stop_bot()
    await table.travel_to(bucharest("2025-06-05", "08:00:00"))
    await table.start_bot()

    assert not any(isinstance(each, TimeExceeded) for each in await pair.events())
    assert told(pair.red.messages, "absence.preview", move="H8 CASA", game=pair.id)
    await table.travel_to(bucharest("2025-06-05", "08:50:00"))
    await table.press(pair.red, preview, "button.send")
    game = await pair.game()
    assert (game.moves[0].sent, game.red.days) == (date(2025, 6, 1), 30)
    assert not game.red.told_late


@pytest.mark.only_telegram("Telegram takes no message")
@pytest.mark.article("7.1")
async def test_a_press_while_telegram_cannot_be_reached_costs_no_day(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A running bot without connection counts as an outage, too."""
    monkeypatch.setattr(poller, "LONGEST_PAUSE", 0.01)
    table = pair.table
    await table.travel_to(bucharest("2025-05-03", "23:30:00"))
    preview = await pair.type(pair.red, "H8 CASA")
    table.sandbox.faults.add(ServerError(), method="getUpdates", times=999)
    await table.sandbox.clock.travel_to(bucharest("2025-05-03", "23:40:00"))
    await wait_for(
        table.sandbox.world.changes,
        lambda: not table.app.updates.up_to_date.is_set(),
        PATIENCE,
        lambda: "the bot has not noticed",
    )
    pair.red.press_button(preview, button(preview, "button.send"))
    await table.sandbox.clock.travel_to(bucharest("2025-05-04", "01:30:00"))
    table.sandbox.faults.clear()
    async with asyncio.timeout(PATIENCE):
        await table.app.updates.up_to_date.wait()
    await table.settle()

    assert told(pair.red.messages, "absence.preview", move="H8 CASA", game=pair.id)
    await table.press(pair.red, preview, "button.send")
    assert (await pair.game()).moves[0].sent == date(2025, 5, 3)
