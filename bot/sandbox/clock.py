"""The sandbox's time, which can travel, and tells those concerned once it has.

Messages are stamped with it, updates and button presses grow old by it. It ticks in seconds of the
clock under it; long polling and time-outs of connections always take real seconds.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.clock import Clock, FixedClock, ShiftedClock

Listener = Callable[[datetime], Awaitable[None]]
"""Called with the new instant after each journey; the journey ends when all listeners have."""


class SandboxClock:
    """A clock that travels on demand.

    The composition root subscribes what must happen after a journey (the sweep of due rows, the
    courier): `clock.on_travel(sweep)`. `travel` returns only when every listener has run, so that
    whoever pressed “next day” sees its effects.
    """

    def __init__(self, base: Clock | None = None) -> None:
        self._clock = ShiftedClock(base)
        self.ticking = not isinstance(base, FixedClock)
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
