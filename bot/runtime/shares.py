"""Turns at one worker, shared fairly: who has used it least in the last hour comes first.

Without shares a person with many large files makes everybody else wait for all of them.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from typing import Final

from bot.runtime.clock import seconds

HOUR: Final = 3600.0
BUDGET: Final = 120.0
"""Seconds of work for one person in an hour; above, the operators are notified."""


class Shares:
    """The turns at one worker."""

    def __init__(
        self,
        over_budget: Callable[[Hashable], object],
        *,
        seconds: Callable[[], float] = seconds,
    ) -> None:
        """`over_budget` is called once an hour for each sender who exceeds the budget."""
        self._over_budget = over_budget
        self._seconds = seconds
        self._used: defaultdict[Hashable, deque[tuple[float, float]]] = defaultdict(deque)
        """Sender → the ends of their turns and the time that each took."""
        self._reported: dict[Hashable, float] = {}
        self._waiting: list[tuple[Hashable, asyncio.Future[None]]] = []
        self._is_busy = False

    @asynccontextmanager
    async def turn(self, sender: Hashable) -> AsyncIterator[None]:
        """Have the worker alone while the context lasts; wait for a turn first."""
        await self._wait(sender)
        begun = self._seconds()
        try:
            yield
        finally:
            now = self._seconds()
            self._used[sender].append((now, now - begun))
            self._check(sender, now)
            self._next()

    def used(self, sender: Hashable) -> float:
        """Return the seconds of work for the sender in the last hour."""
        turns, since = self._used[sender], self._seconds() - HOUR
        while turns and turns[0][0] < since:
            turns.popleft()
        if not turns:
            del self._used[sender]
        return sum(took for _, took in turns)

    async def _wait(self, sender: Hashable) -> None:
        if not self._is_busy:
            self._is_busy = True
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append((sender, mine))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._next()  # the turn was given, and nobody takes it
            else:
                self._waiting.remove((sender, mine))
            raise

    def _next(self) -> None:
        """Give the turn to the sender with the least work; among equals, to the longest wait."""
        if not self._waiting:
            self._is_busy = False
            return
        chosen = min(self._waiting, key=lambda each: self.used(each[0]))
        self._waiting.remove(chosen)
        chosen[1].set_result(None)

    def _check(self, sender: Hashable, now: float) -> None:
        if self.used(sender) <= BUDGET or now - self._reported.get(sender, -HOUR) < HOUR:
            return
        self._reported[sender] = now
        self._over_budget(sender)
