"""Rate limits of alerts to operators: one per cause and period, then a count; few with a sound.

A cause is the kind of alert and the start of its reason. Numbers and quotations in a reason differ
each time; counted as causes, they would let an attacker send alerts without limit.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

APART: Final = timedelta(minutes=10)
"""The time between two alerts of one cause, and between two alerts with a sound."""
MOST_CAUSES: Final = 8
"""The most causes distinguished in that time; all others count as one."""
_LONGEST_CAUSE: Final = 60
"""The most letters of a reason by which causes are distinguished."""
_DIFFERS: Final = re.compile(r"[:'\"].*|\d+", re.DOTALL)
"""What differs in a reason each time: what follows a colon or a quotation mark, and numbers."""


@dataclass(frozen=True, slots=True)
class Cause:
    """The cause of an alert."""

    kind: str
    reason: str = ""


def cause_of(kind: str, reason: str) -> Cause:
    """Return the cause of an alert: its kind, and the start of its reason."""
    return Cause(kind, " ".join(_DIFFERS.sub("", reason).split())[:_LONGEST_CAUSE])


@dataclass(frozen=True, slots=True)
class AlertDelivery:
    """How to send an alert."""

    left_out: int
    """The number of suppressed alerts of this cause since the last one."""
    silent: bool


@dataclass(slots=True)
class Alerts:
    """The causes of recent alerts, and the number of suppressed alerts of each."""

    _last: dict[Cause, datetime] = field(default_factory=dict)
    """When each recent cause had its last alert."""
    _left_out: dict[Cause, int] = field(default_factory=dict)
    """The number of suppressed alerts of each cause since its last alert."""
    _last_loud: datetime | None = None
    """When the last alert with a sound was sent."""

    def delivery_of(self, cause: Cause, now: datetime) -> AlertDelivery | None:
        """Return how to send an alert of that cause now; None suppresses and counts it."""
        self._forget(now)
        if cause not in self._last and len(self._last) >= MOST_CAUSES:
            cause = Cause("")  # stands for all further ones
        if cause in self._last:
            self._left_out[cause] = self._left_out.get(cause, 0) + 1
            return None
        self._last[cause] = now
        silent = self._last_loud is not None and _is_recent(self._last_loud, now)
        if not silent:
            self._last_loud = now
        return AlertDelivery(self._left_out.pop(cause, 0), silent)

    def take_left_out(self, now: datetime) -> list[tuple[Cause, int]]:
        """Return the suppressed alerts of causes that are no longer recent, and forget them."""
        self._forget(now)
        over = [
            (cause, count) for cause, count in self._left_out.items() if cause not in self._last
        ]
        for cause, _ in over:
            del self._left_out[cause]
        return over

    def _forget(self, now: datetime) -> None:
        """Forget the causes whose last alert is no longer recent."""
        for cause in [known for known, at in self._last.items() if not _is_recent(at, now)]:
            del self._last[cause]


def _is_recent(at: datetime, now: datetime) -> bool:
    """Return whether less than `APART` has passed; a later time is not recent."""
    return timedelta() <= now - at < APART
