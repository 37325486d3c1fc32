"""A row of a rating list, in a separate module so that rating needs no database."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedRow:
    """A player's row on a list."""

    number: int
    """The position on the list, from 1."""
    place: int | None
    """The rank; None if the player is listed without one."""
    status: str
    player: str
    key: str
    """The common key of all spellings of the name."""
    rating: int
    exact: str
    games: int
