"""How often operators are alerted to one kind of thing: once in a while, then with a count."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

APART: Final = timedelta(minutes=10)
"""Between two alerts of one kind."""


@dataclass(slots=True)
class Alerts:
    """The kinds of alert that were sent lately, and how many of each were left out since."""

    _last: dict[str, datetime] = field(default_factory=dict)
    _left_out: dict[str, int] = field(default_factory=dict)

    def asked(self, kind: str, now: datetime) -> int | None:
        """Return how many were left out since the last one of that kind; None: leave this out."""
        last = self._last.get(kind)
        if last is not None and timedelta() <= now - last < APART:
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return None
        self._last[kind] = now
        return self._left_out.pop(kind, 0)
