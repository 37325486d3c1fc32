"""The channel of two players: another channel than the bot, or photographed sheets (art. 4.2, 6.1).

The bot is the channel until they agree on another. Both must agree to a change, and either may end
it. The arbiter sets the channel if they disagree.
"""

import re
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from engine.errors import Fault, GameStateError, NotationError
from engine.games.orders import Order
from engine.ids import PersonId
from engine.matches.correspondence_events import Means, MeansProposed, MeansSet, Origin
from engine.matches.match import Match
from engine.notation import fold

LONGEST: Final = 16
"""The most characters in a channel's name."""
_MOST_DIGITS: Final = 2
_NAME = re.compile(r"[A-Za-zĂÂÎȘȚăâîșț][A-Za-zĂÂÎȘȚăâîșț0-9]*(?:[ -][A-Za-zĂÂÎȘȚăâîșț0-9]+)*")
"""Only a name, because the log is never erased and must not have a person's number or address."""


class Channel(StrEnum):
    """The channels with a fixed name (art. 6.1); others have a free name."""

    EMAIL = "email"
    WHATSAPP = "whatsapp"
    VIBER = "viber"
    SKYPE = "skype"
    TELEGRAM = "telegram"
    TELEPHONE = "telephone"


_ALSO: Final = {
    "mail": Channel.EMAIL,
    "posta": Channel.EMAIL,
    "telefon": Channel.TELEPHONE,
    "phone": Channel.TELEPHONE,
}
"""Other words for these channels."""


MeansEvent = MeansProposed | MeansSet


def read_channel(text: str) -> str:
    """Return the channel in the text: a known one, or another by its name.

    Raises:
        NotationError: `channel_name`, if it is too long or not only a name.
    """
    name = " ".join(text.split())
    plain = fold(name).lower().replace("-", "").replace(" ", "")
    if plain in set(Channel):
        return Channel(plain).value
    if plain in _ALSO:
        return _ALSO[plain].value
    digits = sum(map(str.isdigit, name))
    if len(name) > LONGEST or digits > _MOST_DIGITS or _NAME.fullmatch(name) is None:
        raise NotationError(Fault("channel_name", "6.1", {"text": name[:40], "most": LONGEST}))
    return name


def propose_means(
    match: Match, person: PersonId, means: Means, at: datetime
) -> tuple[MeansEvent, ...]:
    """Propose a channel to the opponent; the same proposal by both is an agreement.

    Raises:
        GameStateError: the match is over, the channel is in use already, or the player has
            proposed it and waits for the answer.
    """
    _check(match)
    if means == match.means:
        raise GameStateError(Fault("means_hold", "6.1"))
    if match.proposed_means == (person, means):
        raise GameStateError(Fault("means_asked", "6.1"))
    if match.proposed_means == (match.partner(person), means):
        return (MeansSet(at=at, by=person, means=means, origin=Origin.AGREED),)
    return (MeansProposed(at=at, person=person, means=means),)


def accept_means(
    match: Match, person: PersonId, means: Means, at: datetime
) -> tuple[MeansEvent, ...]:
    """Accept the channel that the opponent proposed.

    Raises:
        GameStateError: the match is over, or the opponent proposes another one or none.
    """
    _check(match)
    if match.proposed_means != (match.partner(person), means):
        raise GameStateError(Fault("means_not_proposed", "6.1"))
    return (MeansSet(at=at, by=person, means=means, origin=Origin.AGREED),)


def drop_means(
    match: Match, person: PersonId, means: Means, at: datetime
) -> tuple[MeansEvent, ...]:
    """Decline the opponent's proposal, or withdraw the player's own.

    Raises:
        GameStateError: the match is over, or that is not proposed.
    """
    _check(match)
    if match.proposed_means is None or match.proposed_means[1] != means:
        raise GameStateError(Fault("means_not_proposed", "6.1"))
    return (MeansProposed(at=at, person=person, means=None),)


def end_sheets_only(match: Match, person: PersonId, at: datetime) -> tuple[MeansEvent, ...]:
    """End the sheets-only agreement, by one player alone.

    Raises:
        GameStateError: the match is over, or that was not agreed.
    """
    _check(match)
    if not match.means.sheets_only:
        raise GameStateError(Fault("means_not_agreed", "4.2"))
    return (_ended(person, replace(match.means, sheets_only=False), at),)


def end_channel(match: Match, person: PersonId, at: datetime) -> tuple[MeansEvent, ...]:
    """End the use of another channel and return to the bot, by one player alone.

    Raises:
        GameStateError: the match is over, none was agreed, or the arbiter has set it.
    """
    _check(match)
    if not match.means.channel:
        raise GameStateError(Fault("means_not_agreed", "6.1"))
    if match.channel_is_ruled:
        raise GameStateError(Fault("channel_is_ruled", "6.1"))
    return (_ended(person, replace(match.means, channel=""), at),)


def _ended(person: PersonId, means: Means, at: datetime) -> MeansSet:
    return MeansSet(at=at, by=person, means=means, origin=Origin.ENDED)


def rule_channel(match: Match, order: Order, channel: str) -> tuple[MeansEvent, ...]:
    """Set the channel as arbiter if the players disagree; "" is the bot (art. 6.1).

    Raises:
        GameStateError: the match is over, or the channel is in use already.
    """
    _check(match)
    means = replace(match.means, channel=channel)
    if means == match.means and (match.channel_is_ruled or not channel):
        raise GameStateError(Fault("means_hold", "6.1"))
    ruled = MeansSet(
        at=order.at, by=order.arbiter, means=means, origin=Origin.RULED, reason=order.reason
    )
    return (ruled,)


def with_means(match: Match, event: MeansEvent) -> Match:
    """Return the match after a proposal or a change of channel."""
    if isinstance(event, MeansProposed):
        proposed = None if event.means is None else (event.person, event.means)
        return replace(match, proposed_means=proposed)
    stays = match.channel_is_ruled and event.means.channel == match.means.channel
    is_ruled = bool(event.means.channel) and (event.origin is Origin.RULED or stays)
    return replace(match, means=event.means, proposed_means=None, channel_is_ruled=is_ruled)


def _check(match: Match) -> None:
    if match.is_over:
        raise GameStateError(Fault("match_over", "6.1"))
