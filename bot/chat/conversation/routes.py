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
from bot.texts.buttons import conversation as verbs
from bot.texts.buttons.matches import KEEP

COMMANDS: Final[Mapping[str, Handler]] = {
    "mesaj": chat.message,
    "mesaje": chat.conversation,
    "legatura": channel.show,
    "regulament": regulation.regulation,
    "ajutor": helping.show_help,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    KEEP.name: cancelling.cancel,
    verbs.REPLY_TO_CARD.name: replies.recipient_pressed,
    verbs.LETTER.name: letters.ask,
    verbs.CHANNEL.name: channel.pressed,
    verbs.MUTE.name: muting.mute,
    verbs.WRITE.name: chat.ask_line,
    verbs.LINE.name: offered_lines.pressed,
    verbs.REPORT.name: muting.report,
    verbs.BLOCK.name: muting.block,
    verbs.HELP.name: helping.pressed,
    verbs.HOW.name: how.pressed,
    verbs.LESSON.name: lessons.pressed,
    verbs.REGULATION.name: regulation.pressed,
    verbs.ARTICLE.name: regulation.explain_article,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.LETTER: letters.letter_given,
    Topic.CHANNEL: channel.channel_given,
    Topic.LINE: chat.line_given,
    Topic.LESSON: lessons.move_given,
}
