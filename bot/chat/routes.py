"""Which button or answer leads to which handler: the tables of all subjects together.

Commands have tables of their own in `bot.chat.commands`. `bot.chat.dispatch` looks up here what a
person pressed or wrote, and checks what they may do.
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
"""A button's verb, the part of its data before the first colon, and the name of its handler.

Each handler checks for itself that the person may do this to what the data names.
"""

SENDING: Final = frozenset({"send", "entok"})
"""The buttons that make a placement count."""

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
"""The topic of a question (`bot.service.conversation.questions`), and the handler of its answer.

The handler gets the answer, and what was stored with the question. It checks for itself that the
person may still do what the answer leads to.
"""

BY_FILE: Final = frozenset({topics.RATING_FILES})
"""Questions whose answer is a file. A voice note or a video gets a hint what to send instead."""
