"""Small seasons for tests: games written as a row of names, and players by year of birth."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction

from engine.cnis.categories import Category, Player
from engine.cnis.championship import YearResults
from engine.cnis.season import GameType, LocalResult, Placing, SeasonGame

YEAR = 2025


def person(name: str, born: int = 1980, *opted_out: Category, rating: int | None = None) -> Player:
    """Return a player with that year of birth, rated equally in every type or not at all."""
    ratings = {kind.value: Fraction(rating) for kind in GameType} if rating is not None else {}
    return Player(name=name, born=born, opted_out=frozenset(opted_out), ratings=ratings)


def people(**born: int) -> dict[str, Player]:
    """Return players by name, from their years of birth."""
    return {name: person(name, year) for name, year in born.items()}


def game(
    order: str,
    kind: GameType = GameType.CLASSIC,
    name: str = "1",
    value: int | None = None,
    stage: str = "",
) -> SeasonGame:
    """Return a game from its order: `A B=C D` has B and C on place 2."""
    entries = []
    place = 1
    for level in order.split():
        sharing = level.split("=")
        exact = None if value is None else Fraction(value)
        entries += [Placing(player=each, place=place, value=exact) for each in sharing]
        place += len(sharing)
    return SeasonGame(
        day=date(YEAR, 3, 1), type=kind, name=name, entries=tuple(entries), stage=stage
    )


def results(
    games: Iterable[SeasonGame], players: Mapping[str, Player], local: Iterable[LocalResult] = ()
) -> YearResults:
    """Return the results of the year."""
    return YearResults(games=tuple(games), local=tuple(local), players=players, year=YEAR)


def local(player: str, points: str, kind: GameType = GameType.CLASSIC) -> LocalResult:
    """Return points of a local tournament."""
    return LocalResult(
        day=date(YEAR, 4, 1), type=kind, name="local", player=player, points=Decimal(points)
    )
