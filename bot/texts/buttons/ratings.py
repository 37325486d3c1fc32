"""Buttons of rating lists and of the individual championship."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import PageNumber, Step, Verb


class RatingStep(StrEnum):
    """A step in the dialogue that makes a rating list."""

    SYSTEM = "system"
    """Begin a list of a system."""
    SAMPLE = "sample"
    """Send examples of the files that a system needs."""
    COMPETITION = "comp"
    """Use the games of a competition."""
    FROM_LIST = "from"
    """Use the ratings of a published list as the start."""
    GO_ON_FROM = "on"
    """Continue from all inputs of a published list."""
    OPTION = "option"
    LEAGUE = "league"
    """Turn tournaments of one name into a league, or back."""
    ALL_NEW = "new"
    """Record that no player has a rating yet."""
    SAME = "same"
    """Record that the doubtful name is a misspelling of the other."""
    OTHER = "other"
    """Record that the doubtful name is another player's."""
    ALL_OTHERS = "others"
    DAY = "day"
    """Ask for the date of the list."""
    VALUE = "value"
    """Ask for V of the championship's scale."""
    GO = "go"
    """Calculate the list."""
    STOP = "stop"


class OfAttempt(NamedTuple):
    """A step with the token of its attempt; `SYSTEM` and `SAMPLE` have the system instead."""

    step: RatingStep
    about: str = ""


class ListChoice(NamedTuple):
    """A step that names a choice, and the token of its attempt."""

    step: RatingStep
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
    """An action on a list."""

    action: ListAction
    ref: str
    """The list, as `bot.ratings.lists.stored_lists` writes it."""
    more: str = ""
    """A page for `TABLE`, a kind for `KIND`, a row for `WHY`; "" for the first."""


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
    message: str = ""
    """The number of the message that asked for the names offered."""


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


RATING: Final = Verb("rat", OfAttempt)
CHOOSE: Final = Verb("rat", ListChoice)
LIST: Final = Verb("list", OfList)
OWN: Final = Verb("myrating", OwnRating)
SCALE: Final = Verb("cnis", Step)
PAGE: Final = Verb("page", ChampionshipView)
