"""Where the bot takes the time from, and what witnesses it: alone in reading the system clock.

Everything else is handed a `Clock` (or an instant). What a day is, and in which time zone, is not
decided here.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
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


@dataclass(slots=True)
class Witness:
    """Telegram's clock, as far as it has been heard: the witness against our own.

    Every answer of the Bot API says when it was given. A server that does not say so is believed by
    the dates of messages that have only just been written. In between, the seconds are counted that
    go by here, on a clock that nobody sets.
    """

    time: Callable[[], float] = seconds
    _at: datetime | None = None
    _heard: float = 0.0
    """Seconds on our own clock when it was heard."""
    _is_stated: bool = False
    """Whether the server says the time with its answers."""

    def stated(self, at: datetime) -> None:
        """Note the time that an answer says it was given at."""
        self._at, self._heard, self._is_stated = at, self.time(), True

    def written(self, at: datetime) -> None:
        """Note when a message was written that has just come, if no answer says the time."""
        if not self._is_stated:
            self._at, self._heard = at, self.time()

    def now(self) -> datetime | None:
        """Return what time it is at Telegram; None: nothing has been heard."""
        if self._at is None:
            return None
        return self._at + timedelta(seconds=self.time() - self._heard)
