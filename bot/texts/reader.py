"""Whom a text is for: in which language it is written, and whose clock its times are shown by."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from bot.texts.i18n import HOME_ZONE


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a message is for: its language, the zone its times are shown in, whether it may ring."""

    language: str = "ro"
    zone: ZoneInfo = HOME_ZONE
    mute: bool = False
