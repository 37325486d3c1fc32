"""What is shown of ratings: tables of codes and figures, worded by whoever shows them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any, Final, Protocol

from bot.ratings.jobs.terms import Fact, Line, Section
from engine.ratings.protocol import Player

GENERAL: Final = "general"
OVERALL: Final = "overall"
TEMPORARY: Final = "temporary"
ACTIVE, PROVISIONAL, WAITING, NEW = "active", "provisional", "waiting", "new"

Cell = str | int | float | None
"""None: nothing to say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A ranking, best first."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    columns: tuple[str, ...]
    """Codes; `player` is always one of them, and `place` comes first."""
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[Line, ...] = ()
    """What is to be known of its figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player's number before he has a place among the others."""

    player: str
    rating: int
    """As it is shown."""
    exact: float
    games: int
    status: str
    is_ranked: bool = True
    """Else he is listed below the others, without a place."""


Standings = tuple[str, Iterable[Standing]]
"""A list's kind, and its players, best first."""


Course = Sequence[tuple[date, int]]
"""The day of each tournament, and the rating after it; oldest first."""


class RatingList(Protocol):
    """The ratings of one system, ready to be shown."""

    @property
    def players(self) -> list[Player]:
        """Return everybody who has a sheet, best first."""
        ...

    def standings(self) -> Iterator[Standings]:
        """Yield the lists as they are published, the main one first."""
        ...

    def tables(self) -> list[Table]:
        """Return the rankings, the main one first; empty ones are left out."""
        ...

    def sheet(self, player: Player) -> list[Section]:
        """Return how each of a player's numbers was made."""
        ...

    def courses(self) -> Iterator[tuple[str, Player, Course]]:
        """Yield kind of list, player, and what he had after each of his tournaments."""
        ...

    def as_json(self) -> Iterator[tuple[str, Any]]:
        """Yield the members of the JSON object, one at a time: with all terms it may be long."""
        ...


def figure(value: Fraction | float) -> str:
    """Return a number with the decimals it has, four at most."""
    text = f"{float(value):.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def signed(value: Fraction | float) -> str:
    """Return `+ 50` or `− 50`, to stand after another number."""
    return f"− {figure(-value)}" if value < 0 else f"+ {figure(value)}"


def number(value: Fraction | int) -> int | float:
    """Return a number as JSON has it: whole, or the nearest floating-point one."""
    return int(value) if value.denominator == 1 else float(value)


def ranked(
    code: str, columns: Sequence[str], rows: Sequence[tuple[Cell, ...]], **facts: Fact
) -> list[Table]:
    """Return a table of these rows, or none if there are none."""
    if not rows:
        return []
    return [Table(code=code, facts=facts, columns=("place", *columns), rows=tuple(rows))]
