"""What gives way while people wait: drawing to their updates, and a note's commit to the next."""

import asyncio

from bot.messages import Incoming, Notice, say
from bot.office.unit import UnitOfWork
from bot.receiving.worker import AT_ONCE
from bot.sandbox import SandboxUser
from bot.sending.noting import Noting
from storage import outbox
from tests.bot.conftest import PostOffice, nothing

GAME = "K7QF/1"
TOO_LARGE = 2**70
"""A number that no database keeps."""


async def test_what_takes_long_waits_while_updates_do(office: PostOffice, ana: SandboxUser) -> None:
    """Nothing is drawn before the updates that wait have had their effect."""
    happened: list[str] = []
    waiting = AT_ONCE + 2

    async def noted(incoming: Incoming, unit: UnitOfWork) -> None:
        del unit
        await asyncio.sleep(0.02)
        happened.append(incoming.text)

    for number in range(waiting):
        ana.send(f"A{number}")
    async with office.polling():
        await office.sandbox.drained()
    async with office.working(noted):
        while office.office.leisure.is_set():  # noqa: ASYNC110  (no bell rings when it ends)
            await asyncio.sleep(0.001)
        await office.office.at_leisure()
        happened.append("drawn")

    assert happened == [*(f"A{number}" for number in range(waiting)), "drawn"]


async def test_nobody_at_work_keeps_nothing_waiting(office: PostOffice) -> None:
    """Where no updates are worked off, or nobody works them off any more, drawing is free."""
    assert office.office.leisure.is_set()
    async with office.working(nothing):
        pass
    assert office.office.leisure.is_set()


async def test_each_message_sent_is_noted(office: PostOffice, ana: SandboxUser) -> None:
    """However many are noted at once, each is under its own row before its sender goes on."""
    notice = Notice(to=ana.id, text=say("fault.game_over"), about=GAME)
    await office.say(*[notice] * 5)
    noting = Noting(office.office)
    async with office.office.database.reading() as tx:
        rows = [each.id for each in await outbox.deliveries(tx, GAME)]
    await asyncio.gather(*(noting.sent(row, [100 + row]) for row in rows))

    async with office.office.database.reading() as tx:
        found = await outbox.deliveries(tx, GAME)
    assert [each.message_ids for each in found] == [(100 + row,) for row in rows]
