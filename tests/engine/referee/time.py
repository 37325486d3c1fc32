"""A reference for thinking time, one calendar day at a time (art. 7)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Period:
    """Days from the first to the last, both included."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last


@dataclass(frozen=True)
class Turn:
    """One player's turn, with the day of its beginning and of its end; `None` while it runs."""

    arrived: date
    sent: date | None


def charged_days(
    turn: Turn,
    today: date,
    *,
    leave: Iterable[Period] = (),
    nobodys: Iterable[Period] = (),
    closing: date | None = None,
) -> list[date]:
    """Return the days that a turn costs (art. 7.1), up to `today` if it still runs.

    Days of leave are free (art. 7.2). Also free are days under a withdrawn ruling, the closing
    date, on which a move can still be sent, and the days after it.
    """
    free = [*leave, *nobodys]
    charged = []
    day = turn.arrived + DAY
    while day < (turn.sent or today):
        is_closed = closing is not None and day >= closing
        if not is_closed and not any(day in period for period in free):
            charged.append(day)
        day += DAY
    return charged
