"""The rate limiter: decides which waiting message is sent next.

Moves go first, then answers, then other messages, then strangers'. Among equals, an urgent message
goes before one that only blocks an urgent message in its lane. Then the chat goes first that has
waited longest since its last message, so a crowd delays no quiet person. Every tenth time the order
is reversed, so that no message waits for ever. The pace limits the rate. The number of senders
limits parallel calls; strangers get only a few senders.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from bot.transport.sending.pacing import Pace
from storage.queues.precedence import Precedence

CONCURRENT_SENDS: Final = 12
"""The most messages claimed at a time: being sent, or with an outcome to be recorded."""
CONCURRENT_SENDS_TO_STRANGERS: Final = 2
"""The most of these that are for strangers."""
_OTHER_WAY: Final = 10
"""The order of precedence is reversed for one grant in so many."""
_NEVER: Final = float("inf")


def only_precedes(own: Precedence, precedence: Precedence) -> bool:
    """Return whether a message is less urgent than its lane: it precedes the urgent one."""
    return own.rank > precedence.rank


@dataclass(slots=True, eq=False)
class _Waiting:
    """A message that waits for a sender or, with a sender, for another call."""

    precedence: Precedence
    """The precedence of its lane."""
    own: Precedence
    """The message's own precedence."""
    lane: int
    chat: int
    count: int
    """Messages as Telegram counts them; 0 for a toast, which is unlimited."""
    has_sender: bool = False
    granted: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    @property
    def strange(self) -> bool:
        """Return whether it is for a stranger."""
        return self.precedence is Precedence.STRANGER


