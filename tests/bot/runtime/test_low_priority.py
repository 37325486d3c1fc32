"""Work that waits for people: drawing waits for moves, a note's commit for the next."""

import asyncio

from bot.runtime.unit import UnitOfWork
from bot.texts.messages import Incoming, Notice, say
from bot.transport.receiving.worker import AT_ONCE
from bot.transport.sending.outcomes import Outcomes
from sandbox import SandboxUser
from storage.queues import outbox, outbox_due
from tests.bot.conftest import PostOffice, nothing

GAME = "K7QF/1"
TOO_LARGE = 2**70
"""A number that no database keeps."""


async def test_what_takes_long_waits_while_moves_do(post: PostOffice, ana: SandboxUser) -> None:
    """Sheets are drawn after waiting moves have taken effect."""
    happened: list[str] = []
    moves = [f"{row}{number} CASA" for row in "ABC" for number in range(1, AT_ONCE // 2)]

    async def noted(incoming: Incoming, unit: UnitOfWork) -> None:
        del unit
        await asyncio.sleep(0.02)
        happened.append(incoming.text)

    ana.send("/ajutor")
    for move in moves:
        post.operator.send(move)
    async with post.polling():
        await post.sandbox.drained()
    async with post.working(noted):
        while post.runtime.idle.is_set():  # noqa: ASYNC110  (nothing signals its end)
            await asyncio.sleep(0.001)
        await post.runtime.when_idle()
        happened.append("drawn")

    assert happened[: len(moves)] == moves
    assert sorted(happened[len(moves) :]) == ["/ajutor", "drawn"]


async def test_nobody_at_work_keeps_nothing_waiting(post: PostOffice) -> None:
    """Without a running worker drawing never waits."""
    assert post.runtime.idle.is_set()
    async with post.working(nothing):
        pass
    assert post.runtime.idle.is_set()


async def test_each_message_sent_is_noted(post: PostOffice, ana: SandboxUser) -> None:
    """Each of many at once is stored under its own row before its sender continues."""
    notice = Notice(to=ana.id, text=say("fault.place_taken"), about=GAME)
    await post.say(*[notice] * 5)
    noting = Outcomes(post.runtime)
    async with post.runtime.database.reading() as tx:
        queued = [each.id for each in await outbox.deliveries(tx, GAME)]
        rows = [row for each in queued if (row := await outbox_due.queued(tx, each))]
    await asyncio.gather(*(noting.record_sent(row, [100 + row.id]) for row in rows))

    async with post.runtime.database.reading() as tx:
        found = await outbox.deliveries(tx, GAME)
    assert [each.message_ids for each in found] == [(100 + row.id,) for row in rows]
