"""The registry of rating systems: what each takes, offers and may start from, told once.

A new system is a member of `System` and its traits here, its rules in `engine.ratings`, a module of
`bot.ratings.lists` that makes its list, named in `bot.ratings.lists.systems`, and its words in the
catalogues. Commands, conversations and files follow. Nothing is imported here that rates or reads.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class System(StrEnum):
    """A rating system, in the order in which they are offered."""

    FRS = "frs"
    ABSP = "absp"
    PFS = "pfs"
    FNGO = "fngo"

    @property
    def traits(self) -> "Traits":
        """Return what is special to it."""
        return TRAITS[self]

    def options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return the options that its figures hang on; the date of a list is none of them."""
        return {choice.name: choice.of(chosen) for choice in self.traits.choices}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What one may choose for a system."""

    name: str
    values: tuple[str, ...] = ()
    """All there are, the first being what is chosen already; empty: they are typed."""
    default: str = ""
    """What is chosen already where values are typed; it cannot be typed itself."""
    form: str = ""
    """How a typed value is written."""
    example: str = ""
    """A typed value, and what it is."""
    about: str
    """The help of the command line."""

    def of(self, chosen: Mapping[str, str]) -> str:
        """Return what is chosen among all that is."""
        return chosen.get(self.name, self.values[0] if self.values else self.default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What is special to a system."""

    about: str
    """The help of its command."""
    takes_calendar: bool = False
    """Whether it rates collective games, and not games of two players."""
    is_dated: bool = False
    """Whether its list is of a day, before which all must have ended; it has to be said."""
    choices: tuple[Choice, ...] = ()
    """The chat offers the first; the command line has an option for each."""
    rates_competitions: bool = False
    """Whether the games of a competition played here will do."""
    starts_from_lists: bool = False
    """Whether rating and games, as a published list has them, are all it needs to start from."""
    start_differs: bool = False
    """Whether it makes a difference that a list is started from, and not all games."""


TRAITS: Final[Mapping[str, Traits]] = {
    System.FRS: Traits(
        about="Rate collective games: FRS 2011, six types and the general rating.",
        takes_calendar=True,
    ),
    System.ABSP: Traits(
        about="Rate free games by the British association's system.",
        choices=(
            Choice(
                name="window",
                values=("150", "100"),
                about="How many games count; 100 before 2011.",
            ),
        ),
        rates_competitions=True,
        starts_from_lists=True,
        start_differs=True,
    ),
    System.PFS: Traits(
        about="Make the list of a date by the Polish federation's system.",
        is_dated=True,
        choices=(
            Choice(
                name="selection",
                values=("latest", "best"),
                about="Which tournaments count where they hold over 200 games; best since 2023.",
            ),
            Choice(
                name="favourites",
                values=("scalps", "own"),
                about=(
                    "What a game counts that a favourite wins who is more than 50 ahead:"
                    " the usual scalps, or for each player their own rating, as descriptions"
                    " of the system say."
                ),
            ),
        ),
        rates_competitions=True,
        start_differs=True,
    ),
    System.FNGO: Traits(
        about="Rate Othello games by Privitera's system.",
        choices=(
            Choice(
                name="bands",
                default="inferred",
                form="MOST:K,…",
                example="rising differences and their K as 4:0,12:5,24:10,40:15,64:20",
                about=(
                    "Disc differences and their K, as 4:0,12:5,24:10,40:15,64:20"
                    " (the inferred default)."
                ),
            ),
        ),
        starts_from_lists=True,
    ),
}
"""By the system's key; what is none, as a championship, is not here."""
