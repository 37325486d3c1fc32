"""The sandbox's time, which can travel, and tells those concerned once it has.

Messages are stamped with it, updates and button presses grow old by it. It ticks in seconds of the
clock under it; long polling and time-outs of connections always take real seconds.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

Listener = Callable[[datetime], Awaitable[None]]
"""Called with the new instant after each journey; the journey ends when all listeners have."""


class Clock(Protocol):
    """Something that knows what time it is."""

    def now(self) -> datetime:
        """Return the present instant, in UTC."""
        ...


class ShiftedClock:
    """A clock plus a shift that can be changed: travel in time.

    Over the computer's own, which is under it unless another is given, it goes on ticking.
    """

    def __init__(self, base: Clock | None = None) -> None:
        self._base = base
        self._shift = timedelta()

    @property
    def shift(self) -> timedelta:
        """How far this clock is ahead of the one under it (behind, if negative)."""
        return self._shift

    def now(self) -> datetime:
        """Return the shifted instant, in UTC."""
        return self._unshifted() + self._shift

    def travel(self, by: timedelta) -> None:
        """Move the clock on by that much (back, if negative)."""
        self._shift += by

    def travel_to(self, at: datetime) -> None:
        """Set the clock to that instant."""
        self._shift = at - self._unshifted()

    def reset(self) -> None:
        """Return to the time of the clock under it."""
        self._shift = timedelta()

    def _unshifted(self) -> datetime:
        if self._base is not None:
            return self._base.now()
        return datetime.now(UTC)  # noqa: TID251  (a server of its own, which nobody hands a clock)


class SandboxClock:
    """A clock that travels on demand: over the computer's own, or over one that stands still.

    The composition root subscribes what must happen after a journey (the sweep of due rows, the
    courier): `clock.on_travel(sweep)`. `travel` returns only when every listener has run, so that
    whoever pressed “next day” sees its effects.
    """

    def __init__(self, base: Clock | None = None) -> None:
        self._clock = ShiftedClock(base)
        self.ticking = base is None
        """Whether time goes on by itself, not only by `travel`."""
        self._listeners: list[Listener] = []

    @property
    def shift(self) -> timedelta:
        """How far the sandbox is from the time of the clock under it."""
        return self._clock.shift

    def now(self) -> datetime:
        """Return the sandbox's present instant, in UTC."""
        return self._clock.now()

    def on_travel(self, listener: Listener) -> Callable[[], None]:
        """Have the listener awaited after each journey; return what ends the subscription."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def travel(self, by: timedelta) -> datetime:
        """Move by that much, let every listener run, and return the new instant."""
        self._clock.travel(by)
        return await self._arrived()

    async def travel_to(self, at: datetime) -> datetime:
        """Set the clock to that instant, let every listener run, and return the new instant."""
        self._clock.travel_to(at)
        return await self._arrived()

    async def reset(self) -> datetime:
        """Return to the time of the clock under it, as `travel` does."""
        self._clock.reset()
        return await self._arrived()

    async def _arrived(self) -> datetime:
        for listener in tuple(self._listeners):
            await listener(self.now())
        return self.now()
