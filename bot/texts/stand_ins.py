"""The stand-ins for the names of forgotten and hidden people: a Romanian text with a number.

They are stored and shown where names are, so `Catalogue.name` recognises and translates them. Pure.
"""

import re
from functools import cache
from typing import Final

from bot.texts.languages import DEFAULT_LANGUAGE
from bot.texts.messages import Text
from bot.texts.po_reader import catalogue_texts

_WITHDRAWN: Final = "person.withdrawn"
"""The entry for a forgotten person; its text in the default language is stored as their name."""
_HIDDEN: Final = "person.hidden"
"""The entry for a person who hides their name on public pages."""
_NUMBER: Final = "{number}"


def withdrawn_name(number: int) -> str:
    """Return the stored name of a forgotten person with that number."""
    return _named(_WITHDRAWN, number)


def hidden_name(number: int) -> str:
    """Return the public name of a person who hides theirs, with a number to tell them apart."""
    return _named(_HIDDEN, number)


def is_withdrawn(stored: str) -> bool:
    """Return whether this is the stored name of a forgotten person."""
    return _pattern(_WITHDRAWN).fullmatch(stored) is not None


def stand_in_text(name: str) -> Text | None:
    """Return the text of a stand-in; None for the name of a person."""
    # A season's pages call this thousands of times, and hardly any name needs the patterns.
    if not name.startswith(_beginnings()):
        return None
    for key in (_WITHDRAWN, _HIDDEN):
        match = _pattern(key).fullmatch(name)
        if match is not None:
            return Text(key, {"number": match[1]})
    return None


def _named(key: str, number: int) -> str:
    return _template(key).replace(_NUMBER, str(number))


@cache
def _pattern(key: str) -> re.Pattern[str]:
    """Return a pattern for the stand-ins that the entry of that key makes."""
    before, _, after = _template(key).partition(_NUMBER)
    return re.compile(rf"{re.escape(before)}(\d+){re.escape(after)}")


@cache
def _beginnings() -> tuple[str, ...]:
    return tuple(_template(key).partition(_NUMBER)[0] for key in (_WITHDRAWN, _HIDDEN))


def _template(key: str) -> str:
    (template,) = catalogue_texts(DEFAULT_LANGUAGE)[key]
    return template
