"""What each system's list module gives to the registry: the way from what is given to a list."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from bot.ratings.lists.shown import RatingList


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a system lets one choose; the others pass it over."""

    day: date = date.max
    """Of a dated list: tournaments that ended before it count."""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """By the name of the choice, in the one spelling of each value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Maker:
    """How a system's list is made, and what its results must be."""

    rate: Callable[[Any, Options], RatingList]
    """Of a `Calendar`, or of `Results`, whichever the system takes."""
    discs: int | None = None
    """What the two scores of a game make."""
    since: date = date.min
    """Games of before it are faults."""
    typed: Callable[[str], str | None] | None = None
    """Returns what was typed for its choice in one spelling; None: it cannot be chosen."""
