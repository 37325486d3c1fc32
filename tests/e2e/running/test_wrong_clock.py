"""A wrong computer clock: decisions on time wait, and the operator is notified."""

import json
from datetime import timedelta

import pytest

from bot.program.health import health_of
from bot.program.schedule import run_job
from bot.texts.messages import Notice, say
from bot.texts.outgoing import notice_to_json
from engine.games.events import TimeExceeded
from storage.days import outages
from storage.queues import inbox, outbox
from storage.queues.outbox import Outgoing
from tests.e2e.bench import later
from tests.e2e.harness import Pair, bucharest
from tests.e2e.mini_app import mini_app
from tests.e2e.running.nightly_shared import nightly
from tests.e2e.texts import facts_of, told

AHEAD = timedelta(days=40)


async def beat(pair: Pair) -> object:
    """Return the bot's last noted time at work."""
    async with pair.table.stored.database.reading() as tx:
        return await outages.last_beat(tx)


@pytest.mark.article("7.1")
async def test_a_clock_that_runs_ahead_costs_nobody_their_game(pair: Pair) -> None:
    """No time runs out, no silence is reported, no reminder is sent; then all continues.

    The operator reads once what the clock shows and what Telegram's shows, and moves continue.
    """
    table = pair.table
    await pair.place(pair.red, "H8 CASA")
    await table.travel_to(bucharest("2025-05-03"))
    was, seen = await beat(pair), len(pair.blue.messages)

    table.clock.travel(AHEAD)
    for _ in range(3):
        await table.settle()
    await table.stop_bot()
    await table.start_bot()
    await table.settle()

    assert not any(isinstance(event, TimeExceeded) for event in await pair.events())
    assert pair.blue.messages[seen:] == []
    (warned,) = told(table.operator.messages, "operator.clock")
    facts = facts_of(warned, "operator.clock")
    assert ("3 mai" in facts["there"], "12 iun" in facts["here"]) == (True, True), facts
    assert await beat(pair) == was
    await pair.type(pair.blue, "PAS")

    table.clock.reset()
    await table.travel(1)
    await later(table, 40)
    assert any(isinstance(event, TimeExceeded) for event in await pair.events())


async def test_days_on_which_nobody_writes_are_no_wrong_clock(pair: Pair) -> None:
    """The bot asks Telegram for the time, and sends what is due."""
    table = pair.table
    await pair.place(pair.red, "H8 CASA")
    await table.travel(24)

    assert "timp rămas: 10 zile" in told(pair.blue.messages, "digest.text")[-1].text
    assert not told(table.operator.messages, "operator.clock")
    assert not told(table.operator.messages, "absence.operator")


async def test_a_bot_at_work_under_a_wrong_clock_was_never_away(pair: Pair) -> None:
    """The bot notes its work by Telegram's time, so no outage is compensated afterwards."""
    table = pair.table
    table.clock.travel(AHEAD)
    await table.travel(3)
    table.clock.reset()
    await table.stop_bot()
    await table.start_bot()
    await table.settle()

    assert not told(table.operator.messages, "absence.operator")


async def test_nothing_is_dropped_by_a_wrong_clock(pair: Pair) -> None:
    """Data kept for thirty days, and messages due within the hour, are still there."""
    table = pair.table
    database, now = table.app.runtime.database, table.sandbox.clock.now()
    payload = json.dumps(notice_to_json(Notice(to=pair.red.id, text=say("fault.place_taken"))))
    soon, late = now + timedelta(minutes=30), now + timedelta(hours=1)
    async with database.transaction() as tx:
        said = Outgoing(chat=pair.red.id, payload=payload, not_before=soon, expires_at=late)
        await outbox.queue(tx, [said], now)
        handled = await inbox.counts(tx)

    table.clock.travel(AHEAD)
    for name in ("expire", "prune"):
        await run_job(nightly(table, name))

    async with database.reading() as tx:
        assert await inbox.counts(tx) == handled
        assert (await outbox.counts(tx))["expired"] == 0
    table.clock.reset()
    await later(table, 31)
    await run_job(nightly(table, "prune"))
    async with database.reading() as tx:
        assert await inbox.counts(tx) != handled


@pytest.mark.article("7.1")
@pytest.mark.parametrize("off", [timedelta(hours=-3), timedelta(seconds=-70), timedelta(hours=5)])
async def test_an_act_in_the_app_is_dated_by_telegrams_time(pair: Pair, off: timedelta) -> None:
    """On a slow and on a fast clock the board opens, and its move follows the one before it."""
    table = pair.table
    await pair.place(pair.red, "H8 CASA")
    table.clock.travel(off)
    await table.settle()
    async with mini_app(table) as web:
        tab = await web.open(pair.blue)
        answer = await tab.move(pair.id)
    assert answer.status_code == 200, answer.text
    await table.settle()

    first, second = (await pair.game()).moves
    assert first.at <= second.at
    assert second.at - first.at < timedelta(minutes=30)
    assert len(told(table.operator.messages, "operator.clock")) == 1
    state = await health_of(table.app.runtime)()
    assert not state.is_well
    assert abs(state.facts["clock_seconds_behind"] + off.total_seconds()) < 5  # type: ignore[operator]

    table.clock.reset()
    await table.settle()
    await pair.type(pair.red, "PAS")
    assert (await health_of(table.app.runtime)()).is_well
