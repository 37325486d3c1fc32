"""The handler of each command, button and answer: the tables of all subjects together.

`bot.chat.commands` has the commands' names and roles. `bot.chat.private_input` looks up the handler
of a person's input here, and checks the person's permission.
"""

from typing import Final

from bot.chat import game_buttons
from bot.chat.analysis import routes as analysis
from bot.chat.cases import routes as cases
from bot.chat.competitions import championship
from bot.chat.competitions import routes as competitions
from bot.chat.conversation import routes as conversation
from bot.chat.days import routes as days
from bot.chat.matches import routes as matches
from bot.chat.people import routes as people
from bot.chat.play import routes as play
from bot.chat.ratings import routes as ratings
from bot.chat.topics import Topic
from bot.service.readers.conversation.questions import Question
from bot.texts.buttons.play import SHOW, WRITE_FOR

COMMANDS: Final = {
    **play.COMMANDS,
    **matches.COMMANDS,
    **days.COMMANDS,
    **cases.COMMANDS,
    **competitions.COMMANDS,
    **people.COMMANDS,
    **conversation.COMMANDS,
    **ratings.COMMANDS,
    **analysis.COMMANDS,
}
"""By a command's Romanian name."""

BUTTONS: Final = {
    SHOW.name: game_buttons.show_pressed,
    WRITE_FOR.name: game_buttons.write_pressed,
    **play.BUTTONS,
    **matches.BUTTONS,
    **days.BUTTONS,
    **cases.BUTTONS,
    **competitions.BUTTONS,
    **people.BUTTONS,
    **conversation.BUTTONS,
    **ratings.BUTTONS,
    **analysis.BUTTONS,
}
"""By button verb (its data before the first colon).

Each handler checks that the person may perform the action on the object in the data.
"""

ANSWERS: Final = {
    **play.ANSWERS,
    **matches.ANSWERS,
    **days.ANSWERS,
    **cases.ANSWERS,
    **competitions.ANSWERS,
    **people.ANSWERS,
    **conversation.ANSWERS,
    **ratings.ANSWERS,
}
"""By topic of a question (`bot.service.readers.conversation.questions`): the handler of the answer.

The handler receives the answer and the data stored with the question. It checks again that the
person may perform the action.
"""

BY_FILE: Final = frozenset({Topic.RATING_FILES, Topic.IMPORT})
"""The topics answered by a file. After a voice note or a video the bot explains what to send."""
_TAKING_FILES: Final = BY_FILE | {
    Topic.CHAMPIONSHIP,
    Topic.CNIS_VALUE,
    Topic.ENTRY,
    Topic.RATING_DAY,
    Topic.STATEMENT,
}
"""The topics whose handlers always take a file, too."""


def takes_file(question: Question) -> bool:
    """Return whether the question's handler also takes a file; others read words, and lose it."""
    if question.topic == Topic.COMPETITION:
        return championship.takes_file(question.about)
    return question.topic in _TAKING_FILES
