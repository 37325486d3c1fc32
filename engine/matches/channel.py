"""The channel of two players: another channel than the bot, or photographed sheets (art. 4.2, 6.1).

The bot is the channel until they agree on another. Both must agree to a change, and either may end
it. The arbiter sets the channel if they disagree. The log calls the *settings* of a match, its
channel and whether sheets are photographed, the *means*.
"""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from engine.errors import Fault, GameStateError, NotationError
from engine.games.orders import Order
from engine.ids import PersonId
from engine.matches.correspondence_events import (
    ChannelProposed,
    ChannelSet,
    ChannelSettings,
    Origin,
)
from engine.matches.match import Match, check_unfinished
from engine.notation import fold

LONGEST: Final = 16
"""The most characters in a channel's name."""
_MOST_DIGITS: Final = 2
_NAME = re.compile(r"[A-Za-zĂÂÎȘȚăâîșț][A-Za-zĂÂÎȘȚăâîșț0-9]*(?:[ -][A-Za-zĂÂÎȘȚăâîșț0-9]+)*")
"""The pattern of a free name; the log is never erased and must not have a number or address."""


class Channel(StrEnum):
    """The channels with a fixed name (art. 6.1); others have a free name."""

    EMAIL = "email"
    WHATSAPP = "whatsapp"
    VIBER = "viber"
    SKYPE = "skype"
    TELEGRAM = "telegram"
    TELEPHONE = "telephone"
    BROWSER = "browser"


_OTHER_WORDS: Final = {
    "mail": Channel.EMAIL,
    "posta": Channel.EMAIL,
    "telefon": Channel.TELEPHONE,
    "phone": Channel.TELEPHONE,
    "web": Channel.BROWSER,
}
"""Other words for these channels."""

_BOT_WORDS: Final = frozenset({"bot", "botul", "telegrambot"})
"""The words for the bot itself."""
_COMMA_BELOW: Final = str.maketrans("ŞşŢţ", "ȘșȚț")
"""The letters that older keyboards write with a cedilla."""

ChannelEvent = ChannelProposed | ChannelSet


def read_channel(text: str) -> str:
    """Return the channel in the text: a known one, another by its name, or "" for the bot.

    Raises:
        NotationError: `channel_name`, if it is too long or not only a name.
    """
    name = " ".join(unicodedata.normalize("NFC", text).translate(_COMMA_BELOW).split())
    plain = fold(name).lower().replace("-", "").replace(" ", "")
    if plain in _BOT_WORDS:
        return ""
    if plain in set(Channel):
        return Channel(plain).value
    if plain in _OTHER_WORDS:
        return _OTHER_WORDS[plain].value
    digits = sum(map(str.isdigit, name))
    if len(name) > LONGEST or digits > _MOST_DIGITS or _NAME.fullmatch(name) is None:
        raise NotationError(Fault("channel_name", "6.1", {"text": name[:40], "most": LONGEST}))
    return name


def propose_channel(
    match: Match, person: PersonId, settings: ChannelSettings, at: datetime
) -> tuple[ChannelEvent, ...]:
    """Propose a channel to the opponent; if both propose the same one, they have agreed.

    Raises:
        GameStateError: the match is over, the channel is in use already, or the player has
            proposed it and waits for the answer; `sheets_browser`.
    """
    check_unfinished(match, "6.1")
    check_photographs(settings, match.in_browser.intersection(match.people))
    settings = _as_spelt(match, settings)
    if settings == match.channel_settings:
        raise GameStateError(Fault("means_hold", "6.1"))
    if match.proposed_channel == (person, settings):
        raise GameStateError(Fault("means_asked", "6.1"))
    if match.proposed_channel == (match.partner(person), settings):
        return (ChannelSet(at=at, by=person, means=settings, origin=Origin.AGREED),)
    return (ChannelProposed(at=at, person=person, means=settings),)


