"""The clock of benchmarks: it stands still until it is set on.

The sandbox has one that travels, but comes with a server, and its memory would count as the bot's.
"""

from datetime import datetime, timedelta


class SteppedClock:
    """A clock that is set on by hand."""

    def __init__(self, at: datetime) -> None:
        self._at = at

    def now(self) -> datetime:
        """Return the instant it shows."""
        return self._at

    def travel(self, by: timedelta) -> None:
        """Set it on by that much."""
        self._at += by

    def travel_to(self, at: datetime) -> None:
        """Set it to that instant."""
        self._at = at
