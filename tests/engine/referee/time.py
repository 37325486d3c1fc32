"""Count thinking time as article 7 writes it: one calendar day at a time."""

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
    """One player's turn: the day it began, and the day it ended or `None`."""

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
    """Return the days that a turn costs (art. 7.1), by `today` if it still runs.

    Days of leave are free (art. 7.2). So are days on which a ruling stood that was taken back, the
    closing day, on which a placement can still be sent, and the days after it.
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
