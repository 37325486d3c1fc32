"""Nightly lists, on which each row has its person's number as key and name.

So such a list stores no name. Each page shows the person's name in the form that the person has
chosen by the day on which it is read.
"""

from enum import StrEnum
from typing import Final

from engine.ids import PersonId


class NightlyKind(StrEnum):
    """The kinds of lists that the program publishes at night."""

    COMPETITIONS = "competitions"
    """Over the phases of all public competitions."""
    FRIENDLIES = "friendlies"
    """Over the friendly matches that both players wanted rated."""


NIGHTLY: Final = tuple(kind.value for kind in NightlyKind)
"""The same as plain text, as the database has it."""
_MARK: Final = "#"
"""The first sign of a person's key."""


def key_of(person: PersonId) -> str:
    """Return the key of a person on the nightly lists, which is also their name there."""
    return f"{_MARK}{person}"


def person_of(key: str) -> PersonId | None:
    """Return the person with that key, or None if the text is no such key."""
    number = key.removeprefix(_MARK)
    is_key = number != key and number.isascii() and number.isdecimal()
    return PersonId(int(number)) if is_key else None
