"""Titles: champions and vice-champions, absolute and of each event (art. 3, 9, 17–20)."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from engine.cnis.categories import Category
from engine.cnis.championship import FEWEST, CategoryTable
from engine.cnis.season import Event

CHAMPION, VICE_CHAMPION = 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """A title: of champion (place 1) or vice-champion (place 2)."""

    category: Category
    event: Event | None
    """None: the absolute title."""
    place: int
    player: str


def titles(
    tables: Iterable[CategoryTable], youth_players: Collection[str] = ()
) -> tuple[Title, ...]:
    """Return the titles that those tables give. Rules: CNIS art. 3, 9, 17–20.

    A table gives them where at least five are ranked in it. Places 1 and 2 have them: equals on
    place 1 are both champions, and then nobody is vice-champion. Players who fill a table up from
    a younger category, and `youth_players` (who took part in the youth competition) among seniors,
    get none there: a title belongs to one's own category (art. 20), and nobody moves up for it.
    """
    found: list[Title] = []
    for table in tables:
        if table.merged_into is None:
            barred = table.filled | _not_their_own(table.category, youth_players)
            found += _of(table, barred)
    return tuple(found)


def _not_their_own(category: Category, youth_players: Collection[str]) -> frozenset[str]:
    """Return who has titles of another competition to win, and so none of this category."""
    seniors = {Category.SENIOR, Category.DEAN, Category.HOPEFUL}
    return frozenset(youth_players if category in seniors else ())


def _of(table: CategoryTable, barred: Collection[str]) -> Iterator[Title]:
    """Yield the table's titles, the absolute ones first."""
    for event, ranking in chain([(None, table.general)], table.events.items()):
        for each in ranking if len(ranking) >= FEWEST else ():
            if each.place <= VICE_CHAMPION and each.player not in barred:
                yield Title(
                    category=table.category, event=event, place=each.place, player=each.player
                )
