"""The bot as a program without its limits on people and on sending.

`python -m benchmarks.support.bots.without_limits`, configured by the environment: every update
reaches the handlers.
"""

import asyncio
import os

from bot.program.answering import answering
from bot.program.app import opened
from bot.runtime.config.settings import load_config
from bot.runtime.limits import open_gate
from bot.runtime.log import set_up
from bot.transport.sending.pacing import UNLIMITED


async def _run() -> None:
    config = load_config(None, dict(os.environ))
    async with opened(config, gate=open_gate(), rates=UNLIMITED) as app, answering(config, app):
        await app.run()


if __name__ == "__main__":
    set_up(level="WARNING")
    asyncio.run(_run())
