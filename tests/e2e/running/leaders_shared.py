"""A second program on the same database, whose courier sends, too."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from bot.program.app import opened
from bot.program.running import App
from bot.transport.sending.pacing import UNLIMITED
from tests.e2e.harness import Table


@asynccontextmanager
async def another(laid: Table) -> AsyncIterator[App]:
    """Give a second program on the same database, with its courier beside the first's."""
    async with opened(laid.config, clock=laid.sandbox.clock, rates=UNLIMITED) as app:
        sending = asyncio.create_task(app.courier.run())
        try:
            yield app
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError):
                await sending
