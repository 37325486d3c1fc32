"""Where the bot takes the time from: the only module that reads the system clock.

Everything else is handed a `Clock` (or an instant). What a day is, and in which time zone, is not
decided here.
"""

import time
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

_UNSET: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""The clock that nobody sets; on Linux it goes on while the computer sleeps."""


def seconds() -> float:
    """Return the seconds since some instant, as they go by whatever the calendar is set to."""
    return time.clock_gettime(_UNSET)


class Clock(Protocol):
    """Something that knows what time it is."""

    def now(self) -> datetime:
        """Return the present instant, in UTC."""
        ...


class SystemClock:
    """The computer's own clock."""

    def now(self) -> datetime:
        """Return the computer's present instant, in UTC."""
        return datetime.now(UTC)  # noqa: TID251  (this is the one place allowed to)


class FixedClock:
    """A clock that stands still: tests and demonstrations that repeat to the second."""

    def __init__(self, at: datetime) -> None:
        if at.tzinfo is None:
            raise ValueError("a clock needs an instant with a time zone")
        self._at = at.astimezone(UTC)

    def now(self) -> datetime:
        """Return the instant it was set to."""
        return self._at


class ShiftedClock:
    """Another clock plus a shift that can be changed: travel in time.

    Over the system clock it goes on ticking; over a `FixedClock` it moves only by `travel`.
    """

    def __init__(self, base: Clock | None = None) -> None:
        self._base = base or SystemClock()
        self._shift = timedelta()

    @property
    def shift(self) -> timedelta:
        """How far this clock is ahead of the one under it (behind, if negative)."""
        return self._shift

    def now(self) -> datetime:
        """Return the shifted instant, in UTC."""
        return self._base.now() + self._shift

    def travel(self, by: timedelta) -> None:
        """Move the clock on by that much (back, if negative)."""
        self._shift += by

    def travel_to(self, at: datetime) -> None:
        """Set the clock to that instant."""
        self._shift = at - self._base.now()

    def reset(self) -> None:
        """Return to the time of the clock under it."""
        self._shift = timedelta()
