"""The answers to a button press, which a browser gets with the press itself."""

from bot.runtime.unit import UnitOfWork
from bot.texts.i18n import Catalogue
from bot.texts.messages import Notice
from bot.web.refusals import Json


def take_answers(unit: UnitOfWork, press: str) -> list[Notice]:
    """Take the answers to the press out of the messages, because a browser gets no callback."""
    answers = [notice for notice in unit.notices if press and notice.answers == press]
    unit.notices[:] = [notice for notice in unit.notices if notice not in answers]
    return answers


def toast(answers: list[Notice], catalogue: Catalogue) -> Json:
    """Return the first answer with a text, as the page shows it; an empty toast without one."""
    for answer in answers:
        if answer.text is not None:
            return {"toast": catalogue.plain(answer.text), "alert": answer.alert}
    return {"toast": "", "alert": False}
