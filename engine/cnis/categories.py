"""Categories by year of birth, and players (art. 1, 9–12).

Age is the competition's year minus the year of birth, whatever the birthday.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction


class Category(StrEnum):
    """A category with its own table and titles."""

    SENIOR = "senior"
    DEAN = "dean"
    HOPEFUL = "hopeful"
    JUNIOR = "junior"
    CADET = "cadet"
    PRICHINDEL = "prichindel"


YOUTH = (Category.JUNIOR, Category.CADET, Category.PRICHINDEL)
"""The categories of the youth competition, oldest first."""
_SENIOR_FROM, _DEAN_FROM, _HOPEFUL_TO, _JUNIOR_FROM, _CADET_FROM = 21, 60, 25, 16, 12
"""Ages (art. 4, 10–12)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player's data for the championship."""

    name: str
    born: int
    """Year of birth."""
    club: str = ""
    """The player's club; empty if the player has none or it is unknown."""
    opted_out: frozenset[Category] = frozenset()
    """Dean or hopeful, if the player has asked not to be ranked there (art. 10, 11)."""
    ratings: Mapping[str, Fraction] = field(default_factory=dict)
    """Rating by type of game; a missing type counts as the average."""


def own_category(born: int, year: int) -> Category:
    """Return the category by age: senior, junior, cadet or prichindel. Rules: CNIS art. 4, 12."""
    age = year - born
    if age >= _SENIOR_FROM:
        return Category.SENIOR
    if age >= _JUNIOR_FROM:
        return Category.JUNIOR
    return Category.CADET if age >= _CADET_FROM else Category.PRICHINDEL


def extra_categories(player: Player, year: int) -> frozenset[Category]:
    """Return the extra tables (dean, hopeful) that include the player. Rules: CNIS art. 9–11.

    The text gives hopefuls no lowest age, so that one may be too young for a senior.
    """
    age = year - player.born
    found = {Category.DEAN} if age >= _DEAN_FROM else set()
    if age <= _HOPEFUL_TO:
        found.add(Category.HOPEFUL)
    return frozenset(found - player.opted_out)
