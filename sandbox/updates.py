"""The queue of updates: stored until confirmed, at most a day, delivered by long polling.

`webhook.py` delivers from the same queue by webhook.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sandbox.changes import Changes
from sandbox.chats import Message
from sandbox.clock import TimeSource
from sandbox.errors import conflict

RETENTION = timedelta(hours=24)
"""How long Telegram keeps an update that the bot does not fetch."""
PRESS_RETENTION = timedelta(seconds=150)
"""How long it keeps a pressed button or an inline query, which is useless to answer later."""
SHORT_LIVED = frozenset({"callback_query", "inline_query"})
"""The kinds that are kept for `PRESS_RETENTION` alone."""
NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""The kinds that a bot gets only if it asks for them."""
FIRST_ID = 700_000_001
"""The number of the first update."""
MOST_UPDATES = 100
"""The most updates in one answer."""
LONGEST_POLL = 50.0
"""The most seconds that a poll may wait."""

Json = dict[str, object]


@dataclass(slots=True, kw_only=True, eq=False)
class Update:
    """One update that waits for the bot."""

    id: int
    kind: str
    body: Json
    at: datetime
    order: str
    """The name of the webhook's queue: updates of one queue are delivered one after another."""
    message: Message | None = None
    """The message that the update carries, which is marked as fetched once it is confirmed."""
    again: bool = False
    """A repeat on demand: delivered once more even if its number is confirmed."""

    def wire(self) -> Json:
        """Return the update as the JSON object of the Bot API."""
        return {"update_id": self.id, self.kind: self.body}

    def is_expired(self, now: datetime) -> bool:
        """Return whether Telegram would have dropped the update by now."""
        retention = PRESS_RETENTION if self.kind in SHORT_LIVED else RETENTION
        return now - self.at >= retention


