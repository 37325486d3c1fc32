"""The first call to Telegram, `getMe`, retried until it is answered.

The bot cannot start without the answer. If it ended instead, its supervisor would restart it again
and again, against a server that has asked it to wait.
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
"""The most seconds between two tries, unless Telegram asks for more."""


async def introduced(
    telegram: "TelegramIO", *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
) -> "Self":
    """Return the bot's own account.

    Raises:
        Denied: the token is not accepted.
        DeliveryError: the server refuses the call itself.
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
