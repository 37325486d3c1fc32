"""A row of a rating list, in a separate module so that rating needs no database."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.ratings.statuses import RatedStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedRow:
    """A player's row on a list."""

    number: int
    """The position on the list, from 1."""
    place: int | None
    """The rank; None if the player is listed without one."""
    status: RatedStatus
    player: str
    key: str
    """The common key of all spellings of the name."""
    rating: int
    """The rating as shown, rounded."""
    exact: str
    """The rating before rounding, with six decimals."""
    games: int
    """The number of games behind the rating."""


def rated_row(stored: Mapping[str, Any]) -> RatedRow:
    """Return the row with these stored values, in which the status is text."""
    return RatedRow(**{**stored, "status": RatedStatus(stored["status"])})
