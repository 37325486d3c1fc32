"""One program of the bot, to be killed at any instant and started again at once, as by systemd.

Run by `tools.torture.programs`; the configuration comes from the environment. So that no start
takes a second of imports, the parent has imported everything, and each life is a fork of it that
has done nothing. The product knows nothing of this: only its clock is another, so that it can step.
"""

import asyncio
import importlib
import logging
import os
import signal
import struct
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import structlog

from bot.program.answering import answering
from bot.program.app import opened
from bot.runtime.config.settings import load_config
from bot.transport.telegram_io import client
from sandbox.clock import ShiftedClock
from storage import engine
from tools.torture.crowd import RATES

CLOCK: Final = "TORTURE_CLOCK"
"""The environment variable that names the file of the clock's error."""
STEP: Final = struct.Struct("d")
"""What that file holds: seconds."""
BUSY_SECONDS: Final = 0.3
"""How long a writer waits here for another to end: locks shall be felt."""
PATIENCE: Final = 3.0
"""How long an answer of the Bot API may take here: people are not to wait long for each silence."""
PAUSE: Final = 0.2
"""Seconds before a program that has ended by itself is started again."""
_LATE: Final = (
    *("alembic", "alembic.command", "aiosqlite", "asyncpg", "sqlalchemy.dialects.postgresql"),
    *("sqlalchemy.dialects.postgresql.asyncpg", "apscheduler.schedulers.asyncio", "PIL.ImageDraw"),
    *("bot.transport.receiving.hook", "bot.program.serving", "bot.web.site"),
)


class SteppingClock:
    """The computer's clock, wrong by as much as the file says."""

    def __init__(self, file: Path) -> None:
        self._clock = ShiftedClock()
        self._file = os.open(file, os.O_RDONLY)

    def now(self) -> datetime:
        """Return the present instant as this clock has it, in UTC."""
        (seconds,) = STEP.unpack(os.pread(self._file, STEP.size, 0))
        self._clock.travel(timedelta(seconds=seconds) - self._clock.shift)
        return self._clock.now()


async def _work() -> None:
    environment = {name: text for name, text in os.environ.items() if name.startswith("TURRETUR_")}
    config = load_config(None, environment)
    clock = SteppingClock(Path(os.environ[CLOCK]))
    async with (
        opened(config, clock=clock, rates=RATES) as app,
        answering(config, app),
    ):
        await app.run()


def _live() -> None:
    """Be the bot, from its start to its end."""
    engine.BUSY_SECONDS = BUSY_SECONDS
    client.PATIENCE = PATIENCE
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            ),
        ],
    )
    asyncio.run(_work())


def main() -> None:
    """Start the program again whenever it has ended; say so each time on standard output."""
    for late in _LATE:
        importlib.import_module(late)
    while True:
        child = os.fork()
        if not child:
            try:
                _live()
            except BaseException as error:  # noqa: BLE001  (said, and then it is over)
                print(f"ended: {error!r}", file=sys.stderr, flush=True)
            os._exit(1)
        print("life", child, flush=True)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
            print("killed", child, flush=True)
        else:
            print("ended", child, flush=True)
            time.sleep(PAUSE)


if __name__ == "__main__":
    main()
