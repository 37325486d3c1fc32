"""Downloads for waiting updates: each is handled again once its file is here."""

import asyncio

from sqlalchemy import select

from bot.texts.messages import FileWanted
from bot.transport.receiving.fetching import Fetching
from storage.queues import inbox
from storage.queues.inbox import Pending, RawUpdate
from storage.schema import inbox as stored
from tests.bot.conftest import PostOffice


async def test_two_chats_that_wait_for_one_file_get_it_together(post: PostOffice) -> None:
    """A forwarded file is downloaded once, and its second sender waits no longer than the first."""
    runtime, may_come = post.runtime, asyncio.Event()

    async def fetch(file_id: str) -> bytes:
        await may_come.wait()
        return file_id.encode()

    async with runtime.database.transaction() as tx:
        updates = [RawUpdate(update_id=chat, chat=chat, raw="{}") for chat in (1, 2)]
        await inbox.store(tx, updates, runtime.clock.now())
        rows = (await tx.execute(select(stored).order_by(stored.c.id))).all()
    fetching = Fetching(runtime, fetch)
    for row in rows:
        pending = Pending(
            id=row.id,
            update_id=row.update_id,
            chat=row.chat,
            raw=row.raw,
            received_at=row.received_at,
            attempts=0,
        )
        await fetching.fetch(pending, FileWanted("file"))
    runtime.arrived.clear()
    may_come.set()
    await runtime.arrived.wait()

    assert fetching.content("file") == b"file"
    async with runtime.database.reading() as tx:
        retries = (await tx.execute(select(stored.c.retry_at))).scalars().all()
    assert retries == [None, None]
