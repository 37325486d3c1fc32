"""The handlers of lines, letters and help: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.conversation import (
    cancelling,
    channel,
    chat,
    helping,
    how,
    lessons,
    letters,
    muting,
    offered_lines,
    regulation,
    replies,
)
from bot.chat.handling import AnswerHandler, Handler
from bot.chat.topics import Topic

COMMANDS: Final[Mapping[str, Handler]] = {
    "mesaj": chat.message,
    "mesaje": chat.conversation,
    "legatura": channel.show,
    "regulament": regulation.regulation,
    "ajutor": helping.help_,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    "keep": cancelling.keep,
    "card": replies.chosen,
    "letter": letters.ask,
    "means": channel.pressed,
    "hush": muting.mute,
    "write": chat.ask_line,
    "line": offered_lines.pressed,
    "report": muting.report,
    "gag": muting.block,
    "help": helping.pressed,
    "how": how.pressed,
    "lesson": lessons.pressed,
    "reg": regulation.pressed,
    "article": regulation.explained,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.LETTER: letters.given,
    Topic.CHANNEL: channel.given,
    Topic.LINE: chat.line_given,
    Topic.LESSON: lessons.given,
}
