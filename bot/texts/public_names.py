"""Names on public pages: in full, as initials, or as a number.

The person's own choice has precedence. Without one, a minor appears as initials, and everyone else
as the organiser wishes. `bot.runtime.public_names` reads the stored choices.

A hidden name is a Romanian text, like the stored name of a forgotten person: both stand where names
stand, and `Catalogue.name` translates them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from bot.texts.stand_ins import hidden_name, is_withdrawn

Number = TypeVar("Number", bound=int)
"""The number of a person."""


class NameVisibility(StrEnum):
    """How much of a name is public, from all to nothing."""

    FULL = "full"
    INITIALS = "initials"
    HIDDEN = "hidden"


def shown_as(
    wish: NameVisibility | None, default: NameVisibility, *, minor: bool
) -> NameVisibility:
    """Return how much of a person's name is public; `wish` is their choice, None without one."""
    if wish is not None:
        return wish
    return NameVisibility.INITIALS if minor and default is NameVisibility.FULL else default


def initials(name: str) -> str:
    """Return a name's initials: `Ana-Maria Pop` is `A.-M. P.`."""
    short = (_word_initials(word) for word in name.split())
    return " ".join(filter(None, short))


def _word_initials(word: str) -> str:
    """Return the initials of a word's parts; parts without a letter have none."""
    first_letters = (next(filter(str.isalpha, part), "") for part in word.split("-"))
    return "-".join(f"{letter.upper()}." for letter in first_letters if letter)


def labels(
    order: Sequence[Number],
    names: Mapping[Number, str],
    visibility: Mapping[Number, NameVisibility],
) -> dict[Number, str]:
    """Return each person's public name; `order` lists their numbers by position.

    A hidden name shows the position, so new people must come last. Equal initials get the position
    as a suffix; a forgotten person also appears as a number, and so does a name without letters.
    """
    labels_by_person = {}
    applied = {
        who: NameVisibility.HIDDEN if is_withdrawn(names[who]) else visibility[who] for who in order
    }
    short = {who: initials(names[who]) for who in order}
    holders = Counter(short[who] for who in order if applied[who] is NameVisibility.INITIALS)
    for place, who in enumerate(order, 1):
        if applied[who] is NameVisibility.FULL:
            label = names[who]
        elif applied[who] is NameVisibility.HIDDEN or not short[who]:
            label = hidden_name(place)
        else:
            label = short[who] if holders[short[who]] == 1 else f"{short[who]} ({place})"
        labels_by_person[who] = label
    return labels_by_person
