"""Low priority for drawing: sheets wait while moves wait, unless their reader awaits an answer.

Drawing slows all other work of the interpreter, so sheets give way to moves for a while. A sheet
never delays its reader's own preview, or the answer to their own question.
"""

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.runtime.unit import Runtime


class LowPriority:
    """Makes messages wait for an idle moment, one a chat."""

    def __init__(self, runtime: "Runtime") -> None:
        self._runtime = runtime
        self._asked: dict[int, asyncio.Event] = {}
        """Chat whose sheets wait → an event, set once its reader awaits a later message."""

    async def wait(self, chat: int) -> None:
        """Wait while moves arrive, unless the chat's reader asks for something."""
        asked = self._asked[chat] = asyncio.Event()
        try:
            await self._runtime.when_idle(unless=asked)
        finally:
            del self._asked[chat]

    def looked_out_for(self, chat: int) -> None:
        """End the wait of the chat's sheets, if they wait."""
        if chat in self._asked:
            self._asked[chat].set()
