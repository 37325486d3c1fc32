"""The reader of a message, by whom it is worded and sent."""

from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from bot.texts.languages import DEFAULT_LANGUAGE

HOME_ZONE: Final = ZoneInfo("Europe/Bucharest")
"""The zone in which dates are shown, unless the reader chose another: the federation's."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A message's reader: language, time zone, and whether messages may make a sound."""

    language: str = DEFAULT_LANGUAGE
    zone: ZoneInfo = HOME_ZONE
    mute: bool = False
