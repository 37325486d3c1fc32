"""A season of the championship from several files."""

from datetime import date
from decimal import Decimal

import pytest

from bot.documents.tables.cell_texts import SENIORS
from bot.documents.tables.cnis_season import CnisSeason
from bot.documents.tables.faults import TableError
from bot.ratings.cnis.season import merged_seasons
from engine.cnis.season import GameType, LocalResult


def local(name: str, player: str) -> dict[str, CnisSeason]:
    """Return a season with one player's points of a local tournament."""
    points = LocalResult(
        day=date(2025, 3, 1), type=GameType.FREE, name=name, player=player, points=Decimal(7)
    )
    return {SENIORS: CnisSeason(local=(points,))}


def test_points_of_a_local_tournament_count_once() -> None:
    """A second file may have other players' points, but not those of the first again."""
    first = ("a.csv", local("Cupa Iași", "Dan"))

    merged = merged_seasons([first, ("b.csv", local("Cupa Iași", "Eva"))])

    assert len(merged[SENIORS].local) == 2
    with pytest.raises(TableError, match="CUPA IASI"):
        merged_seasons([first, ("b.csv", local("CUPA IASI", "Dan"))])
