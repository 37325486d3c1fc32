"""Titles: champions and vice-champions, absolute and of each event (art. 3, 9, 17–20)."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from engine.cnis.categories import Category
from engine.cnis.championship import FEWEST_RANKED, CategoryTable
from engine.cnis.season import Discipline

CHAMPION, VICE_CHAMPION = 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """The title of champion (rank 1) or vice-champion (rank 2)."""

    category: Category
    event: Discipline | None
    """The event of the title; None for the absolute title."""
    place: int
    player: str


def titles(
    tables: Iterable[CategoryTable], youth_players: Collection[str] = ()
) -> tuple[Title, ...]:
    """Return the titles from these tables. Rules: CNIS art. 3, 9, 17–20.

    A table with at least five ranked players gives titles for ranks 1 and 2. Players who share rank
    1 are all champions, and there is no vice-champion. Players added from a younger category get no
    title, and neither do `youth_players` (participants of the youth competition) among seniors. A
    title belongs to the player's own category (art. 20); no other player moves up for it.
    """
    found: list[Title] = []
    for table in tables:
        if table.merged_into is None:
            barred = table.filled | _not_their_own(table.category, youth_players)
            found += _titles_of(table, barred)
    return tuple(found)


def _not_their_own(category: Category, youth_players: Collection[str]) -> frozenset[str]:
    """Return the players who compete for titles elsewhere, and so not in this category."""
    seniors = {Category.SENIOR, Category.DEAN, Category.HOPEFUL}
    return frozenset(youth_players if category in seniors else ())


def _titles_of(table: CategoryTable, barred: Collection[str]) -> Iterator[Title]:
    """Yield the table's titles, the absolute ones first."""
    for event, ranking in chain([(None, table.general)], table.events.items()):
        for each in ranking if len(ranking) >= FEWEST_RANKED else ():
            if each.place <= VICE_CHAMPION and each.player not in barred:
                yield Title(
                    category=table.category, event=event, place=each.place, player=each.player
                )
