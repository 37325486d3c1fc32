"""Categories by year of birth, and the players who belong to them (art. 1, 9–12).

Age is the competition's year less the year of birth, whatever the birthday. Who is ranked where is
`engine.cnis.championship`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction


class Category(StrEnum):
    """A category with a table and titles of its own."""

    SENIOR = "senior"
    DEAN = "dean"
    HOPEFUL = "hopeful"
    JUNIOR = "junior"
    CADET = "cadet"
    PRICHINDEL = "prichindel"


YOUTH = (Category.JUNIOR, Category.CADET, Category.PRICHINDEL)
"""The categories of the youth competition, the oldest first."""
_SENIOR_FROM, _DEAN_FROM, _HOPEFUL_TO, _JUNIOR_FROM, _CADET_FROM = 21, 60, 25, 16, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player as the championship knows him."""

    name: str
    born: int
    """Year of birth."""
    club: str = ""
    """Empty: of no club, or not told."""
    opted_out: frozenset[Category] = frozenset()
    """Dean or hopeful, where he has asked not to be ranked (art. 10, 11)."""
    ratings: Mapping[str, Fraction] = field(default_factory=dict)
    """Type of game → rating; a type without one counts as the average."""


def own_category(born: int, year: int) -> Category:
    """Return the category by age: senior, junior, cadet or prichindel. Rules: CNIS art. 4, 12."""
    age = year - born
    if age >= _SENIOR_FROM:
        return Category.SENIOR
    if age >= _JUNIOR_FROM:
        return Category.JUNIOR
    return Category.CADET if age >= _CADET_FROM else Category.PRICHINDEL


def drawn_out(player: Player, year: int) -> frozenset[Category]:
    """Return which tables are drawn out of the seniors' with him in them. Rules: CNIS art. 9–11.

    A hopeful may be younger than a senior: the text gives 25 years as the highest age, and none as
    the lowest.
    """
    age = year - player.born
    found = {Category.DEAN} if age >= _DEAN_FROM else set()
    if age <= _HOPEFUL_TO:
        found.add(Category.HOPEFUL)
    return frozenset(found - player.opted_out)
