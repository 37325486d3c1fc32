"""Leisure: sheets are drawn while no move waits, unless their reader looks out for what follows.

Drawing takes the interpreter from whoever has other work, so sheets let moves go first for a while.
Nobody's sheet holds up his own preview, or the answer to what he has just asked.
"""

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.runtime.unit import Runtime


class Leisure:
    """Lets messages wait for it, one a chat."""

    def __init__(self, runtime: "Runtime") -> None:
        self._runtime = runtime
        self._asked: dict[int, asyncio.Event] = {}
        """Chat whose sheets wait → set once its reader looks out for what comes after them."""

    async def wait(self, chat: int) -> None:
        """Wait while moves come in, unless the chat's reader asks for something."""
        asked = self._asked[chat] = asyncio.Event()
        try:
            await self._runtime.at_leisure(unless=asked)
        finally:
            del self._asked[chat]

    def looked_out_for(self, chat: int) -> None:
        """Let the chat's sheets wait no longer, if they do."""
        if chat in self._asked:
            self._asked[chat].set()
