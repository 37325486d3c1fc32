"""The bot's clock, and Telegram's clock to check it. Only this module reads the system clock.

All other code receives a `Clock` or an instant. Days and time zones are decided elsewhere.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

_UNSET: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""A clock that cannot be set; on Linux it continues while the computer sleeps."""


TOLERATED: Final = timedelta(minutes=1)
"""The most by which this machine's clock may differ from Telegram's."""


def seconds() -> float:
    """Return the seconds since a fixed instant, independent of changes to the system clock."""
    return time.clock_gettime(_UNSET)


class Clock(Protocol):
    """Anything that returns the current instant."""

    def now(self) -> datetime:
        """Return the current instant, in UTC."""
        ...


class SystemClock:
    """The computer's clock."""

    def now(self) -> datetime:
        """Return the computer's current instant, in UTC."""
        return datetime.now(UTC)  # noqa: TID251  (the only module that may read the system clock)


class FixedClock:
    """A stopped clock, for tests and reproducible demonstrations."""

    def __init__(self, at: datetime) -> None:
        if at.tzinfo is None:
            raise ValueError("a clock needs an instant with a time zone")
        self._at = at.astimezone(UTC)

    def now(self) -> datetime:
        """Return the instant of the clock."""
        return self._at


@dataclass(slots=True)
class ClockCheck:
    """The clock check: Telegram's time, to compare with this machine's.

    Every answer of the Bot API states its time. If a server omits it, the dates of new messages
    serve instead. In between, a clock that cannot be set counts the seconds.
    """

    time: Callable[[], float] = seconds
    machine: Clock | None = None
    """This machine's clock."""
    off: timedelta = timedelta()
    """By how much this machine's clock was behind Telegram's at the last reading."""
    _at: datetime | None = None
    _heard: float = 0.0
    """Seconds on that local clock at the last reading."""
    _is_stated: bool = False
    """Whether the server states the time in its answers."""

    def stated(self, at: datetime) -> None:
        """Store the time stated in an answer."""
        self._is_stated = True
        self._read(at)

    def written(self, at: datetime) -> None:
        """Store the date of a new message, unless answers state the time."""
        if not self._is_stated:
            self._read(at)

    def now(self) -> datetime | None:
        """Return the time at Telegram, or None before the first reading."""
        if self._at is None:
            return None
        return self._at + timedelta(seconds=self.time() - self._heard)

    @property
    def is_off(self) -> bool:
        """Return whether this machine's clock was wrong at the last reading."""
        return abs(self.off) > TOLERATED

    def _read(self, at: datetime) -> None:
        self._at, self._heard = at, self.time()
        if self.machine is not None:
            self.off = at - self.machine.now()


@dataclass(frozen=True, slots=True)
class TrustedClock:
    """The service of time for everything that dates an act.

    It is this machine's clock, unless that was wrong at Telegram's last answer. Then Telegram's
    time counts, as for its messages.
    """

    machine: Clock
    check: ClockCheck

    def now(self) -> datetime:
        """Return the current instant, in UTC."""
        now = self.machine.now()
        return now + self.check.off if self.check.is_off else now
