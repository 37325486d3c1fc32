"""The receiver: takes the updates that Telegram sends to our address, stores each, then answers.

The other way to get updates is `bot.receiving.poller`; both end in the inbox, which knows what it
has. Here several programs may stand behind one address: whichever is asked stores, whichever is
free works.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from bot.delivery import DeliveryError, Denied
from bot.log import get_logger
from bot.office.unit import Office
from bot.receiving.poller import LONGEST_PAUSE, raw_update
from storage import inbox

log = get_logger()

LOOK_EVERY: Final = 5.0
"""Seconds between two looks at what Telegram still holds for us."""

Sleep = Callable[[float], Awaitable[object]]


class HookKeeper(Protocol):
    """The side of the wire that knows where updates are sent."""

    async def set_webhook(self, url: str, secret: str) -> None:
        """Have every update sent to that address, with that secret in a header."""
        ...

    async def pending_updates(self) -> int:
        """Return how many updates Telegram holds that our address has not taken yet."""
        ...


class Receiver:
    """Stores what comes to our address, and rings `arrived`.

    `up_to_date` is set while Telegram holds nothing for us; as for the poller, no flag may fall
    while it is clear.
    """

    def __init__(
        self,
        keeper: HookKeeper,
        office: Office,
        *,
        url: str,
        secret: str,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.up_to_date = asyncio.Event()
        self._keeper = keeper
        self._office = office
        self._url = url
        self._secret = secret
        self._sleep = sleep

    def knows(self, secret: str) -> bool:
        """Return whether that is our secret; how long it takes tells nothing of it."""
        return hmac.compare_digest(secret.encode(), self._secret.encode())

    async def take(self, update: object) -> None:
        """Store the update; it may be answered for as soon as this returns."""
        row = raw_update(update)
        if row is None:
            return
        async with self._office.database.transaction() as tx:
            await inbox.store(tx, [row], self._office.clock.now())
        self._office.arrived.set()

    async def run(self) -> None:
        """Say where we are, then watch what waits; raises Denied when the token is not accepted."""
        await self._until_done(self._register)
        while True:
            await self._until_done(self._look)
            await self._sleep(LOOK_EVERY)

    async def _register(self) -> None:
        await self._keeper.set_webhook(self._url, self._secret)

    async def _look(self) -> None:
        pending = await self._keeper.pending_updates()
        self._office.counts.heard = self._office.clock.now()
        if pending:
            self.up_to_date.clear()
        else:
            self.up_to_date.set()

    async def _until_done(self, act: Callable[[], Awaitable[None]]) -> None:
        failures = 0
        while True:
            try:
                await act()
            except Denied:
                raise
            except DeliveryError as error:
                self.up_to_date.clear()
                pause = min(2.0**failures, LONGEST_PAUSE)
                log.warning("Telegram does not answer", reason=str(error), again_in=pause)
                failures = min(failures + 1, 6)
                await self._sleep(pause)
            else:
                return