class UpdateQueue:
    """Updates in the order in which they happened, until the bot confirms them."""

    def __init__(self, clock: TimeSource, changes: Changes) -> None:
        """Create an empty queue; `changes` counts every visible change of it."""
        self._clock = clock
        self._changes = changes
        self.pending: list[Update] = []
        self.next_id = FIRST_ID
        """The next number. Telegram may continue with any number after a quiet week; tests set it.
        """
        self.allowed: frozenset[str] = frozenset()
        """The kinds that the bot wants; empty: all but those of `NOT_BY_DEFAULT`."""
        self.webhook_url = ""
        """The address that gets the updates; "" while the bot polls."""
        self.on_added: Callable[[], None] = lambda: None
        """Called when there is an update to deliver by webhook."""
        self.confirmed: deque[Update] = deque(maxlen=MOST_UPDATES)
        """The last confirmed updates, which `repeat` can deliver once more."""
        self._held: list[Update] | None = None
        """The updates held back; None if none are held."""
        self._waiter: asyncio.Future[None] | None = None
        """What a waiting poll waits for; None if no poll waits."""

    def add(self, kind: str, body: Json, *, order: str, message: Message | None = None) -> None:
        """Queue an update, unless the bot does not want this kind."""
        if not self.is_wanted(kind):
            return
        update = Update(
            id=self.next_id,
            kind=kind,
            body=body,
            at=self._clock.now(),
            order=order,
            message=message,
        )
        self.next_id += 1
        if self._held is not None:
            self._held.append(update)
        else:
            self._queue([update])

    def is_wanted(self, kind: str) -> bool:
        """Return whether the bot asked for this kind (by default nearly all kinds are sent)."""
        return kind in self.allowed if self.allowed else kind not in NOT_BY_DEFAULT

    def allow(self, kinds: Collection[str]) -> None:
        """Store which kinds the bot wants from now on; an empty list means the default."""
        self.allowed = frozenset(kinds)

    def hold(self) -> None:
        """Hold back all further updates until `release`."""
        if self._held is None:
            self._held = []

    def release(self, *, backwards: bool = False, twice: bool = False) -> None:
        """Deliver the held updates: in order or backwards, each once or twice."""
        held, self._held = self._held or [], None
        if backwards:
            held.reverse()
        self._queue(update for update in held for _ in range(2 if twice else 1))

    def repeat(self, count: int = 1) -> None:
        """Deliver so many of the newest updates again, with their numbers, confirmed or not."""
        by_number = {update.id: update for update in (*self.confirmed, *self.pending)}
        newest_first = sorted(by_number, reverse=True)[:count]
        for number in reversed(newest_first):
            update = by_number[number]
            copy = Update(
                id=update.id,
                kind=update.kind,
                body=update.body,
                at=self._clock.now(),
                order=update.order,
                again=True,
            )
            self._queue([copy])

    def drop_pending(self) -> None:
        """Delete all pending updates."""
        self.pending.clear()
        self._changes.bump()

    async def poll(self, *, offset: int, limit: int, seconds: float) -> list[Json]:
        """Confirm the updates before `offset`; return the pending ones, or wait for one.

        Raises `ApiError` (409) when another poll takes over.
        """
        self.end_poll(
            "terminated by other getUpdates request; make sure that only one bot "
            "instance is running"
        )
        self._confirm_before(offset)
        batch = self._batch(limit)
        if not batch and seconds > 0:
            await self._wait(min(seconds, LONGEST_POLL))
            batch = self._batch(limit)
        return [update.wire() for update in batch]

    @property
    def is_polling(self) -> bool:
        """Whether a poll is waiting now, which means that the bot runs."""
        return self._waiter is not None

    def refuse_if_webhook(self) -> None:
        """Refuse polling while updates go to a webhook."""
        if self.webhook_url:
            raise conflict(
                "can't use getUpdates method while webhook is active; use deleteWebhook to "
                "delete the webhook first"
            )

    def end_poll(self, reason: str) -> None:
        """End a running poll with a conflict (409)."""
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_exception(conflict(reason))

    def close(self) -> None:
        """End a running poll with an empty answer."""
        self._wake_poll()

    def confirm_delivered(self, update: Update) -> None:
        """Remove an update that the webhook has accepted."""
        if update in self.pending:
            self._mark_confirmed([update])

    def prune(self) -> None:
        """Drop expired updates."""
        now = self._clock.now()
        self.pending = [update for update in self.pending if not update.is_expired(now)]

    def _queue(self, updates: Iterable[Update]) -> None:
        """Add updates to the pending ones, and wake a long poll or start the webhook."""
        self.pending.extend(updates)
        self._wake_poll()
        if self.webhook_url:
            self.on_added()

    def _wake_poll(self) -> None:
        """Let a waiting poll answer now."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _confirm_before(self, offset: int) -> None:
        """Confirm the updates before a number; a negative one counts from the newest update."""
        if offset < 0:
            # A slice, because an offset beyond the oldest update means the oldest.
            offset = self.pending[offset:][0].id if self.pending else 0
        self._mark_confirmed(
            [update for update in self.pending if update.id < offset and not update.again]
        )

    def _mark_confirmed(self, updates: Collection[Update]) -> None:
        """Remove updates from the queue, and mark their messages as fetched."""
        if not updates:
            return
        # By identity: a repeated update has the same number as the one it repeats.
        removed = set(map(id, updates))
        self.pending = [update for update in self.pending if id(update) not in removed]
        self.confirmed.extend(updates)
        version = self._changes.bump()
        for update in updates:
            if update.message is not None:
                update.message.fetched = True
                update.message.version = version

    def _batch(self, limit: int) -> list[Update]:
        """Return the oldest pending updates, at most `limit`."""
        self.prune()
        batch = self.pending[: min(max(limit, 1), MOST_UPDATES)]
        # The bot has confirmed their numbers already, and will not do so once more.
        self._mark_confirmed([update for update in batch if update.again])
        return batch

    async def _wait(self, seconds: float) -> None:
        """Wait until an update is queued or the poll is ended, at most that many seconds."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiter = waiter
        self._changes.bump()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await waiter
        finally:
            if self._waiter is waiter:
                self._waiter = None
                self._changes.bump()
