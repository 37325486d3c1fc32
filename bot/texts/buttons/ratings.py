"""Buttons of rating lists and of the individual championship."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import PageNumber, Step, Verb


class ListChoice(NamedTuple):
    """A choice in the dialogue before a list, and the token of its attempt."""

    what: str
    choice: str
    token: str


class ListAction(StrEnum):
    """What a button of a list does; its stored code comes before the list's name."""

    TABLE = "t"
    """Show a page of the list."""
    KIND = "k"
    """Show another list of the same run."""
    MOVES = "m"
    """Show the changes since the list before."""
    WHY = "w"
    CHART = "c"
    BOOK = "x"
    """Send the spreadsheet."""
    PUBLISH = "p"
    """Ask whether to publish the lists of the run."""
    YES = "y"
    """Publish them."""
    DAYS = "d"
    """Show the list's other days and versions."""
    SAVED = "s"
    """Send the data from which a later list continues."""
    PAPER = "a"
    """Send pages to print and sign."""


class OfList(NamedTuple):
    """An action on a list (`bot.ratings.lists.stored_lists`), with a page, a kind or a row."""

    action: ListAction
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


class ChampionshipAction(StrEnum):
    """What a button of a championship's table does."""

    TABLE = "t"
    PAPER = "p"
    BOOK = "x"
    WHY = "w"


class ChampionshipView(NamedTuple):
    """A way to show a table of the championship (`bot.ratings.cnis.table_views`)."""

    way: ChampionshipAction
    ref: str
    page: PageNumber = 0


RATING: Final = Verb("rat", Step)
"""A step with the token of its attempt; `system` and `sample` have the system."""
CHOOSE: Final = Verb("rat", ListChoice)
LIST: Final = Verb("list", OfList)
OWN: Final = Verb("myrating", OwnRating)
SCALE: Final = Verb("cnis", Step)
PAGE: Final = Verb("page", ChampionshipView)
