"""The first question to Telegram, who the bot is: asked until it is answered.

Without the answer nothing can begin; to end instead would only have whoever keeps the program start
it again and again, against a server that has asked it to wait.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from bot.runtime.log import get_logger
from bot.texts.delivery import Retry, Trouble

if TYPE_CHECKING:
    from bot.transport.telegram_io.client import Self, TelegramIO

log = get_logger()

LONGEST_PAUSE: Final = 60.0
"""Seconds between two tries, unless Telegram asks for more."""


async def introduced(
    telegram: "TelegramIO", *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
) -> "Self":
    """Return who the bot is.

    Raises:
        Denied: the token is not accepted.
        DeliveryError: the server refuses the question itself.
    """
    failures = 0
    while True:
        try:
            return await telegram.me()
        except (Retry, Trouble) as error:
            pause = min(2.0**failures, LONGEST_PAUSE)
            if isinstance(error, Retry):
                pause = max(pause, error.after)
            failures = min(failures + 1, 6)
            log.warning("Telegram does not answer", reason=str(error), again_in=pause)
            await sleep(pause)
