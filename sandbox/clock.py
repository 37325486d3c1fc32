"""The sandbox's clock. It can be moved, and it notifies its listeners after each move.

Messages get their dates from this clock, and updates and button presses expire by it. Long polling
and connection time-outs always take real seconds.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

Listener = Callable[[datetime], Awaitable[None]]
"""Called with the new instant after each move; the move ends when all listeners have run."""


class TimeSource(Protocol):
    """Anything that returns the current instant."""

    def now(self) -> datetime:
        """Return the current instant, in UTC."""
        ...


class ShiftedClock:
    """A clock with a shift that can be changed.

    By default it runs on the computer's clock and keeps ticking.
    """

    def __init__(self, base: TimeSource | None = None) -> None:
        self._base = base
        self._shift = timedelta()

    @property
    def shift(self) -> timedelta:
        """The difference to the underlying clock; negative if this clock is behind."""
        return self._shift

    def now(self) -> datetime:
        """Return the shifted instant, in UTC."""
        return self._unshifted() + self._shift

    def travel(self, by: timedelta) -> None:
        """Move the clock forward by that much (back, if negative)."""
        self._shift += by

    def travel_to(self, at: datetime) -> None:
        """Set the clock to that instant."""
        self._shift = at - self._unshifted()

    def reset(self) -> None:
        """Return to the time of the underlying clock."""
        self._shift = timedelta()

    def _unshifted(self) -> datetime:
        """Return the instant of the underlying clock, in UTC."""
        if self._base is not None:
            return self._base.now()
        return datetime.now(UTC)  # noqa: TID251  (a separate server without a clock of the bot)


class SandboxClock:
    """A clock that moves on demand. The underlying clock may tick or stand still.

    A program subscribes what must happen after a move, such as the sweep of due rows and the
    courier: `clock.on_travel(sweep)`. `travel` returns only when every listener has run, so that
    the person who pressed “next day” sees the effects.
    """

    def __init__(self, base: TimeSource | None = None) -> None:
        self._clock = ShiftedClock(base)
        self.ticking = base is None
        """Whether the clock ticks by itself."""
        self._listeners: list[Listener] = []

    @property
    def shift(self) -> timedelta:
        """The difference to the underlying clock."""
        return self._clock.shift

    def now(self) -> datetime:
        """Return the sandbox's current instant, in UTC."""
        return self._clock.now()

    def on_travel(self, listener: Listener) -> Callable[[], None]:
        """Subscribe a listener; return a function that ends the subscription."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def travel(self, by: timedelta) -> datetime:
        """Move the clock by that much, run every listener, and return the new instant."""
        self._clock.travel(by)
        return await self._run_listeners()

    async def travel_to(self, at: datetime) -> datetime:
        """Set the clock to that instant, run every listener, and return the new instant."""
        self._clock.travel_to(at)
        return await self._run_listeners()

    async def reset(self) -> datetime:
        """Return to the time of the underlying clock, run every listener, and return it."""
        self._clock.reset()
        return await self._run_listeners()

    async def _run_listeners(self) -> datetime:
        """Run every listener, and return the new instant."""
        for listener in tuple(self._listeners):
            await listener(self.now())
        return self.now()
