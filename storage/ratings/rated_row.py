"""A row of a rating list; apart from its tables, so that who rates needs no database."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedRow:
    """A player's row on a list."""

    number: int
    """Where it stands, from 1."""
    place: int | None
    """None: he is listed, and not ranked."""
    status: str
    player: str
    key: str
    """What all spellings of the name have in common."""
    rating: int
    exact: str
    games: int
