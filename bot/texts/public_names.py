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
    """Return how much of a person's name is public, by their choice and the default."""
    if wish is not None:
        return wish
    return NameVisibility.INITIALS if minor and default is NameVisibility.FULL else default


def initials(name: str) -> str:
    """Return a name's initials: `Ana-Maria Pop` is `A.-M. P.`."""
    return " ".join(
        "-".join(
            f"{letter.upper()}."
            for part in word.split("-")
            if (letter := next(filter(str.isalpha, part), ""))
        )
        for word in _SPACE.split(name.strip())
    ).strip()


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
    places = {who: place for place, who in enumerate(order, 1)}
    short = {who: initials(names[who]) for who in order}
    alike = Counter(short[who] for who in order if shown[who] is NameVisibility.INITIALS)
    for who, place in places.items():
        how = NameVisibility.HIDDEN if is_withdrawn(names[who]) else shown[who]
        if how is NameVisibility.INITIALS and short[who]:
            labels_by_person[who] = (
                short[who] if alike[short[who]] == 1 else f"{short[who]} ({place})"
            )
        else:
            labels_by_person[who] = names[who] if how is NameVisibility.FULL else hidden(place)
    return labels_by_person