def _as_spelt(match: Match, settings: ChannelSettings) -> ChannelSettings:
    """Return the settings with the channel's name as the match has it: `Discord` is `discord`."""
    known = [match.channel_settings.channel]
    if match.proposed_channel is not None:
        known.append(match.proposed_channel[1].channel)
    same = (name for name in known if name.casefold() == settings.channel.casefold())
    return replace(settings, channel=next(same, settings.channel))


def accept_channel(
    match: Match, person: PersonId, settings: ChannelSettings, at: datetime
) -> tuple[ChannelEvent, ...]:
    """Accept the channel that the opponent proposed.

    Raises:
        GameStateError: the match is over, or the opponent does not propose this channel;
            `sheets_browser`.
    """
    check_unfinished(match, "6.1")
    check_photographs(settings, match.in_browser.intersection(match.people))
    if match.proposed_channel != (match.partner(person), settings):
        raise GameStateError(Fault("means_not_proposed", "6.1"))
    return (ChannelSet(at=at, by=person, means=settings, origin=Origin.AGREED),)


def drop_channel(
    match: Match, person: PersonId, settings: ChannelSettings, at: datetime
) -> tuple[ChannelEvent, ...]:
    """Decline the opponent's proposal, or withdraw the player's own.

    Raises:
        GameStateError: the match is over, or nobody proposes this channel.
    """
    check_unfinished(match, "6.1")
    if match.proposed_channel is None or match.proposed_channel[1] != settings:
        raise GameStateError(Fault("means_not_proposed", "6.1"))
    return (ChannelProposed(at=at, person=person, means=None),)


def end_sheets_only(match: Match, person: PersonId, at: datetime) -> tuple[ChannelEvent, ...]:
    """End the sheets-only agreement; either player may do so alone.

    Raises:
        GameStateError: the match is over, or sheets only was not agreed.
    """
    check_unfinished(match, "6.1")
    if not match.channel_settings.sheets_only:
        raise GameStateError(Fault("means_not_agreed", "4.2"))
    return (_ended_by(person, replace(match.channel_settings, sheets_only=False), at),)


def end_channel(match: Match, person: PersonId, at: datetime) -> tuple[ChannelEvent, ...]:
    """Return from another channel to the bot; either player may do so alone.

    Raises:
        GameStateError: the match is over, no other channel is in use, or the arbiter set it.
    """
    check_unfinished(match, "6.1")
    if not match.channel_settings.channel:
        raise GameStateError(Fault("means_not_agreed", "6.1"))
    if match.channel_is_ruled:
        raise GameStateError(Fault("channel_is_ruled", "6.1"))
    return (_ended_by(person, replace(match.channel_settings, channel=""), at),)


def _ended_by(person: PersonId, settings: ChannelSettings, at: datetime) -> ChannelSet:
    return ChannelSet(at=at, by=person, means=settings, origin=Origin.ENDED)


def rule_channel(match: Match, order: Order, channel: str) -> tuple[ChannelEvent, ...]:
    """Set the channel as arbiter if the players disagree; "" is the bot (art. 6.1).

    Raises:
        GameStateError: the match is over, or the channel was ruled already; what is agreed may be
            ruled as it is, unless it is the bot.
    """
    check_unfinished(match, "6.1")
    settings = _as_spelt(match, replace(match.channel_settings, channel=channel))
    if settings == match.channel_settings and (match.channel_is_ruled or not channel):
        raise GameStateError(Fault("means_hold", "6.1"))
    ruled = ChannelSet(
        at=order.at, by=order.arbiter, means=settings, origin=Origin.RULED, reason=order.reason
    )
    return (ruled,)


def check_photographs(settings: ChannelSettings, in_browser: Collection[PersonId]) -> None:
    """Refuse photographed sheets where people play in a browser, which sends no photograph.

    Raises:
        GameStateError: `sheets_browser`.
    """
    if settings.sheets_only and in_browser:
        raise GameStateError(Fault("sheets_browser", "4.2"))
