"""Turns at one worker, shared fairly: the person who used it least in the last hour is first.

Without shares a person with many large files makes everybody else wait for all of them.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from bot.runtime.alerts import Cause
from bot.runtime.clock import seconds
from bot.runtime.unit import Runtime
from bot.texts.messages import say

HOUR: Final = 3600.0
BUDGET: Final = 120.0
"""Seconds of a worker's time for one person in an hour; above, the operators are notified."""


class Budgets:
    """The work that each sender had in the last hour."""

    def __init__(self, most: float = BUDGET, *, seconds: Callable[[], float] = seconds) -> None:
        """`most` is the budget of one sender."""
        self.most = most
        self._seconds = seconds
        self._used: defaultdict[Hashable, deque[tuple[float, float]]] = defaultdict(deque)
        """Sender → the ends of their turns and the time that each took."""
        self._reported: dict[Hashable, float] = {}
        """When each sender was last reported."""
        self._over: list[Hashable] = []
        """The senders whom `newly_over` has not returned yet."""

    def used(self, sender: Hashable) -> float:
        """Return the seconds of work for the sender in the last hour."""
        turns, since = self._used[sender], self._seconds() - HOUR
        while turns and turns[0][0] < since:
            turns.popleft()
        if not turns:
            del self._used[sender]
        return sum(took for _, took in turns)

    def is_spent(self, sender: Hashable) -> bool:
        """Return whether the sender has had more than the budget."""
        return self.used(sender) > self.most

    @contextmanager
    def spending(self, sender: Hashable) -> Iterator[None]:
        """Count the time of the context as work for the sender."""
        begun = self._seconds()
        try:
            yield
        finally:
            now = self._seconds()
            self._used[sender].append((now, now - begun))
            if self.is_spent(sender) and now - self._reported.get(sender, -HOUR) >= HOUR:
                self._reported[sender] = now
                self._over.append(sender)

    def newly_over(self) -> list[Hashable]:
        """Return, once an hour, each sender who has exceeded the budget since the last call."""
        over, self._over = self._over, []
        return over


async def alert_of(runtime: Runtime, budgets: Budgets) -> None:
    """Notify the operators of people whose work took more than their budget."""
    for sender in budgets.newly_over():
        async with runtime.unit() as unit:
            text = say("operator.over_budget", person=str(sender), seconds=round(budgets.most))
            runtime.alert_few(unit, text, Cause(text.key, str(sender)))  # each person is a cause


class Shares:
    """The turns at one worker."""

    def __init__(self, budgets: Budgets) -> None:
        self._budgets = budgets
        self._waiting: list[tuple[Hashable, asyncio.Future[None]]] = []
        """The senders who wait, each with what is set at their turn; the longest wait first."""
        self._is_busy = False
        """Whether somebody has the worker."""

    @asynccontextmanager
    async def turn(self, sender: Hashable) -> AsyncIterator[None]:
        """Have the worker alone while the context lasts; wait for a turn first."""
        await self._wait(sender)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, sender: Hashable) -> None:
        """Wait for the sender's turn."""
        if not self._is_busy:
            self._is_busy = True
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((sender, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # the turn was given, and nobody takes it
            else:
                self._waiting.remove((sender, turn))
            raise

    def _next(self) -> None:
        """Give the turn to the sender with the least work; among equals, to the longest wait."""
        # Somebody who was cancelled is still in the list until their task runs.
        present = [waiting for waiting in self._waiting if not waiting[1].cancelled()]
        if not present:
            self._is_busy = False
            return
        chosen = min(present, key=lambda waiting: self._budgets.used(waiting[0]))
        self._waiting.remove(chosen)
        _, turn = chosen
        turn.set_result(None)
