"""The common table of a youth stage."""

from engine.cnis.season import GameType
from engine.cnis.stage import stage_table
from tests.engine.cnis.classified import juniors_and_younger, order
from tests.engine.cnis.seasons import YEAR, game, people


def test_one_scale_for_all() -> None:
    """All categories are in one table, on the scale of all participants."""
    players = juniors_and_younger("AB", "CD", "E")
    found = stage_table([game("C A E B D")], players, year=YEAR)

    assert order(found.general) == ["1 C", "2 A", "3 E", "4 B", "5 D"]
    assert found.games[0].scale.participants == 5


def test_free_games_are_weighted() -> None:
    """Juniors get all points of a free game, cadets 70 %, prichindei 30 %, rounded up."""
    players = juniors_and_younger("ABCDE", "FGHIJ", "KLMN")
    free = [
        game("A B C D E", GameType.FREE, "juniors"),
        game("F G H I J", GameType.FREE, "cadets"),
        game("K L=M N", GameType.FREE, "prichindei"),
    ]
    found = stage_table(free, players, year=YEAR)
    points = {row.player: row.points for row in found.general}

    # Scale 14: 606, 438, 370, 317. 606 * 0.7 = 424.2; 606 * 0.3 = 181.8; 404 * 0.3 = 121.2
    assert [points[name] for name in "AFKGL"] == [606, 425, 182, 307, 122]
    assert {each.scale.participants for each in found.games} == {14}


def test_seniors_stand_in_no_common_table() -> None:
    """A player who is too old has no rank and does not change the scale."""
    players = juniors_and_younger("AB", "C", "") | people(S=1990)
    games = [game("A S B C"), game("S A B C", GameType.FREE), game("S", name="2")]
    found = stage_table(games, players, year=YEAR)

    assert order(found.general) == ["1 A", "2 B", "3 C"]
    assert [each.scale.participants for each in found.games] == [3, 3]


def test_the_weight_is_in_the_arithmetic() -> None:
    """The arithmetic beside a weighted result names the weight."""
    players = juniors_and_younger("A", "B", "")
    found = stage_table([game("A B", GameType.FREE, value=12)], players, year=YEAR)

    assert [each.expression for each in found.games[0].awards] == ["606", "ceil((438) * 70%)"]
