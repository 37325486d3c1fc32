"""The handler of each button and of each answer: the tables of all subjects together.

Commands have separate tables in `bot.chat.commands`. `bot.chat.dispatch` looks up the handler of a
person's input here, and checks the person's permission.
"""

from typing import Final

from bot.chat import topics
from bot.chat.analysis import routes as analysis
from bot.chat.cases import routes as cases
from bot.chat.competitions import routes as competitions
from bot.chat.conversation import routes as conversation
from bot.chat.days import routes as days
from bot.chat.matches import routes as matches
from bot.chat.people import routes as people
from bot.chat.play import routes as play
from bot.chat.ratings import routes as ratings

BUTTONS: Final = {
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
"""By button verb (its data before the first colon): the name of the handler.

Each handler checks that the person may perform the action on the object in the data.
"""

SENDING: Final = frozenset({"send", "entok"})
"""The verbs of the buttons that send or confirm a move."""

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
"""By topic of a question (`bot.service.conversation.questions`): the handler of the answer.

The handler receives the answer and the data stored with the question. It checks again that the
person may perform the action.
"""

BY_FILE: Final = frozenset({topics.RATING_FILES, topics.IMPORT})
"""The topics answered by a file. After a voice note or a video the bot explains what to send."""
