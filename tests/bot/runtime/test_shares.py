"""Turns at one worker: nobody waits for all the work of another person."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select

from bot.runtime.clock import FixedClock
from bot.runtime.shares import BUDGET, HOUR, Budgets, Shares, alert_of
from bot.runtime.unit import Runtime
from engine.ids import PersonId
from storage.db import Database
from storage.schema import outbox
from tests.bot.conftest import MAY_DAY


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the seconds."""
        return self.now


async def test_others_come_before_a_persons_next_turn() -> None:
    """Six requests of one person do not make another wait for more than the running one."""
    clock, order, going = Clock(), list[str](), asyncio.Event()
    budgets = Budgets(seconds=clock)
    shares = Shares(budgets)

    async def work(who: str, took: float) -> None:
        async with shares.turn(who), _spending(budgets, who):
            order.append(who)
            await going.wait()
            clock.now += took

    tasks = [asyncio.create_task(work("Ana", 10)) for _ in range(6)]
    await asyncio.sleep(0)
    tasks += [asyncio.create_task(work(who, 1)) for who in ("Ion", "Dan", "Ion")]
    await asyncio.sleep(0)
    going.set()
    await asyncio.gather(*tasks)

    assert order == ["Ana", "Ion", "Dan", "Ion", *["Ana"] * 5]


def test_who_is_over_the_budget_is_reported_once_an_hour() -> None:
    """Work is counted for an hour, and the report is not repeated with each request."""
    clock, reported = Clock(), list[object]()
    budgets = Budgets(seconds=clock)
    for took in (BUDGET, 1, 1):
        with budgets.spending("Ana"):
            clock.now += took
        reported += budgets.newly_over()
    assert reported == ["Ana"]
    assert (budgets.is_spent("Ana"), budgets.is_spent("Ion")) == (True, False)
    clock.now += HOUR + 1
    assert budgets.used("Ana") == pytest.approx(0)
    with budgets.spending("Ana"):
        clock.now += BUDGET + 1
    assert budgets.newly_over() == ["Ana"]


async def test_operators_are_notified_of_each_person_over_the_budget(database: Database) -> None:
    """Two people over the budget within ten minutes are two alerts, not one and a count."""
    clock = Clock()
    budgets = Budgets(seconds=clock)
    runtime = Runtime(database, FixedClock(MAY_DAY), (9,))
    for person in (7, 8):
        with budgets.spending(PersonId(person)):
            clock.now += BUDGET + 1
        await alert_of(runtime, budgets)

    async with database.reading() as tx:
        said = " ".join((await tx.execute(select(outbox.c.payload))).scalars())
    assert said.count("operator.over_budget") == 2


async def test_a_turn_that_nobody_takes_goes_to_the_next() -> None:
    """Cancelling one who waits, before or after their turn has come, blocks nobody."""
    budgets = Budgets(seconds=Clock())
    shares = Shares(budgets)
    async with shares.turn("Ana"):
        waiting = [asyncio.create_task(_once(shares, who)) for who in ("Ion", "Dan", "Eva")]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await asyncio.sleep(0)
    waiting[0].cancel()  # its turn has come
    await asyncio.gather(*waiting, return_exceptions=True)
    assert not waiting[2].cancelled()
    async with shares.turn("Ana"):
        assert budgets.used("Eva") == 0


@asynccontextmanager
async def _spending(budgets: Budgets, who: str) -> AsyncIterator[None]:
    with budgets.spending(who):
        yield


async def _once(shares: Shares, who: str) -> None:
    async with shares.turn(who):
        await asyncio.sleep(0)


async def test_a_turn_goes_past_who_was_cancelled_meanwhile() -> None:
    """A cancellation in the same instant as the end of a turn blocks nobody."""
    shares, turns = Shares(Budgets()), list[str]()

    async def work(who: str) -> None:
        async with shares.turn(who):
            turns.append(who)

    async with shares.turn("Ana"):
        leaving, waiting = (asyncio.create_task(work(who)) for who in ("Ion", "Dan"))
        await asyncio.sleep(0)
        leaving.cancel()
    await asyncio.gather(leaving, waiting, return_exceptions=True)
    await work("Eva")

    assert leaving.cancelled()
    assert turns == ["Dan", "Eva"]
