"""The clock check: whether the computer's clock is right, before time has any effect.

A fast clock would find exceeded time, or an absence, that never happened. So it is compared with
Telegram's (`bot.runtime.clock`). While it is over an hour ahead, due rows wait and the operators
are notified. A slow clock only delays actions.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.program.schedule import RepeatedJob
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from bot.texts.delivery import DeliveryError
from bot.texts.messages import say

log = get_logger()

TOLERANCE: Final = timedelta(hours=1)

Ask = Callable[[], Awaitable[object]]
"""Makes Telegram answer a call, which states its time."""


class Timekeeping:
    """Compares the clock with Telegram's."""

    def __init__(self, runtime: Runtime, ask: Ask) -> None:
        self._runtime = runtime
        self._ask = ask
        self._waiting = False

    async def is_right(self) -> bool:
        """Return whether the clock is right; if not, make sure that the operators know.

        A computer that slept or was offline may have an old reading, so Telegram is asked again
        first.
        """
        if self._ahead() <= TOLERANCE:
            return self._note(is_right=True)
        try:
            await self._ask()
        except DeliveryError as error:
            log.warning("nobody says whether the clock is right", reason=str(error))
            return self._note(is_right=False)
        there = self._runtime.clock_check.now()
        if there is None or self._ahead() <= TOLERANCE:
            return self._note(is_right=True)
        if not self._waiting:
            log.error("the clock is wrong: what is due waits", ahead=str(self._ahead()))
        await self._notify(there)
        return self._note(is_right=False)

    def when_right(self, job: RepeatedJob) -> RepeatedJob:
        """Return the job skipped while the clock is wrong, because it deletes for good."""

        async def run() -> None:
            if await self.is_right():
                await job.run()

        return replace(job, run=run)

    def _ahead(self) -> timedelta:
        there = self._runtime.clock_check.now()
        return timedelta() if there is None else self._runtime.clock.now() - there

    def _note(self, *, is_right: bool) -> bool:
        if is_right and self._waiting:
            log.info("the clock is right again")
        self._waiting = not is_right
        return is_right

    async def _notify(self, there: datetime) -> None:
        """Notify the operators, once a day on Telegram's calendar."""
        async with self._runtime.unit() as unit:
            here = unit.now.isoformat()
            text = say("operator.clock", here=here, there=there.isoformat())
            self._runtime.alert(unit, text, once=f"clock:{there:%F}")
