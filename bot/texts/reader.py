"""The reader of a message, by whom it is worded and sent."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from bot.texts.i18n import DEFAULT_LANGUAGE, HOME_ZONE


@dataclass(frozen=True, slots=True)
class Reader:
    """A message's reader: language, time zone, and whether messages may make a sound."""

    language: str = DEFAULT_LANGUAGE
    zone: ZoneInfo = HOME_ZONE
    mute: bool = False
