"""Where the bot takes the time from: the only module that reads the system clock.

Everything else is handed a `Clock` (or an instant). What a day is, and in which time zone, is not
decided here.
"""

import time
from datetime import UTC, datetime
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
