"""The receiver: stores each update that Telegram sends to the webhook, then answers.

The alternative is `bot.transport.receiving.poller`; both store into the inbox, which drops
duplicates. Several programs may share one address: any of them stores an update, and any free one
handles it.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final, Protocol

from bot.runtime.backoff import pause_after
from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from bot.texts.delivery import WebhookBacklog
from bot.texts.delivery_errors import DeliveryError, MessageRefused, TokenRejected
from bot.transport.receiving.absence import Absence
from bot.transport.receiving.poller import LONGEST_PAUSE
from bot.transport.receiving.rivals import Rivals
from bot.transport.receiving.storing import Plays, raw_update, store

log = get_logger()

QUERY_EVERY: Final = 5.0
"""Seconds between two queries for updates that Telegram still holds."""
LOG_EVERY: Final = timedelta(minutes=1)
"""The time between two log lines about updates that do not arrive."""


class WebhookManager(Protocol):
    """The part of the client that manages the webhook."""

    async def set_webhook(self, url: str, secret: str) -> None:
        """Make Telegram send every update to that address, with that secret in a header."""
        ...

    async def held_updates(self) -> WebhookBacklog:
        """Return the number of updates that Telegram holds for the webhook."""
        ...


class Receiver:
    """Stores updates from the webhook, and sets `arrived`.

    `up_to_date` is set while Telegram holds no update for us. As with the poller, no time may run
    out while it is clear.
    """

    def __init__(
        self,
        manager: WebhookManager,
        runtime: Runtime,
        *,
        url: str,
        secret: str,
        plays: Plays = lambda _text, _data: False,
    ) -> None:
        """Store what manages the webhook, and its address and secret."""
        self.up_to_date = asyncio.Event()
        self._manager = manager
        self._runtime = runtime
        self._url = url
        self._secret = secret
        self._plays = plays
        self._rivals = Rivals(runtime)
        self._absence = Absence(runtime)
        self._logged_at: datetime | None = None
        """When missing updates were last logged, or first seen, which is too early for the log."""

    def knows(self, secret: str) -> bool:
        """Return whether that is our secret, in constant time."""
        return hmac.compare_digest(secret.encode(), self._secret.encode())

    async def receive(self, update: object) -> None:
        """Store the update; once this returns, it may be acknowledged."""
        row = raw_update(update, self._plays)
        if row is None:
            return
        await self._absence.end()
        await store(self._runtime, [row])
        self._runtime.counts.held = None
        self._runtime.arrived.set()

    async def run(self) -> None:
        """Register the webhook, then watch what Telegram holds.

        Raises:
            TokenRejected: the token is not accepted.
        """
        self._runtime.counts.heard = self._runtime.clock.now()  # as the poller
        await self._until_done(self._register)
        while True:
            await self._until_done(self._query_held)
            await asyncio.sleep(QUERY_EVERY)

    async def _register(self) -> None:
        """Make Telegram send updates to our address."""
        await self._manager.set_webhook(self._url, self._secret)

    async def _query_held(self) -> None:
        """Ask Telegram how many updates it holds, and where it sends them.

        Another program with our token may have set an address of its own, or removed ours to poll.
        """
        updates = await self._manager.held_updates()
        if updates.url != self._url:
            await self._rivals.note_conflict(f"the web address is {updates.url or 'removed'}")
            await self._register()
        else:
            await self._rivals.note_success()
        counts, now = self._runtime.counts, self._runtime.clock.now()
        counts.heard = now
        if not updates.count:
            await self._absence.end()
            counts.held = None
            self.up_to_date.set()
            return
        self.up_to_date.clear()
        if counts.held is None:
            counts.held = self._logged_at = now
        elif self._logged_at is None or now - self._logged_at >= LOG_EVERY:
            self._logged_at = now
            self._absence.begin()
            reason = updates.reason or "it has not tried"
            log.warning(
                "updates wait at Telegram, and none comes to the web address",
                waiting=updates.count,
                reason=reason,
            )

    async def _until_done(self, act: Callable[[], Awaitable[None]]) -> None:
        """Repeat the act until it succeeds, with longer and longer pauses.

        Raises:
            TokenRejected: the token is not accepted; no repetition would help.
        """
        failures = 0
        while True:
            try:
                await act()
            except TokenRejected:
                raise
            except Exception as error:  # noqa: BLE001  (as with the poller, a later try may succeed)
                self.up_to_date.clear()
                self._absence.begin()
                failures += 1
                pause = pause_after(failures, LONGEST_PAUSE)
                _log_failure(error, pause)
                await asyncio.sleep(pause)
            else:
                return


def _log_failure(error: Exception, pause: float) -> None:
    """Log why Telegram, or else the database, has not done what was asked."""
    if isinstance(error, DeliveryError):
        refused = "Telegram refuses the web address"
        event = refused if isinstance(error, MessageRefused) else "Telegram does not answer"
        log.warning(event, reason=str(error), again_in=pause)
    else:
        report(log, "the web address cannot be watched", error, again_in=pause)
