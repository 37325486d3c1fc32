"""A person's hours: when to remind him, and when to leave him in peace.

Pure. Settings are hours of the person's own time zone; instants are UTC.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from storage.people import Person


def at_hour(day: date, hour: int, zone: str) -> datetime:
    """Return the instant of that full hour on that day there, in UTC.

    An hour that the clocks skip in spring is the one they jump to.
    """
    local = datetime.combine(day, time(hour), tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC)


def at_hour_within(day: date, hour: int, zone: str, *, there: str) -> datetime:
    """Return the last instant of that full hour at which that day is not yet over in zone `there`.

    Whoever lives further west may have to hear of a last day on the day before his own.
    """
    end = at_hour(day + timedelta(days=1), 0, there)
    instant = at_hour(day, hour, zone)
    while instant >= end:
        day -= timedelta(days=1)
        instant = at_hour(day, hour, zone)
    return instant


def quiet_until(person: Person, now: datetime) -> datetime | None:
    """Return when the person's quiet hours end, or None if he may be written to now."""
    if person.quiet_from is None or person.quiet_to is None:
        return None
    local = now.astimezone(ZoneInfo(person.time_zone))
    start, end = person.quiet_from, person.quiet_to
    over_midnight = start > end
    quiet = local.hour >= start or local.hour < end if over_midnight else start <= local.hour < end
    if not quiet:
        return None
    day = local.date()
    if over_midnight and local.hour >= start:
        day += timedelta(days=1)
    return at_hour(day, end, person.time_zone)
