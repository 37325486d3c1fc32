"""Full hours in people's time zones as instants in UTC, and people's quiet hours. Pure."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from storage.people.people import Person


def at_hour(day: date, hour: int, zone: str) -> datetime:
    """Return the instant of that full hour on that day in the zone, in UTC.

    An hour that is skipped in spring is the one after it.
    """
    local = datetime.combine(day, time(hour), tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC)


def at_hour_within(day: date, hour: int, zone: str, *, there: str) -> datetime:
    """Return the last instant of that full hour before the day ends in the zone `there`.

    A player further west may need the reminder of a last day on their day before.
    """
    end = at_hour(day + timedelta(days=1), 0, there)
    instant = at_hour(day, hour, zone)
    while instant >= end:
        day -= timedelta(days=1)
        instant = at_hour(day, hour, zone)
    return instant


def quiet_until(person: Person, now: datetime) -> datetime | None:
    """Return the end of the person's quiet hours, or None if they may be notified now."""
    if person.quiet_from is None or person.quiet_to is None:
        return None
    local = now.astimezone(ZoneInfo(person.time_zone))
    start, end = person.quiet_from, person.quiet_to
    day = local.date()
    if start <= end:
        is_quiet = start <= local.hour < end
    else:  # the quiet hours go over midnight
        is_quiet = local.hour >= start or local.hour < end
        if local.hour >= start:
            day += timedelta(days=1)
    return at_hour(day, end, person.time_zone) if is_quiet else None
