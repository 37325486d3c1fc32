"""What somebody is called where everybody may read it: whole, by initials, or by a number. Pure.

The person's own choice goes before all others; without one a minor stands there with initials, and
everybody else as the organiser wishes. What is stored where is `bot.runtime.public_names`.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from bot.texts.i18n import LANGUAGES, catalogue, is_withdrawn
from bot.texts.messages import say

_SPACE: Final = re.compile(r"\s+")


class Shown(StrEnum):
    """How much of a name is shown, from all of it to nothing."""

    FULL = "full"
    INITIALS = "initials"
    HIDDEN = "hidden"


def shown_as(wish: Shown | None, default: Shown, *, minor: bool) -> Shown:
    """Return how much of somebody's name may be shown, by his wish and the organiser's default."""
    if wish is not None:
        return wish
    return Shown.INITIALS if minor and default is Shown.FULL else default


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
    """Return what stands for a hidden name, as it is kept: each language has its own (`name`)."""
    return catalogue(LANGUAGES[0]).plain(say("person.hidden", number=str(number)))


def labels(
    order: Sequence[int], names: Mapping[int, str], shown: Mapping[int, Shown]
) -> dict[int, str]:
    """Return what each of them is called: `order` are their numbers, each at his own place in it.

    The place is what a hidden name is known by, so whoever comes later is to stand further back.
    Two with the same initials have it behind them; who was forgotten is a number, too.
    """
    found = {}
    places = {who: place for place, who in enumerate(order, 1)}
    short = {who: initials(names[who]) for who in order}
    alike = Counter(short[who] for who in order if shown[who] is Shown.INITIALS)
    for who, place in places.items():
        how = Shown.HIDDEN if is_withdrawn(names[who]) else shown[who]
        if how is Shown.INITIALS and short[who]:
            found[who] = short[who] if alike[short[who]] == 1 else f"{short[who]} ({place})"
        else:
            found[who] = names[who] if how is Shown.FULL else hidden(place)
    return found
