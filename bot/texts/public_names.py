"""Names on public pages: in full, as initials, or as a number. Pure.

The person's own choice has precedence. Without one, a minor appears as initials, and everyone else
as the organiser wishes. `bot.runtime.public_names` reads the stored choices.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from bot.texts.i18n import LANGUAGES, is_withdrawn, load_catalogue
from bot.texts.messages import say

_SPACE: Final = re.compile(r"\s+")


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
    return " ".join(map(_word_initials, _SPACE.split(name.strip()))).strip()


def _word_initials(word: str) -> str:
    """Return the initials of a word's parts; parts without a letter have none."""
    first_letters = (next(filter(str.isalpha, part), "") for part in word.split("-"))
    return "-".join(f"{letter.upper()}." for letter in first_letters if letter)


def hidden(number: int) -> str:
    """Return the stored text for a hidden name; each language translates it (`name`)."""
    return load_catalogue(LANGUAGES[0]).plain(say("person.hidden", number=str(number)))


def labels(
    order: Sequence[int], names: Mapping[int, str], shown: Mapping[int, NameVisibility]
) -> dict[int, str]:
    """Return each person's public name; `order` lists their numbers by position.

    A hidden name shows the position, so new people must come last. Equal initials get the position
    as a suffix; a forgotten person also appears as a number.
    """
    labels_by_person = {}
    short = {who: initials(names[who]) for who in order}
    holders = Counter(short[who] for who in order if shown[who] is NameVisibility.INITIALS)
    for place, who in enumerate(order, 1):
        visibility = NameVisibility.HIDDEN if is_withdrawn(names[who]) else shown[who]
        if visibility is NameVisibility.FULL:
            label = names[who]
        elif visibility is NameVisibility.HIDDEN or not short[who]:
            label = hidden(place)
        else:
            label = short[who] if holders[short[who]] == 1 else f"{short[who]} ({place})"
        labels_by_person[who] = label
    return labels_by_person
