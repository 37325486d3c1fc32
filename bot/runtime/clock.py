"""The bot's clock, and Telegram's clock to check it. Only this module reads the system clock.

All other code receives a `Clock` or an instant. Days and time zones are decided elsewhere.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

_UNSETTABLE: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""A clock that cannot be set; on Linux it continues while the computer sleeps."""


TOLERATED: Final = timedelta(minutes=1)
"""The most by which this machine's clock may differ from Telegram's."""
_LATENESS: Final = timedelta(seconds=5)
"""The most by which a stated time is behind: a second's fraction, and the answer's way."""
_SMALL_STEP: Final = 2 * TOLERATED
"""The longest step back that the clock waits out; a longer one corrects an error."""


def seconds() -> float:
    """Return the seconds since a fixed instant, independent of changes to the system clock."""
    return time.clock_gettime(_UNSETTABLE)


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
    serve instead. In between, a clock that cannot be set counts the seconds, so that a machine's
    clock may be set at any moment.
    """

    time: Callable[[], float] = seconds
    machine: Clock | None = None
    """This machine's clock."""
    is_stated: bool = False
    """Whether the server states the time in its answers."""
    _at: datetime | None = None
    _heard: float = 0.0
    """Seconds on that local clock at the last reading."""

    def note_answer(self, at: datetime, took: timedelta = timedelta()) -> None:
        """Store the time stated in an answer, in whole seconds.

        A finer time that agrees with it is better, because the answer has also travelled: for up to
        the time `took` since its request. So an answer that comes late sets no clock back.
        """
        self.is_stated = True
        for finer, late in ((self.now(), max(took, _LATENESS)), (self._machine_now(), _LATENESS)):
            if finer is not None and timedelta() <= finer - at <= late:
                at = finer
                break
        self._read(at)

    def note_message(self, at: datetime) -> None:
        """Store the date of a new message, unless answers state the time."""
        if not self.is_stated:
            self._read(at)

    def now(self) -> datetime | None:
        """Return the time at Telegram, or None before the first reading."""
        if self._at is None:
            return None
        return self._at + timedelta(seconds=self.time() - self._heard)

    @property
    def off(self) -> timedelta:
        """By how much this machine's clock is behind Telegram's; 0 if one of them is unknown."""
        here, there = self._machine_now(), self.now()
        return timedelta() if here is None or there is None else there - here

    @property
    def is_off(self) -> bool:
        """Return whether this machine's clock is wrong."""
        return abs(self.off) > TOLERATED

    def _machine_now(self) -> datetime | None:
        return None if self.machine is None else self.machine.now()

    def _read(self, at: datetime) -> None:
        self._at, self._heard = at, self.time()


@dataclass(slots=True)
class TrustedClock:
    """The service of time for everything that dates an act: Telegram's time, as for its messages.

    Before Telegram has stated its time, it is this machine's, unless the newest message shows that
    it is wrong. A small step back would date an answer before its question, so the clock waits.
    """

    machine: Clock
    check: ClockCheck
    _last: datetime | None = None
    """The latest instant that was returned."""

    def now(self) -> datetime:
        """Return the current instant, in UTC."""
        there = self.check.now()
        is_theirs = there is not None and (self.check.is_stated or self.check.is_off)
        now = there if there is not None and is_theirs else self.machine.now()
        if self._last is not None and timedelta() < self._last - now <= _SMALL_STEP:
            return self._last
        self._last = now
        return now
