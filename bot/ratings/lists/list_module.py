"""The interface of a system's list module: how its list is made from the inputs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from bot.ratings.lists.rating_list import RatingList


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOptions:
    """The chosen options; a system ignores those it does not have."""

    day: date = date.max
    """For a dated list: tournaments that ended before this day count. Without one all count."""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """The chosen values by option name, in their normal spelling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMaker:
    """The functions that make a system's list, and its requirements on results."""

    rate: Callable[[Any, ListOptions], RatingList]
    """Rates a `Calendar` or `RatedResults`, whichever the system takes."""
    discs: int | None = None
    """The required sum of both scores of a game; None if any sum is valid."""
    since: date = date.min
    """Earlier games are errors."""
    normal_option: Callable[[str], str | None] | None = None
    """Returns a typed option in its normal spelling, or None if it is invalid.

    None for a system without an option to type.
    """
