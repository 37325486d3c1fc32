"""Buttons and answers of lines, letters and help, each with the name of its handler."""

from collections.abc import Mapping
from typing import Final

from bot.chat import topics

BUTTONS: Final[Mapping[str, str]] = {
    "card": "conversation.replies.chosen",
    "letter": "conversation.letters.ask",
    "means": "conversation.channel.pressed",
    "hush": "conversation.muting.mute",
    "write": "conversation.chat.ask_line",
    "line": "conversation.offered_lines.pressed",
    "report": "conversation.muting.report",
    "gag": "conversation.muting.block",
    "help": "conversation.help.pressed",
    "reg": "conversation.regulation.pressed",
}
ANSWERS: Final[Mapping[str, str]] = {
    topics.LETTER: "conversation.letters.given",
    topics.CHANNEL: "conversation.channel.given",
    topics.LINE: "conversation.chat.line_given",
}
