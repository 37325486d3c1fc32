"""A season's championship: a game's value, its participants, and the totals."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cnis.categories import Category, Player
from engine.cnis.championship import seniors, youth
from engine.cnis.season import Discipline, GameType, SeasonGame, classified, participants, value_of
from engine.cnis.standings import SENIORS_RULES, YOUTH_RULES
from engine.errors import RuleViolation
from tests.engine.cnis.classified import CADET, JUNIOR, PRICHINDEL
from tests.engine.cnis.season_oracle import total
from tests.engine.cnis.seasons import game, people, person, results

DUPLICATE = {"classic", "completive", "elliptic"}


class TestValue:
    """V, the value of a game."""

    def test_from_ratings(self) -> None:
        """V is the participants' mean rating less 150; a missing rating counts 150."""
        players = {"A": person("A", rating=170), "B": person("B", rating=157), "C": person("C")}

        assert value_of(game("A B C"), ["A", "B", "C"], players) == 9

    def test_as_given(self) -> None:
        """The organiser's value has precedence over the ratings."""
        players = {"A": person("A", rating=170)}

        assert value_of(game("A", value=-2), ["A"], players) == -2

    def test_two_values_for_one_game(self) -> None:
        """Two values for one game are refused."""
        one, other = game("A", value=1), game("B", value=2)
        both = SeasonGame(
            day=one.day, type=one.type, name="1", entries=(*one.entries, *other.entries)
        )

        with pytest.raises(RuleViolation, match="cnis_values_differ"):
            value_of(both, ["A", "B"], people(A=1980, B=1980))

    def test_nobody_of_the_category(self) -> None:
        """A game without participants of a category gives that category no points."""
        assert classified(game("A"), ["B"], people(A=1980, B=1980)) is None


def test_what_is_played() -> None:
    """Seniors play all six types; youth neither elliptic duplicate nor anticipation."""
    assert SENIORS_RULES.types == set(GameType)
    assert YOUTH_RULES.types == set(YOUTH_KINDS)


def test_who_took_part() -> None:
    """A player with a rank in any of the games has taken part."""
    assert participants([game("A B"), game("B C")]) == {"A", "B", "C"}


@given(st.integers(0, 10**6), st.integers(2, 9), st.integers(1, 14))
def test_totals_against_the_slow_way(seed: int, size: int, number: int) -> None:
    """Totals of both competitions equal a slow sum, for any order of rows."""
    chance = Random(seed)
    names = "ABCDEFGHI"[:size]
    players = {
        name: person(name, chance.choice([1950, 1980, 2003, 2007, 2012, 2017])) for name in names
    }
    games = []
    for count in range(number):
        taking_part = chance.sample(names, chance.randint(1, size))
        text = "".join(name + chance.choice("= ") for name in taking_part).rstrip("= ")
        games.append(game(text, chance.choice(list(YOUTH_KINDS)), f"{count}"))
    senior = seniors(results(games, players))[Category.SENIOR]
    shuffled = [
        SeasonGame(
            day=each.day,
            type=each.type,
            name=each.name,
            entries=tuple(chance.sample(each.entries, len(each.entries))),
        )
        for each in games
    ]
    again = seniors(results(shuffled, players))[Category.SENIOR]
    young = youth(results(games, players))

    assert again.general == senior.general
    for line in senior.lines:
        assert line.points(Discipline.DUPLICATE) == total(line.player, games, names, DUPLICATE, 5)
        assert line.points(Discipline.FREE) == total(line.player, games, names, {"free"}, 5)
    for table in young.values():
        own = [name for name in names if young_category(players[name]) is table.category]
        for line in table.lines:
            if line.player in own:
                expected = sum(
                    total(line.player, games, own, {kind}, 3) for kind in ("classic", "completive")
                )
                assert line.points(Discipline.DUPLICATE) == expected


YOUTH_KINDS = (GameType.CLASSIC, GameType.COMPLETIVE, GameType.FREE, GameType.COMPOSITION)


def young_category(player: Player) -> Category:
    """Return the youth category of the years of birth that the test of totals uses."""
    return {2007: JUNIOR, 2012: CADET, 2017: PRICHINDEL}.get(player.born, Category.SENIOR)