class RateLimiter:
    """Grants senders, and calls within the pace, in order."""

    def __init__(self, pace: Pace, *, senders: int = CONCURRENT_SENDS) -> None:
        self._pace = pace
        self._free = senders
        self._strangers_free = CONCURRENT_SENDS_TO_STRANGERS
        self._waiting: list[_Waiting] = []
        self._grants = 0
        """The number of turns granted so far."""
        self._timer: asyncio.TimerHandle | None = None
        """Grants the next turn, once the pace allows one."""
        self._time: Callable[[], float] = asyncio.get_running_loop().time

    def reset(self) -> None:
        """Begin, or begin again: another program may have sent until now."""
        self._pace.reset(self._time())

    def hurry(self, lane: int, precedence: Precedence) -> None:
        """Raise the precedence of the message that waits for that lane."""
        for waiting in self._waiting:
            if waiting.lane == lane and not waiting.has_sender:
                waiting.precedence = min(waiting.precedence, precedence)
        self._grant()

    def order(self, own: Precedence, precedence: Precedence, chat: int) -> tuple[bool, float]:
        """Return the sort key of a message among those of its lane's precedence, least first.

        A message that is urgent itself precedes one that only blocks an urgent message. Otherwise a
        person who asks for more than can be sent would always have precedence.
        """
        return only_precedes(own, precedence), self._pace.last(chat)

    @asynccontextmanager
    async def slot(
        self,
        lane: int,
        precedence: Precedence,
        chat: int,
        count: int,
        own: Precedence | None = None,
    ) -> "AsyncIterator[Slot]":
        """Wait for a turn; then yield a slot with a sender, and count the first call's messages.

        `own`: the message's own precedence, if less urgent than its lane's.
        """
        waiting = _Waiting(precedence, precedence if own is None else own, lane, chat, count)
        slot = Slot(self, waiting)
        try:
            await self._wait_turn(waiting)
            yield slot
        finally:
            self._leave(waiting, slot)

    async def _wait_turn(self, waiting: _Waiting) -> None:
        """Return once the message has its turn."""
        self._waiting.append(waiting)
        self._grant()
        await waiting.granted

    def _leave(self, waiting: _Waiting, slot: "Slot") -> None:
        """Give back what the message holds: its place in the queue, or its sender and allowance."""
        if waiting in self._waiting:
            self._waiting.remove(waiting)
            return
        self._free += 1
        self._strangers_free += waiting.strange
        self._pace.give_back(slot.left, strange=waiting.strange)
        self._grant()

    async def _wait_for_more(self, slot: "Slot", count: int) -> None:
        """Wait until `count` more may go; messages already begun precede all others."""
        first = slot.waiting
        waiting = _Waiting(
            first.precedence, first.own, first.lane, first.chat, count, has_sender=True
        )
        try:
            await self._wait_turn(waiting)
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self._pace.give_back(count, strange=waiting.strange)
            raise

    def _ended(self, slot: "Slot", count: int) -> None:
        """Note the end of a call; its messages still count for a second."""
        self._pace.note_end(count, self._time(), strange=slot.waiting.strange)
        self._grant()

    def _grant(self) -> None:
        """Grant all turns that are possible now, and set a timer for the next one."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now, pause = self._time(), 0.0
        while self._waiting:
            chosen, pause = self._next(now)
            if chosen is None:
                break
            self._let_pass(chosen, now)
        if self._waiting and pause < _NEVER:
            self._timer = asyncio.get_running_loop().call_later(pause, self._grant)

    def _let_pass(self, chosen: _Waiting, now: float) -> None:
        """Grant a waiting send, and count what it uses."""
        self._waiting.remove(chosen)
        self._grants += 1
        if not chosen.has_sender:
            self._free -= 1
            self._strangers_free -= chosen.strange
        if chosen.count:
            self._pace.spend(chosen.chat, chosen.count, now, strange=chosen.strange)
        if not chosen.granted.done():
            chosen.granted.set_result(None)

    def _next(self, now: float) -> tuple[_Waiting | None, float]:
        """Return the message to go now; or None, and the seconds until one may go."""
        # This runs many times for each message, so the sort happens only if one may go.
        pause_of_all = self._pace.pause(1, now)
        candidates = [
            each
            for each in self._waiting
            if not (pause_of_all and each.count) and self._has_sender(each)
        ]
        soonest = _NEVER
        # Whether an earlier message waits for the allowance, so that later ones get none of it.
        is_reserved = False
        for each in self._in_order(candidates):
            if not each.count:
                return each, 0.0
            if is_reserved:
                continue
            pause = 0.0
            if not each.has_sender:
                pause = self._pace.chat_pause(each.chat, each.count, now)
            if each.strange:
                pause = max(pause, self._pace.strangers_pause(each.count, now))
            if not pause:
                pause = self._pace.pause(each.count, now)
                is_reserved = pause > 0
            if not pause:
                return each, 0.0
            soonest = min(soonest, pause)
        return None, pause_of_all or soonest

    def _in_order(self, candidates: Iterable[_Waiting]) -> list[_Waiting]:
        """Return the messages in the order in which they may go."""
        is_reversed = self._grants % _OTHER_WAY == _OTHER_WAY - 1
        sign = -1 if is_reversed else 1
        return sorted(
            candidates,
            key=lambda each: (
                not each.has_sender,
                sign * each.precedence.rank,
                *self.order(each.own, each.precedence, each.chat),
            ),
        )

    def _has_sender(self, each: _Waiting) -> bool:
        """Return whether the message has a sender, or one is free for it."""
        if each.has_sender:
            return True
        return self._free > 0 and (not each.strange or self._strangers_free > 0)


class Slot:
    """A granted turn: one sender, and calls within the pace."""

    def __init__(self, rate_limiter: RateLimiter, waiting: _Waiting) -> None:
        self._rate_limiter = rate_limiter
        self.waiting = waiting
        self.left = waiting.count
        """Messages counted for a call that has not been made yet."""

    @asynccontextmanager
    async def call(self, count: int) -> AsyncIterator[None]:
        """Wait until `count` messages may go, and count them until a second after the call."""
        if count > self.left:
            await self._rate_limiter._wait_for_more(self, count - self.left)  # noqa: SLF001  (a slot is a part of the rate limiter)
            self.left = count
        self.left -= count
        try:
            yield
        finally:
            if count:
                self._rate_limiter._ended(self, count)  # noqa: SLF001
