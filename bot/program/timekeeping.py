"""The clock check: whether the computer's clock is right, before time has any effect.

A wrong clock would find exceeded time, or an absence, that never happened, and would date acts
wrongly. So it is compared with Telegram's (`bot.runtime.clock`), whose time counts if they differ.
The operators are notified of a fast clock and of a slow one. Without an answer due rows wait.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

from bot.program.schedule import RepeatedJob
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from bot.texts.delivery_errors import DeliveryError
from bot.texts.messages import say

log = get_logger()

Ask = Callable[[], Awaitable[object]]
"""Makes Telegram answer a call, which states its time."""


class Timekeeping:
    """Compares the clock with Telegram's."""

    def __init__(self, runtime: Runtime, ask: Ask) -> None:
        self._runtime = runtime
        self._ask = ask
        self._waiting = False
        """Whether the time was unknown at the last check."""

    async def is_right(self) -> bool:
        """Return whether the time is known; if the machine's is wrong, notify the operators.

        A computer that slept or was offline may have an old reading, so Telegram is asked again
        first.
        """
        check = self._runtime.clock_check
        if not check.is_off:
            return self._note(is_known=True)
        try:
            await self._ask()
        except DeliveryError as error:
            log.warning("nobody says whether the clock is right", reason=str(error))
            return self._note(is_known=False)
        if check.is_off:
            log.error("the clock is wrong: Telegram's time counts", behind=str(check.off))
            await self._notify(check.off)
        return self._note(is_known=True)

    def when_right(self, job: RepeatedJob) -> RepeatedJob:
        """Return the job skipped while the time is unknown: what it deletes or dates stays so."""

        async def run() -> None:
            if await self.is_right():
                await job.run()

        return replace(job, run=run)

    def _note(self, *, is_known: bool) -> bool:
        """Note whether the time is known, and return it; log that it is known again."""
        if is_known and self._waiting:
            log.info("the time is known again")
        self._waiting = not is_known
        return is_known

    async def _notify(self, behind: timedelta) -> None:
        """Notify the operators, once a day on Telegram's calendar."""
        async with self._runtime.unit() as unit:
            here, there = (unit.now - behind).isoformat(), unit.now.isoformat()
            text = say("operator.clock", here=here, there=there)
            self._runtime.alert(unit, text, once=f"clock:{unit.now:%F}")
