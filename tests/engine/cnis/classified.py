"""Season standings in the form that tests compare: ranks, titles, tables of the youth."""

from engine.cnis.categories import Category, Player
from engine.cnis.championship import CategoryTable, youth
from engine.cnis.season import Discipline, SeasonGame
from engine.cnis.standings import RankedRow
from engine.cnis.titles import Title
from tests.engine.cnis.seasons import people, results

JUNIOR, CADET, PRICHINDEL = Category.JUNIOR, Category.CADET, Category.PRICHINDEL


def order(rows: tuple[RankedRow, ...]) -> list[str]:
    """Return places and players."""
    return [f"{row.place} {row.player}" for row in rows]


def given_to(found: tuple[Title, ...], event: Discipline | None = None) -> list[str]:
    """Return the holders of an event's titles, or of the absolute ones."""
    return [
        f"{title.category} {title.place} {title.player}" for title in found if title.event is event
    ]


def juniors_and_younger(juniors: str, cadets: str, prichindei: str) -> dict[str, Player]:
    """Return youth players by the letters of their names."""
    born = dict.fromkeys(juniors, 2007) | dict.fromkeys(cadets, 2011)
    return people(**(born | dict.fromkeys(prichindei, 2016)))


def youth_tables(
    games: list[SeasonGame], players: dict[str, Player]
) -> tuple[CategoryTable, CategoryTable, CategoryTable]:
    """Return the tables of juniors, cadets and prichindei."""
    found = youth(results(games, players))
    return found[JUNIOR], found[CADET], found[PRICHINDEL]
