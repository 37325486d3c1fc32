"""Selects the outbox messages that wait at the rate limiter.

Of each precedence, no more wait there than Telegram accepts in a second; all others stay in their
rows. Messages that only precede the urgent one of their lane are counted apart, so that a crowd of
them keeps no urgent message out. A lane is the queue of one chat, named by the chat's number. Lanes
are queried in stretches, by number and in a cycle, so that each gets its turn. Within a stretch,
the lanes that have waited longest since their last message come first.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.transport.sending.rate_limiter import RateLimiter, only_precedes
from storage.queues import outbox_due
from storage.queues.outbox_due import FIRST, QueuedMessage
from storage.queues.precedence import REQUESTED, Precedence

PLENTY: Final = 30
"""The most lanes of one precedence at the rate limiter whose message is urgent itself.

As many more may wait with a message that only precedes it. Telegram accepts so many a second.
"""
STRETCH: Final = 64
"""Lanes in one query: more than can have had a message within a second."""


class SelectedMessage(NamedTuple):
    """A message to send next."""

    row: QueuedMessage
    precedence: Precedence
    """The precedence with which it was selected, at least its own."""


class WaitingLane(NamedTuple):
    """A lane at the rate limiter."""

    precedence: Precedence
    own: Precedence
    """The precedence of the message that waits, at most as urgent as its lane's."""

    def is_of(self, precedence: Precedence, *, precedes: bool) -> bool:
        """Return whether it counts there: with an urgent message, or one that precedes it."""
        return (
            self.precedence is precedence and only_precedes(self.own, self.precedence) is precedes
        )


class MessageSelection:
    """Selects the next messages, and knows which lanes wait at the rate limiter."""

    def __init__(self, rate_limiter: RateLimiter, on_reader_waiting: Callable[[int], None]) -> None:
        """Store the callback for each busy lane that has a message its reader awaits."""
        self._rate_limiter = rate_limiter
        self._on_reader_waiting = on_reader_waiting
        self._waiting: dict[int, WaitingLane] = {}
        self._ends = dict.fromkeys(Precedence, FIRST)
        """By precedence, the lane after which the next stretch begins."""
        self.has_more = True
        """Whether the outbox may have messages to send that the last query did not select."""

    def add_waiting(self, lane: int, precedence: Precedence, own: Precedence) -> Precedence:
        """Add the lane unless it waits already; return its precedence, which may be raised.

        `own`: the precedence of its message.
        """
        return self._waiting.setdefault(lane, WaitingLane(precedence, own)).precedence

    def has_plenty(self, precedence: Precedence) -> bool:
        """Return whether no query is needed yet, because so many such urgent messages wait."""
        return self._room(precedence, precedes=False) < PLENTY // 2

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
            room = {each: self._room(precedence, precedes=each) for each in (False, True)}
            # Without room, the other lanes are still queried, because a waiting one may be urged.
            if room[False] <= 0 and precedence is Precedence.STRANGER:
                self.has_more = True
                continue
            heads = await self._heads(tx, now, precedence, busy)
            candidates = [head for head in heads if head.chat not in seen]
            order = self._rate_limiter.order
            candidates.sort(
                key=lambda head: (*order(head.precedence, precedence, head.chat), head.id)
            )
            for head in candidates:
                precedes = only_precedes(head.precedence, precedence)
                if room[precedes] > 0:
                    chosen.append(SelectedMessage(head, precedence))
                    room[precedes] -= 1
                else:
                    self.has_more = True
            self.has_more |= self._ends[precedence] != FIRST
            seen |= {head.chat for head in candidates}
        return chosen

    def _room(self, precedence: Precedence, *, precedes: bool) -> int:
        """Return how many more such lanes may wait; negative after urged ones."""
        return PLENTY - sum(
            lane.is_of(precedence, precedes=precedes) for lane in self._waiting.values()
        )

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
        waiting = self._waiting.get(lane)
        if waiting is not None and waiting.precedence > precedence:
            self._waiting[lane] = waiting._replace(precedence=precedence)
            self._rate_limiter.hurry(lane, precedence)
