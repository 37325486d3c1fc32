"""What time it is by Telegram's clock, as far as it has been heard: the witness against our own.

Every answer of the Bot API says when it was given. A server that does not say so is believed by the
dates of messages that have only just been written. In between, the seconds are counted that go by
here, on a clock that nobody sets.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.runtime.clock import seconds


@dataclass(slots=True)
class Witness:
    """Telegram's clock, as last heard."""

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
