"""The answers to a button press, which a browser gets with the press itself."""

from bot.runtime.unit import UnitOfWork
from bot.texts.i18n import Catalogue
from bot.texts.messages import Notice
from bot.web.refusals import Json


def take_answers(unit: UnitOfWork, press: str) -> list[Notice]:
    """Return the answers to the press, and remove them: a browser gets no callback to send them."""
    if not press:
        return []
    answers = [notice for notice in unit.notices if notice.answers == press]
    unit.notices[:] = [notice for notice in unit.notices if notice.answers != press]
    return answers


def toast(answers: list[Notice], catalogue: Catalogue) -> Json:
    """Return the first answer with a text, as the page shows it; an empty toast without one."""
    for answer in answers:
        if answer.text is not None:
            return {"toast": catalogue.plain(answer.text), "alert": answer.alert}
    return {"toast": "", "alert": False}
