"""Buttons of rating lists and of the individual championship."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import PageNumber, Step, Verb


class ListChoice(NamedTuple):
    """A choice in the dialogue before a list, and the token of its attempt."""

    what: str
    choice: str
    token: str


class OfList(NamedTuple):
    """A way to show a list (`bot.ratings.lists.stored_lists`): a page, a kind or a player's row."""

    way: str
    ref: str
    more: str = ""


class OwnRatingAction(StrEnum):
    """What a button under the person's own rows does."""

    CONFIRM = "yes"
    """Link the person with the name offered."""
    UNLINK = "unlink"
    CHART = "chart"


class OwnRating(NamedTuple):
    """An action on the person's own rows, with the number of a name offered or of a list."""

    what: OwnRatingAction
    number: int | None = None


class ChampionshipView(NamedTuple):
    """A way to show a table of the championship (`bot.ratings.cnis.table_views`)."""

    way: str
    ref: str
    page: PageNumber = 0


RATING: Final = Verb("rat", Step)
"""A step with the token of its attempt; `system` and `sample` have the system."""
CHOOSE: Final = Verb("rat", ListChoice)
LIST: Final = Verb("list", OfList)
OWN: Final = Verb("myrating", OwnRating)
SCALE: Final = Verb("cnis", Step)
PAGE: Final = Verb("page", ChampionshipView)
