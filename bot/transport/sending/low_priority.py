"""Low priority for messages whose pictures take long to draw and whose readers do not wait."""

import asyncio

from bot.runtime.unit import Runtime


class LowPriority:
    """Makes sheets wait for an idle moment, one a chat.

    Drawing slows all other work of the interpreter, so sheets give way to moves for a while. A
    sheet never delays its reader's own preview, or the answer to their own question.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._awaiting: dict[int, asyncio.Event] = {}
        """Chat whose sheets wait → an event, set once its reader awaits a later message."""

    async def wait(self, chat: int) -> None:
        """Wait while moves arrive, unless the chat's reader asks for something."""
        awaited = self._awaiting[chat] = asyncio.Event()
        try:
            await self._runtime.when_idle(unless=awaited)
        finally:
            del self._awaiting[chat]

    def end_wait(self, chat: int) -> None:
        """End the wait of the chat's sheets, if they wait."""
        if chat in self._awaiting:
            self._awaiting[chat].set()
