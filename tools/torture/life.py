"""Runs one program of the bot, which may be killed at any instant, and restarts it as systemd does.

`tools.torture.programs` starts this module; the environment has the configuration. The parent
process has imported everything, and each run of the bot is a fork of it, so that a start takes no
second of imports. The bot's own code is unchanged, except that its clock can be set wrong.
"""

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
from bot.runtime.event_loop import run
from bot.transport.telegram_io import client
from sandbox.clock import ShiftedClock
from storage import engine
from tools.torture.crowd import RATES

CLOCK: Final = "TORTURE_CLOCK"
"""The environment variable with the path of the file of the clock's error."""
STEP: Final = struct.Struct("d")
"""The format of that file's content: seconds, as a floating-point number."""
BUSY_SECONDS: Final = 0.3
"""Seconds for which a writer waits for another; short here, so that locks have an effect."""
PATIENCE: Final = 3.0
"""Seconds for which the bot waits for the Bot API; short here, so that people need not wait."""
PAUSE: Final = 0.2
"""Seconds before a program that ended by itself is restarted."""
_IMPORTED_LATE: Final = (
    *("alembic", "alembic.command", "aiosqlite", "asyncpg", "sqlalchemy.dialects.postgresql"),
    *("sqlalchemy.dialects.postgresql.asyncpg", "apscheduler.schedulers.asyncio", "PIL.ImageDraw"),
    *("bot.transport.receiving.hook", "bot.program.serving", "bot.web.site"),
)
"""The modules that the bot imports only while it starts; here they are imported before the fork."""


class SteppingClock:
    """The computer's clock, plus the error in the file."""

    def __init__(self, file: Path) -> None:
        self._clock = ShiftedClock()
        self._file = os.open(file, os.O_RDONLY)

    def now(self) -> datetime:
        """Return the current instant of this clock, in UTC."""
        (seconds,) = STEP.unpack(os.pread(self._file, STEP.size, 0))
        self._clock.travel(timedelta(seconds=seconds) - self._clock.shift)
        return self._clock.now()


async def _work() -> None:
    """Run the bot with the configuration of the environment, until it is stopped."""
    environment = {name: text for name, text in os.environ.items() if name.startswith("TURRETUR_")}
    config = load_config(None, environment)
    clock = SteppingClock(Path(os.environ[CLOCK]))
    async with (
        opened(config, clock=clock, rates=RATES) as app,
        answering(config, app),
    ):
        await app.run()


def _run_bot() -> None:
    """Run the bot, from its start to its end."""
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
    run(_work())


def main() -> None:
    """Restart the program whenever it has ended, and report each start on standard output."""
    for name in _IMPORTED_LATE:
        importlib.import_module(name)
    while True:
        child = os.fork()
        if not child:
            try:
                _run_bot()
            except BaseException as error:  # noqa: BLE001  (reported before the process ends)
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
