"""Very many games at once: bulk work is done in portions, and moves have precedence."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from itertools import combinations
from pathlib import Path

import pytest
import pytest_asyncio

from bot.program.app import opened
from bot.program.sweep import RowOutcome, Sweep
from bot.service.operations.days import outage_batches, outage_orders, outage_rounds
from bot.service.operations.days.outage_batches import MAKING_GOOD
from bot.service.operations.days.outage_rounds import AWAY
from bot.service.service import Service
from bot.transport.sending.pacing import UNLIMITED
from engine.games.ruling_events import TimeGranted
from engine.ids import GameId
from sandbox import Message, SandboxUser
from storage.days import due, outages
from storage.days.outages import Downtime
from tests.e2e.harness import Pair, Table, bucharest, button, match_begun, table
from tests.e2e.play.many_games_shared import started
from tests.e2e.texts import mentions, says, told

REASON = "botul nu a mers"
CIRCLE = 6
"""People who all play each other."""
AT_ONCE, PORTION = 25, 8


@pytest.fixture(autouse=True)
def _small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let 25 games be too many at once, because a hundred take seconds to begin."""
    for module in (outage_batches, outage_orders, outage_rounds):
        monkeypatch.setattr(module, "AT_ONCE", AT_ONCE)
    monkeypatch.setattr(outage_batches, "PORTION", PORTION)


async def arranged(laid: Table, circles: int) -> list[GameId]:
    """Start many games directly in the storage, between people without Telegram."""
    app, games = laid.app, []
    async with app.runtime.unit() as unit:
        service = Service(unit, app.shared)
        arbiter = (await laid.stored.person(laid.arbiter.id)).id
        for circle in range(circles):
            people = [await service.person_acts.expect(f"Om {circle}.{n}") for n in range(CIRCLE)]
            games += [await started(service, arbiter, *two) for two in combinations(people, 2)]
    return games


