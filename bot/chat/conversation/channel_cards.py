"""The card of a match's channel: what is agreed or proposed, and the buttons that change it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.operations.conversation import channel as service_channel
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.conversation import CHANNEL, ChannelAction
from bot.texts.messages import Buttons, Card, rows_of, say
from bot.texts.notices.conversation.channel import (
    browsers_text,
    channel_text,
    in_browser,
    settings_text,
)
from engine.ids import PersonId
from engine.matches.channel import Channel
from engine.matches.correspondence_events import ChannelSettings
from engine.matches.match import Match

_IN_A_ROW: Final = 3
"""The channels in a row of buttons."""
BOT: Final = "bot"
"""The bot's name in a button's data, which `read_channel` reads as the empty name."""


async def channel_card(service: Service, user_input: UserInput, snapshot: MatchSnapshot) -> Card:
    """Return the current channel, the proposal, and the buttons that change it."""
    match = snapshot.match
    names = await service.persons.names(match.people)
    is_player = user_input.person.id in match.people
    proposed = None
    if match.proposed_channel is not None:
        who, proposed_settings = match.proposed_channel
        proposed = say("means.row_proposed", who=names[who], how=settings_text(proposed_settings))
    text = say(
        "means.card",
        match=match.code,
        first=names[match.first],
        second=names[match.second],
        how=settings_text(match.channel_settings),
        browsers=browsers_text(in_browser(match, names)),
        ruled=say("means.row_ruled") if match.channel_is_ruled else None,
        proposed=proposed,
        rule=say("means.rule_player" if is_player else "means.rule_arbiter"),
    )
    if match.is_over:
        return Card(text)
    settings = match.channel_settings
    channels = [name for name in _channels(match) if name != settings.channel]
    if not is_player:
        return Card(text, _channel_rows(match, channels))
    is_new = partial(_is_new, match, user_input.person.id)
    channels = [name for name in channels if is_new(replace(settings, channel=name))]
    is_sheets_only_new = is_new(replace(settings, sheets_only=True))
    return Card(
        text,
        (
            *_answer_rows(user_input, snapshot),
            *_end_rows(snapshot),
            *_channel_rows(match, channels),
            *(_sheets_only_row(match) if is_sheets_only_new else ()),
        ),
    )


def _is_new(match: Match, person: PersonId, settings: ChannelSettings) -> bool:
    """Return whether the channel is neither in use nor proposed by the player already."""
    return settings != match.channel_settings and match.proposed_channel != (person, settings)


def _answer_rows(user_input: UserInput, snapshot: MatchSnapshot) -> Buttons:
    """Return the answers to the opponent's proposal, or the button to withdraw one's own."""
    match = snapshot.match
    if match.proposed_channel is None:
        return ()
    who, proposed_settings = match.proposed_channel
    if who != user_input.person.id:
        return service_channel.answers(match, proposed_settings)
    code = service_channel.code_of(proposed_settings)
    return (
        (CHANNEL.button(say("button.means.take_back"), match.code, ChannelAction.REFUSE, code),),
    )


def _end_rows(snapshot: MatchSnapshot) -> Buttons:
    """Return the buttons that end the agreements on the channel."""
    match, buttons = snapshot.match, []
    if match.channel_settings.sheets_only:
        buttons.append(
            (
                CHANNEL.button(
                    say("button.means.end_sheets"), match.code, ChannelAction.END_SHEETS_ONLY
                ),
            )
        )
    if service_channel.is_agreed(match):
        label = say(
            "button.means.end_channel", channel=channel_text(match.channel_settings.channel)
        )
        buttons.append((CHANNEL.button(label, match.code, ChannelAction.END),))
    return tuple(buttons)


def _channels(match: Match) -> list[str]:
    """Return the channels with a button of their own; "" is the bot.

    Only a channel set by an arbiter is replaced by the bot here; an agreement has its end.
    """
    return ["", *Channel] if match.channel_is_ruled else [*Channel]


def _channel_rows(match: Match, channels: Sequence[str]) -> Buttons:
    """Return a button for each of the channels, and one for any other."""
    buttons = [
        CHANNEL.button(channel_text(name), match.code, ChannelAction.CHOOSE, name or BOT)
        for name in channels
    ]
    buttons.append(CHANNEL.button(say("button.means.other"), match.code, ChannelAction.OTHER))
    return rows_of(buttons, _IN_A_ROW)


def _sheets_only_row(match: Match) -> Buttons:
    """Return the button that proposes to correspond by sheets alone."""
    return ((CHANNEL.button(say("button.means.sheets"), match.code, ChannelAction.SHEETS_ONLY),),)
