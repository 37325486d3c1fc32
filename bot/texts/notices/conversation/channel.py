"""Texts about channels of correspondence, for sheets, notices and the case file (4.2, 6.1)."""

from bot.texts.messages import Text, say
from engine.matches.channel import Channel
from engine.matches.correspondence_events import ChannelSettings


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
