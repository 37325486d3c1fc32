"""Delivery of updates by webhook: one queue for each chat, another for each person's presses.

Within a queue, the next update waits until the bot has answered the last one with 200. A press may
be delivered before an earlier message; the messages of one chat stay in order.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import httpx

from sandbox.clock import TimeSource
from sandbox.json_text import read_json
from sandbox.updates import Update, UpdateQueue

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  (a header's name)
PATIENCE = 30.0
"""Seconds to wait for the bot's answer."""
LONGEST_PAUSE = 32
"""The longest pause between two deliveries, as a multiple of the first."""

AnswerCall = Callable[[dict[str, object]], Awaitable[None]]
"""Runs a method call, `{"method": …}` with its parameters."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """The webhook's address, and the secret that proves the sender."""

    url: str
    secret: str = ""


class WebhookSender:
    """Sends pending updates to the bot's address, and retries until the bot accepts them."""

    def __init__(self, updates: UpdateQueue, clock: TimeSource) -> None:
        """Create a sender without an address; the clock dates its errors."""
        self._updates = updates
        self._clock = clock
        self._webhook: Webhook | None = None
        self._workers: dict[str, asyncio.Task[None]] = {}
        """The task of each queue that has something to deliver, by the queue's name."""
        self._error: dict[str, object] = {}
        """The last failure in the words of `getWebhookInfo`; empty if there was none."""
        self.pause = 0.2
        """Seconds before a failed delivery is tried again; doubled each time."""
        self.answer: AnswerCall | None = None
        """Runs the method call that a bot may put into its answer."""
        updates.on_added = self.start

    def set(self, webhook: Webhook | None) -> None:
        """Deliver to this webhook from now on (None: nowhere)."""
        self._webhook = webhook
        self._updates.webhook_url = webhook.url if webhook else ""
        self._error = {}
        self._stop_all()
        if webhook:
            self.start()

    def last_error(self) -> dict[str, object]:
        """Return the last failure in the words of `getWebhookInfo`; empty if there was none."""
        return dict(self._error)

    async def close(self) -> None:
        """Stop delivering; pending updates stay pending."""
        workers = list(self._workers.values())
        self._stop_all()
        await asyncio.gather(*workers, return_exceptions=True)

    def _stop_all(self) -> None:
        """Stop delivering from every queue."""
        for worker in self._workers.values():
            worker.cancel()
        self._workers.clear()

    def start(self) -> None:
        """Deliver pending updates, if a webhook is set."""
        if self._webhook is None:
            return
        for order in {update.order for update in self._updates.pending}:
            if order not in self._workers:
                self._workers[order] = asyncio.create_task(self._work(order))

    async def _work(self, order: str) -> None:
        """Deliver the updates of one queue in turn, until none is pending."""
        webhook, pause = self._webhook, self.pause
        # Reading the certificates takes longer than everything else, so it is done for TLS alone.
        tls = webhook is not None and webhook.url.startswith("https:")
        async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False, verify=tls) as client:
            try:
                while webhook and (update := self._next(order)):
                    if await self._deliver(client, webhook, update):
                        pause = self.pause
                        self._updates.confirm_delivered(update)
                    else:
                        await asyncio.sleep(pause)
                        pause = min(2 * pause, LONGEST_PAUSE * self.pause)
            finally:
                # Before the client closes, which may pause: an update that is added then needs a
                # new worker. An unexpected error must not keep the queue's place either.
                if self._workers.get(order) is asyncio.current_task():
                    del self._workers[order]

    def _next(self, order: str) -> Update | None:
        """Return the first pending update of a queue, or None."""
        self._updates.prune()
        return next((update for update in self._updates.pending if update.order == order), None)

    async def _deliver(self, client: httpx.AsyncClient, webhook: Webhook, update: Update) -> bool:
        """Return whether the bot has accepted the update; note the reason if not."""
        headers = {SECRET_HEADER: webhook.secret} if webhook.secret else {}
        try:
            reply = await client.post(webhook.url, json=update.wire(), headers=headers)
        except (httpx.HTTPError, AttributeError) as error:
            # anyio, which httpx uses, raises the latter on uvloop if a connection is lost while
            # it opens.
            self._note_error(f"Connection failed: {type(error).__name__}")
            return False
        if not reply.is_success:
            self._note_error(
                f"Wrong response from the webhook: {reply.status_code} {reply.reason_phrase}"
            )
            return False
        if self.answer and (call := _call_in(reply)):
            await self.answer(call)
        return True

    def _note_error(self, message: str) -> None:
        """Store the failure of a delivery."""
        self._error = {
            "last_error_date": int(self._clock.now().timestamp()),
            "last_error_message": message,
        }


def _call_in(reply: httpx.Response) -> dict[str, object] | None:
    """Return the method call in the bot's answer, or None for any other answer."""
    if not reply.headers.get("content-type", "").startswith("application/json"):
        return None
    try:
        body = read_json(reply.content)
    except ValueError:
        return None
    return body if isinstance(body, dict) and "method" in body else None
