"""The registry of rating systems: inputs, options and starts of each, defined in one place.

A new system needs a member of `System` with its traits here, its rules in `engine.ratings`, a
module of `bot.ratings.lists` that is named in `bot.ratings.lists.makers`, and texts in the
catalogues. Commands, conversations and files then support it. This module imports no code that
rates or reads.
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
        """Return the traits of the system."""
        return TRAITS[self]

    def options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return every option of the system with its chosen value, or else its default."""
        return {choice.name: choice.of(chosen) for choice in self.traits.choices}


class ChampionshipTask(StrEnum):
    """A task of the individual championship; jobs take it in place of a rating system."""

    POINTS = "cnis_points"
    """The points of one game."""
    SEASON = "cnis_season"
    """The standings of a season."""
    ROUND = "cnis_round"
    """The pairings of the next round."""


def is_championship(system: str) -> bool:
    """Return whether that is a task of the championship and no rating system."""
    return system in set(ChampionshipTask)


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemOption:
    """An option of a system."""

    name: str
    values: tuple[str, ...] = ()
    """All values, the default first; empty if the value is typed freely."""
    default: str = ""
    """The default of a typed option; it cannot be typed itself."""
    form: str = ""
    """The format of a typed value."""
    example: str = ""
    """The meaning and an example of a typed value."""
    about: str
    """The option's help text in the command line."""

    def of(self, chosen: Mapping[str, str]) -> str:
        """Return the value of this option among the chosen ones, or its default."""
        return chosen.get(self.name, self.values[0] if self.values else self.default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """The properties of a system."""

    about: str
    """The help text of its command."""
    takes_calendar: bool = False
    """Whether the system rates collective games instead of games of two players."""
    is_dated: bool = False
    """Whether a list has a required date, before which its tournaments must have ended."""
    choices: tuple[SystemOption, ...] = ()
    """The system's options; the chat offers the first, the command line all of them."""
    rates_competitions: bool = False
    """Whether the games of a competition in this bot can be rated."""
    starts_from_lists: bool = False
    """Whether rating and number of games, as in a published list, suffice as a start."""
    settled_from: int = 0
    """The games behind a rating from which it has a rank on a nightly list."""
    start_differs: bool = False
    """Whether a start from a list may give other figures than a start from all games."""


TRAITS: Final[Mapping[str, Traits]] = {
    System.FRS: Traits(
        about="Rate collective games: FRS 2011, six types and the general rating.",
        takes_calendar=True,
    ),
    System.ABSP: Traits(
        about="Rate free games by the British association's system.",
        choices=(
            SystemOption(
                name="window",
                values=("150", "100"),
                about="How many games count; 100 before 2011.",
            ),
        ),
        rates_competitions=True,
        starts_from_lists=True,
        settled_from=30,  # as many games end the system's ten-point rule
        start_differs=True,
    ),
    System.PFS: Traits(
        about="Make the list of a date by the Polish federation's system.",
        is_dated=True,
        choices=(
            SystemOption(
                name="selection",
                values=("latest", "best"),
                about="Which tournaments count where they hold over 200 games; best since 2023.",
            ),
            SystemOption(
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
            SystemOption(
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
"""Traits by system; tasks of the championship are no systems and have none."""
