"""How often operators are alerted: once in a while for each cause, then with a count; rarely aloud.

A cause is the kind of alert and what its reason begins with: numbers and what is quoted in a reason
differ each time, and whoever brings them about could ring without limit.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

APART: Final = timedelta(minutes=10)
"""Between two alerts of one cause, and between two that ring."""
MOST: Final = 8
"""Causes told apart in that time; all others are one."""
_LONGEST: Final = 60
_DIFFERS: Final = re.compile(r"[:'\"].*|\d+", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Cause:
    """What alerts are about."""

    kind: str
    reason: str = ""


def cause_of(kind: str, reason: str) -> Cause:
    """Return the cause of an alert."""
    return Cause(kind, " ".join(_DIFFERS.sub("", reason).split())[:_LONGEST])


@dataclass(frozen=True, slots=True)
class Told:
    """How an alert is sent."""

    left_out: int
    """Alerts of its cause since the last one."""
    silent: bool


@dataclass(slots=True)
class Alerts:
    """The causes that were told of lately, and how many alerts of each were left out since."""

    _last: dict[Cause, datetime] = field(default_factory=dict)
    _left_out: dict[Cause, int] = field(default_factory=dict)
    _rung: datetime | None = None

    def asked(self, cause: Cause, now: datetime) -> Told | None:
        """Return how an alert of that cause is sent now; None: it is left out, and counted."""
        self._forget(now)
        if cause not in self._last and len(self._last) >= MOST:
            cause = Cause("")
        if cause in self._last:
            self._left_out[cause] = self._left_out.get(cause, 0) + 1
            return None
        self._last[cause] = now
        silent = self._rung is not None and _is_recent(self._rung, now)
        if not silent:
            self._rung = now
        return Told(self._left_out.pop(cause, 0), silent)

    def over(self, now: datetime) -> list[tuple[Cause, int]]:
        """Return what was left out of causes that have been quiet, or last told, for a while."""
        self._forget(now)
        found = [(each, n) for each, n in self._left_out.items() if each not in self._last]
        for each, _ in found:
            del self._left_out[each]
        return found

    def _forget(self, now: datetime) -> None:
        for cause in [each for each, at in self._last.items() if not _is_recent(at, now)]:
            del self._last[cause]


def _is_recent(at: datetime, now: datetime) -> bool:
    return timedelta() <= now - at < APART
