"""Selects the outbox messages that wait at the rate limiter.

Of each precedence, no more wait there than Telegram accepts in a second; all others stay in their
rows. A lane is the queue of one chat, named by the chat's number. Lanes are queried in stretches,
by number and in a cycle, so that each gets its turn. Within a stretch, the lanes that have waited
longest since their last message come first.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.transport.sending.rate_limiter import RateLimiter
from storage.queues import outbox_due
from storage.queues.outbox_due import FIRST, QueuedMessage
from storage.queues.precedence import REQUESTED, Precedence

PLENTY: Final = 30
"""The most lanes of one precedence at the rate limiter; Telegram accepts so many a second."""
STRETCH: Final = 64
"""Lanes in one query: more than can have had a message within a second."""


class SelectedMessage(NamedTuple):
    """A message to send next."""

    row: QueuedMessage
    precedence: Precedence
    """The precedence with which it was selected, at least its own."""


class MessageSelection:
    """Selects the next messages, and knows which lanes wait at the rate limiter."""

    def __init__(self, rate_limiter: RateLimiter, on_reader_waiting: Callable[[int], None]) -> None:
        """Store the callback for each busy lane that has a message its reader awaits."""
        self._rate_limiter = rate_limiter
        self._on_reader_waiting = on_reader_waiting
        self._waiting: dict[int, Precedence] = {}
        """Lane → the precedence with which it waits."""
        self._ends = dict.fromkeys(Precedence, FIRST)
        """By precedence, the lane after which the next stretch begins."""
        self.has_more = True
        """Whether the outbox may have messages to send that the last query did not select."""

    def add_waiting(self, lane: int, precedence: Precedence) -> Precedence:
        """Add the lane unless it waits already; return its precedence, which may be raised."""
        return self._waiting.setdefault(lane, precedence)

    def has_plenty(self, precedence: Precedence) -> bool:
        """Return whether so many lanes of that precedence wait that no query is needed yet."""
        return self._room(precedence) < PLENTY // 2

    def remove_waiting(self, lane: int) -> None:
        """Remove the lane from those that wait."""
        self._waiting.pop(lane, None)

    async def next(
        self, tx: AsyncConnection, now: datetime, busy: Mapping[int, int]
    ) -> list[SelectedMessage]:
        """Return the next messages, of lanes that are not busy.

        `busy`: lane → the number of its message that is being sent.

        This also raises waiting lanes to a more urgent precedence. A lane waits with its most
        urgent precedence, never earlier with a lesser one.
        """
        # Messages that are queued from now on cause another query.
        self.has_more = False
        chosen: list[SelectedMessage] = []
        seen: set[int] = set()
        for precedence in sorted(await outbox_due.kinds(tx, now)):
            room = self._room(precedence)
            # Without room, the other lanes are still queried, because a waiting one may be urged.
            if room <= 0 and precedence is Precedence.STRANGER:
                self.has_more = True
                continue
            heads = await self._heads(tx, now, precedence, busy)
            candidates = [head for head in heads if head.chat not in seen]
            order = self._rate_limiter.order
            candidates.sort(
                key=lambda head: (*order(head.precedence, precedence, head.chat), head.id)
            )
            chosen += [SelectedMessage(head, precedence) for head in candidates[: max(0, room)]]
            self.has_more |= len(candidates) > room or self._ends[precedence] != FIRST
            seen |= {head.chat for head in candidates}
        return chosen

    def _room(self, precedence: Precedence) -> int:
        """Return how many more lanes of that precedence may wait; negative after urged ones."""
        return PLENTY - sum(other is precedence for other in self._waiting.values())

    async def any(self, tx: AsyncConnection, now: datetime) -> bool:
        """Return whether any message may be sent now; the next query goes on after those seen."""
        for precedence in await outbox_due.kinds(tx, now):
            if await self._heads(tx, now, precedence, {}):
                return True
        return False

    async def _heads(
        self,
        tx: AsyncConnection,
        now: datetime,
        precedence: Precedence,
        busy: Mapping[int, int],
    ) -> list[QueuedMessage]:
        """Return the next stretch that has a lane which is not busy."""
        # A cycle that begins in the middle ends only in its second round.
        rounds = 1 if self._ends[precedence] == FIRST else 2
        while rounds:
            after = self._ends[precedence]
            stretch = await outbox_due.heads(tx, now, precedence, after, STRETCH)
            self._ends[precedence] = stretch.end
            rounds -= stretch.end == FIRST  # the lanes begin again after the last
            for head in stretch.heads:
                if head.chat in busy:
                    self._urge(head.chat, precedence)
                    self.has_more |= head.id != busy[head.chat] or not head.is_alone
            if free := [head for head in stretch.heads if head.chat not in busy]:
                return free
        return []

    def _urge(self, lane: int, precedence: Precedence) -> None:
        """Raise the precedence of a waiting lane to this one."""
        if precedence in REQUESTED:
            self._on_reader_waiting(lane)
        if self._waiting.get(lane, precedence) > precedence:
            self._waiting[lane] = precedence
            self._rate_limiter.hurry(lane, precedence)
