"""Write days as a calendar file (RFC 5545). The same days give the same bytes.

A day is written as an all-day entry. Only a deadline that ends at another instant by the reader's
clock is written as the hour before its end, in UTC, which every calendar shows in local time.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from typing import Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, vText

from bot.documents.calendars.days import Day
from bot.texts.i18n import Catalogue
from bot.texts.messages import Text

_MAKER: Final = "-//Tur-Retur//Scrabble//RO"
"""The program's public identifier."""
_NO_HOST: Final = "tur-retur"
"""The end of each entry's UID if the bot has no public address."""
_REFRESH_HOURS: Final = 1
"""How often a calendar is asked to refresh; many use an interval of their own."""
_LAST_HOUR: Final = timedelta(hours=1)
"""The length of the entry of a deadline that does not end at the reader's midnight."""


def calendar_file(
    days: Iterable[Day],
    name: Text,
    catalogue: Catalogue,
    *,
    readers_zone: ZoneInfo,
    public_url: str,
) -> bytes:
    """Return the calendar file in that language, for a reader in that time zone.

    `public_url` is the bot's address, which makes the UIDs of entries unique; it may be empty.
    """
    calendar = Calendar()
    calendar.add("prodid", _MAKER)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    title = catalogue.plain(name)
    for key in ("name", "x-wr-calname"):
        calendar.add(key, vText(title))  # without its type the library does not escape it
    calendar.add(
        "refresh-interval", timedelta(hours=_REFRESH_HOURS), parameters={"VALUE": "DURATION"}
    )
    # Outlook reads the same interval under this name.
    calendar.add("x-published-ttl", f"PT{_REFRESH_HOURS}H")
    host = urlsplit(public_url).hostname or _NO_HOST
    for day in sorted(days, key=lambda day: (day.first, day.uid)):
        calendar.add_component(_event(day, catalogue, readers_zone, host))
    content: bytes = calendar.to_ical()
    return content


def _event(day: Day, catalogue: Catalogue, readers_zone: ZoneInfo, host: str) -> Event:
    """Return a day as an event; `host` ends its UID."""
    event = Event()
    # The UID may never change: a subscriber's calendar would show each entry twice.
    event.add("uid", f"{day.uid.replace('/', '-').lower()}@{host}")
    event.add("dtstamp", day.version.at)
    event.add("last-modified", day.version.at)
    event.add("sequence", day.version.number)
    event.add("summary", catalogue.plain(day.title))
    end = _end_of(day, ZoneInfo(day.zone))
    if day.is_deadline and end != _end_of(day, readers_zone):
        event.add("dtstart", end - _LAST_HOUR)
        event.add("dtend", end)
    else:
        event.add("dtstart", day.first)
        event.add("dtend", day.last + timedelta(days=1))
    event.add("transp", "TRANSPARENT")
    return event


def _end_of(day: Day, zone: ZoneInfo) -> datetime:
    """Return the instant at which the last of the days ends in that time zone."""
    midnight = datetime.combine(day.last + timedelta(days=1), time(), tzinfo=zone)
    return midnight.astimezone(UTC)
