"""The handlers of lines, letters and help: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.conversation import (
    cancelling,
    channel,
    help_pages,
    how_to_play,
    lessons,
    letters,
    muting,
    offered_lines,
    opponent_messages,
    regulation,
    replies,
)
from bot.chat.handling import AnswerHandler, Handler
from bot.chat.topics import Topic
from bot.texts.buttons import conversation as verbs
from bot.texts.buttons.matches import KEEP

COMMANDS: Final[Mapping[str, Handler]] = {
    "mesaj": opponent_messages.write,
    "mesaje": opponent_messages.show_messages,
    "legatura": channel.show,
    "regulament": regulation.show,
    "ajutor": help_pages.show_help,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    KEEP.name: cancelling.cancel,
    verbs.REPLY_TO_CARD.name: replies.recipient_pressed,
    verbs.LETTER.name: letters.ask,
    verbs.CHANNEL.name: channel.pressed,
    verbs.MUTE.name: muting.mute,
    verbs.WRITE.name: opponent_messages.ask_line,
    verbs.LINE.name: offered_lines.pressed,
    verbs.REPORT.name: muting.report,
    verbs.BLOCK.name: muting.block,
    verbs.HELP.name: help_pages.pressed,
    verbs.HOW.name: how_to_play.pressed,
    verbs.LESSON.name: lessons.pressed,
    verbs.REGULATION.name: regulation.pressed,
    verbs.ARTICLE.name: regulation.explain_article,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.LETTER: letters.letter_given,
    Topic.CHANNEL: channel.channel_given,
    Topic.LINE: opponent_messages.line_given,
    Topic.LESSON: lessons.move_given,
}
