"""The clock of benchmarks, which only moves when it is set.

The sandbox's own clock needs the server, whose memory would count as the bot's.
"""

from datetime import datetime, timedelta


class SteppedClock:
    """A clock that is set by hand."""

    def __init__(self, at: datetime) -> None:
        self._at = at

    def now(self) -> datetime:
        """Return the instant to which it is set."""
        return self._at

    def travel(self, by: timedelta) -> None:
        """Move the clock forward by that much."""
        self._at += by

    def travel_to(self, at: datetime) -> None:
        """Set the clock to that instant."""
        self._at = at