async def many_games_begun(
    laid: Table,
) -> tuple[tuple[str, SandboxUser, SandboxUser], list[GameId]]:
    """Begin a match between two Telegram users, and more games than one portion handles."""
    match = await match_begun(laid)
    return match, await arranged(laid, AT_ONCE // 15 + 1)


@pytest_asyncio.fixture(name="crowded")
async def _crowded(tmp_path: Path) -> AsyncIterator[tuple[Pair, list[GameId]]]:
    """Give that match, and the other games."""
    async with table(tmp_path, after=many_games_begun) as laid:
        match, others = laid.done
        yield Pair(laid, *match), others


async def grants(laid: Table, games: list[GameId]) -> list[list[TimeGranted]]:
    """Return every change of days, by game."""
    return [
        [event for event in await laid.stored.events(game) if isinstance(event, TimeGranted)]
        for game in games
    ]


async def compensated(laid: Table) -> Message:
    """Have the operator compensate an outage of three days; return the operator's card."""
    (card,) = await laid.say(laid.operator, f"/compensare 3.05-5.05 {REASON}")
    laid.operator.press_button(card, button(card, "button.decide"))
    await laid.sandbox.drained()
    await laid.app.worker.settle()
    return card


@pytest.mark.article("7.1", "7.2")
async def test_an_outage_is_made_good_in_portions_that_survive_a_stop(
    crowded: tuple[Pair, list[GameId]],
) -> None:
    """After a stop the remaining games get their days, none twice, and a report follows."""
    pair, others = crowded
    laid, games = pair.table, [GameId(pair.id), *others]
    await laid.travel_to(bucharest("2025-05-08"))
    seen = len(laid.operator.messages)
    (asked,) = await laid.say(laid.operator, "/compensare")
    assert says(asked, "outage.how", games=len(games))
    card = await compensated(laid)
    rows = [row for row in await laid.app.sweep.portion() if row.kind.startswith(MAKING_GOOD)]
    assert [await laid.app.sweep.handle(row) for row in rows] == [RowOutcome.DONE]
    assert sum(map(bool, await grants(laid, games))) <= PORTION

    await laid.stop_bot()
    await laid.start_bot()

    assert says(card, "outage.begun", games=len(games))
    operator = (await laid.stored.person(laid.operator.id)).id
    for (only,) in await grants(laid, games):
        assert (only.days, only.by.value, only.arbiter) == (3, "red", operator)
        assert (only.article, only.reason) == ("7.2", REASON)
    (done,) = told(laid.operator.messages[seen:], "outage.done_many", games=len(games))
    (own,) = told(pair.red.messages, "grant.told", author="Olga Operator")
    assert mentions(own, "grant.given_you", game=pair.id, n=3, left=27)

    again = await compensated(laid)
    await laid.settle()
    assert says(again, "outage.begun")
    assert len(told(laid.operator.messages, "outage.cost_nothing")) == 1
    await _taken_back(pair, games, done)


async def _taken_back(pair: Pair, games: list[GameId], done: Message) -> None:
    """Have the order undone after the arbiter has reversed it in one game, which is left out."""
    laid = pair.table
    (card,) = await laid.say(laid.arbiter, f"/prelungire {pair.id} ana -3 nu era nevoie")
    await laid.press(laid.arbiter, card, "button.decide")
    await laid.press(laid.operator, done, "button.undo")
    (sure,) = await laid.say(laid.operator, "Nu era nevoie")
    assert mentions(sure, "outage.show_undo_many", games=len(games))
    await laid.press(laid.operator, sure, "button.decide")
    (undone,) = told(laid.operator.messages, "outage.undone_many", games=len(games) - 1)
    assert mentions(undone, "outage.refused", games=1)
    for given in await grants(laid, games):
        assert sum(event.days for event in given) == 0


@pytest.mark.article("7.1")
async def test_after_days_away_one_arbiters_very_many_games_are_gone_through_in_portions(
    crowded: tuple[Pair, list[GameId]],
) -> None:
    """Each player gets one notice, each game its days once, and the arbiter reads how many."""
    pair, others = crowded
    laid, games = pair.table, [GameId(pair.id), *others]
    await laid.travel_to(bucharest("2025-05-03"))
    await laid.stop_bot()
    await laid.travel_to(bucharest("2025-05-06"))
    async with opened(laid.config, clock=laid.sandbox.clock, rates=UNLIMITED) as app:
        sweep = Sweep(app.runtime, app.shared, lambda: True)
        async with app.runtime.unit() as unit:
            downtime = Downtime(since=bucharest("2025-05-03"), until=unit.now)
            await outages.record(unit.tx, downtime)
            await outages.beat(unit.tx, unit.now)
            await Service(unit, app.shared).outage_rounds.plan_rounds(downtime, app.runtime)
        (row, *_) = await sweep.portion()
        assert row.kind.startswith(AWAY)
        assert await sweep.handle(row) is RowOutcome.DONE
        assert await sweep.handle(row) is RowOutcome.TAKEN

    await laid.start_bot()

    for (only,) in await grants(laid, games):
        assert (only.days, only.by.value, only.article) == (3, "red", "7.2")
    (report,) = told(laid.arbiter.messages, "absence.arbiter")
    assert mentions(report, "absence.given", n=len(games))
    for player in (pair.red, pair.blue):
        assert len(told(player.messages, "absence.player")) == 1
    assert len(told(pair.red.messages, "grant.told", author="Tur-Retur")) == 1


@pytest.mark.only_telegram("delays an update of Telegram")
async def test_a_move_is_taken_while_very_many_reminders_are_due(
    crowded: tuple[Pair, list[GameId]],
) -> None:
    """The move takes effect before the other reminders, which are then sent, too."""
    pair, others = crowded
    laid, database = pair.table, pair.table.app.runtime.database
    preview = await pair.type(pair.red, "H8 CASA")
    later = await laid.sandbox.travel(timedelta(days=6))

    async def waiting() -> int:
        async with database.reading() as tx:
            return await due.count(tx, later)

    assert await waiting() >= len(others)
    sweeping = asyncio.create_task(laid.app.sweep())
    pair.red.press_button(preview, button(preview, "button.send"))
    await laid.sandbox.drained()
    await laid.app.worker.settle()

    assert len((await pair.game()).moves) == 1
    assert await waiting() > 0
    await sweeping
    await laid.settle()
    assert await waiting() == 0


@pytest.mark.only_telegram("delays an update of Telegram")
async def test_nothing_is_executed_as_long_as_a_move_waits(table: Table, pair: Pair) -> None:
    """A row found due is left for later if a move has arrived since."""
    preview = await pair.type(pair.red, "H8 CASA")
    await table.stop_bot()
    now = await table.sandbox.clock.travel(timedelta(days=25))
    async with opened(table.config, clock=table.sandbox.clock, rates=UNLIMITED) as app:
        async with app.runtime.database.reading() as tx:
            found = await due.due_rows(tx, now)
        polling = asyncio.create_task(app.updates.run())
        pair.red.press_button(preview, button(preview, "button.send"))
        await table.sandbox.drained()
        polling.cancel()
        await asyncio.gather(polling, return_exceptions=True)
        assert {await app.sweep.handle(row) for row in found} == {RowOutcome.HELD}
        await app.sweep()
        async with app.runtime.database.reading() as tx:
            assert await due.due_rows(tx, now) == found

    await table.start_bot()

    assert len((await pair.game()).moves) == 1
    assert not told(pair.red.messages, "remind.your_turn")
