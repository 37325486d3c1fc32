"""The time in which no update could arrive: its end is recorded before the updates that waited.

Presses count from that end, because the people who pressed could not know (art. 7.1).
"""

from bot.runtime.unit import Runtime
from storage.days import outages


class Absence:
    """Whether updates may have waited at Telegram, from the start until one is to be stored."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._is_away = True

    def begin(self) -> None:
        """Note that Telegram could not be reached, or could not reach the bot."""
        self._is_away = True

    async def end(self) -> None:
        """Record the end of an absence, if there was one."""
        if self._is_away:
            async with self._runtime.database.transaction() as tx:
                await outages.note_back(tx, self._runtime.clock.now())
            self._is_away = False
