"""What a file contributes to a calculation, by its header."""

import pytest

from bot.ratings.calculation.file_roles import NEEDED, FileRole, recognised
from bot.ratings.calculation.systems import ChampionshipTask, System


@pytest.mark.parametrize(
    ("header", "role"),
    [
        ("Data, Tip, Joc, Jucător, Loc", FileRole.EVENTS),
        ("Loc, Nume, Puncte", FileRole.EVENTS),
        ("Loc, Nume, Cota", FileRole.PLAYERS),
        ("Nume, Club", FileRole.PLAYERS),
        ("Nume, Născut, Club", FileRole.PLAYERS),
        ("date, tournament, round, player1, player2, score1, score2", None),
    ],
)
def test_a_file_has_the_role_whose_columns_it_has_and_no_others(
    header: str, role: FileRole | None
) -> None:
    """The places and points of a game are no list of players, although they name players."""
    for system in (System.FRS, ChampionshipTask.SEASON):
        assert recognised([header.split(", ")], NEEDED[system]) is role
