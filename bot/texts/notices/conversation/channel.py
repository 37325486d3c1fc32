"""Texts about channels of correspondence, for sheets, notices and the case file (4.2, 6.1)."""

from collections.abc import Mapping

from bot.texts.messages import Text, say
from engine.ids import PersonId
from engine.matches.channel import Channel
from engine.matches.correspondence_events import ChannelSettings
from engine.matches.match import Match


def channel_text(channel: str) -> Text:
    """Return a channel's name; "" is the bot."""
    if not channel:
        return say("channel.bot")
    if channel in set(Channel):
        return say(f"channel.{channel}")
    return say("channel.named", name=channel)


def settings_text(settings: ChannelSettings) -> Text:
    """Return the channel through which two players correspond (art. 6.1)."""
    key = "means.sheets_only" if settings.sheets_only else "means.any_way"
    return say(key, channel=channel_text(settings.channel))


def in_browser(match: Match, names: Mapping[PersonId, str]) -> tuple[str, ...]:
    """Return the names of the match's players who take part in a browser."""
    return tuple(names[person] for person in match.people if person in match.in_browser)


def browsers_text(browsers: tuple[str, ...]) -> Text | None:
    """Return who takes part in a browser; None if both players are in Telegram."""
    return say("leg.players_browser", who=browsers) if browsers else None


def on_sheets(settings: ChannelSettings, browsers: tuple[str, ...]) -> Text | None:
    """Return the channel for the head of sheets; None if both players are in Telegram (6.1)."""
    if not browsers:
        return None if settings == ChannelSettings() else settings_text(settings)
    if settings == ChannelSettings():
        return say("means.browser_alone", who=browsers)
    return say("means.in_browser", how=settings_text(settings), who=browsers)
