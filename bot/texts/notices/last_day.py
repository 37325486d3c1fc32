"""A last day as templates show it: the instant with which it ends where the competition is. Pure.

`{until:lastday}` names the day and, to who lives by another clock, until when on his own.
Rules: art. 7.1.
"""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def ending(day: date | None, zone: str) -> str:
    """Return the fact for a last day in that zone; "" for none."""
    if day is None or day == date.max:
        return "" if day is None else day.isoformat()
    return datetime.combine(day + timedelta(days=1), time(), tzinfo=ZoneInfo(zone)).isoformat()
