"""Ratings to show: tables of codes and figures, which other modules put into words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple, Protocol

from bot.ratings.calculation.task_results import Course
from bot.ratings.calculation.terms import CalculationStep, Fact, Section
from engine.ratings.protocol import Player
from engine.ratings.statuses import RatedStatus


class ListKind(StrEnum):
    """The kinds of lists of one calculation; FRS also has one for each of its `FrsType`."""

    GENERAL = "general"
    """The main list of FRS, over all types of games."""
    OVERALL = "overall"
    """The main list of each other system."""
    TEMPORARY = "temporary"
    """The ratings of PFS for players with too few games."""


Cell = str | int | float | None
"""A cell; None for no value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingTable:
    """A ranking, best first."""

    code: str
    """The end of the catalogue's key `shown.table.…`, which is the title."""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    """The facts in the title, and those of which a reader of the file is to know."""
    columns: tuple[str, ...]
    """Codes of the columns; `place` is the first, and `player` is always included."""
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[CalculationStep, ...] = ()
    """Notes on the figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedPlayer:
    """A player's figure before ranks are assigned."""

    player: str
    rating: int
    """The rating as shown, rounded."""
    exact: float
    """The rating before rounding."""
    games: int
    status: RatedStatus
    is_ranked: bool = True
    """Whether the player gets a rank; if not, they are listed below the others."""


class UnrankedList(NamedTuple):
    """A list for publication before ranks are assigned."""

    kind: str
    """A `ListKind` or an `FrsType`."""
    players: Iterable[RatedPlayer]


class PlayerCourse(NamedTuple):
    """The ratings of a player on the lists of a kind."""

    kind: str
    player: Player
    course: Course


class RatingList(Protocol):
    """The ratings of one system, ready to show."""

    @property
    def players(self) -> list[Player]:
        """Return all players who have terms, best first."""
        ...

    def standings(self) -> Iterator[UnrankedList]:
        """Yield the lists for publication, the main one first."""
        ...

    def tables(self) -> list[RankingTable]:
        """Return the rankings, the main one first; empty ones are left out."""
        ...

    def sheet(self, player: Player) -> list[Section]:
        """Return the terms of each of a player's figures."""
        ...

    def courses(self) -> Iterator[PlayerCourse]:
        """Yield each player's ratings after each of their tournaments."""
        ...

    def as_json(self) -> Iterator[tuple[str, Any]]:
        """Yield the members of the JSON object one at a time, because it may be long."""
        ...


def figure(value: Fraction | float) -> str:
    """Return a number as text with up to four decimals."""
    text = f"{float(value):.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def signed(value: Fraction | float) -> str:
    """Return `+ 50` or `− 50`, to follow another number."""
    return f"− {figure(-value)}" if value < 0 else f"+ {figure(value)}"


def number(value: Fraction | int) -> int | float:
    """Return a number for JSON: whole, or the nearest floating-point one."""
    return int(value) if value.denominator == 1 else float(value)


def ranking_tables(
    code: str,
    columns: Sequence[str],
    rows: Sequence[tuple[Cell, ...]],
    places: Iterable[int | None] | None = None,
    **facts: Fact,
) -> list[RankingTable]:
    """Return the table of these rows with their places, or no table if there are no rows.

    `code` names its title. Without `places` they are 1, 2, 3 and so on.
    """
    if not rows:
        return []
    # `places` may be endless, as the numbers are.
    placed = zip(count(1) if places is None else places, rows, strict=False)
    placed_rows = tuple((place, *row) for place, row in placed)
    return [RankingTable(code=code, facts=facts, columns=("place", *columns), rows=placed_rows)]
