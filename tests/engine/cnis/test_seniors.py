"""The seniors' competition: counted results, ranks and champions."""

from decimal import Decimal

from engine.cnis.categories import Category
from engine.cnis.championship import seniors
from engine.cnis.season import Discipline, GameType
from engine.cnis.titles import titles
from tests.engine.cnis.classified import given_to, order
from tests.engine.cnis.seasons import game, local, people, results


def test_the_best_five_count() -> None:
    """Of six games of an event the worst does not count, for any kind of duplicate."""
    kinds = [GameType.CLASSIC, GameType.COMPLETIVE, GameType.ELLIPTIC]
    games = [game("A B", kinds[n % 3], f"{n}") for n in range(5)] + [game("B A", name="6")]
    table = seniors(results(games, people(A=1980, B=1980)))[Category.SENIOR]
    first, second = table.lines
    earned = first.results[Discipline.DUPLICATE]

    assert [result.counted for result in earned] == [True] * 5 + [False]
    assert first.points(Discipline.DUPLICATE) == 5 * earned[0].points
    assert second.total == earned[0].points + 4 * earned[5].points


def test_general_is_the_sum_of_events() -> None:
    """The general classification is the sum of the counted results of each event."""
    games = [game("A B C"), game("B A C", GameType.FREE), game("B C A", GameType.COMPOSITION)]
    table = seniors(results(games, people(A=1980, B=1980, C=1980)))[Category.SENIOR]

    assert order(table.general) == ["1 B", "2 A", "3 C"]
    assert order(table.events[Discipline.DUPLICATE]) == ["1 A", "2 B", "3 C"]
    assert table.events[Discipline.ANTICIPATION] == ()


def test_local_players_follow() -> None:
    """Players of local tournaments only come last, ordered by local points."""
    players = people(A=1980, B=1980, C=1980, D=1980)
    found = seniors(
        results(
            [game("A B")],
            players,
            [local("C", "5000"), local("D", "9000.25"), local("B", "7000"), local("C", "1")],
        )
    )[Category.SENIOR]

    assert order(found.general) == ["1 A", "2 B", "3 D", "4 C"]
    assert [row.points for row in found.general][2:] == [Decimal("9000.25"), 5001]
    assert [row.local for row in found.general] == [False, False, True, True]


def test_deans_and_hopefuls() -> None:
    """Deans and hopefuls keep the order and the points of the seniors."""
    players = people(A=1980, B=1950, C=2003, D=1960, E=2009)
    found = seniors(results([game("A B C=D E")], players))

    assert order(found[Category.SENIOR].general) == ["1 A", "2 B", "3 C", "3 D", "5 E"]
    assert order(found[Category.DEAN].general) == ["1 B", "2 D"]
    assert order(found[Category.HOPEFUL].general) == ["1 C", "2 E"]
    assert found[Category.DEAN].general[1].points == found[Category.SENIOR].general[3].points


def test_titles() -> None:
    """With five ranked players ranks 1 and 2 have the titles, absolute and of the event."""
    found = seniors(results([game("A B C D E")], people(**dict.fromkeys("ABCDE", 1980))))
    given_ = titles(found.values())

    assert given_to(given_) == ["senior 1 A", "senior 2 B"]
    assert given_to(given_, Discipline.DUPLICATE) == ["senior 1 A", "senior 2 B"]
    assert given_to(given_, Discipline.FREE) == []


def test_no_titles_for_four() -> None:
    """With four ranked players there are no titles."""
    found = seniors(results([game("A B C D")], people(**dict.fromkeys("ABCD", 1980))))

    assert titles(found.values()) == ()


def test_two_champions() -> None:
    """Two players on rank 1 are both champions, and nobody is vice-champion."""
    found = seniors(results([game("A=B C D E")], people(**dict.fromkeys("ABCDE", 1980))))

    assert given_to(titles(found.values())) == ["senior 1 A", "senior 1 B"]


def test_youth_players_have_their_own_titles() -> None:
    """A player of the youth championship wins no title among seniors or hopefuls."""
    players = people(A=2008, B=2003, C=2002, D=2001, E=2001)
    found = seniors(results([game("A B C D E")], players))

    assert given_to(titles(found.values(), {"A"})) == ["senior 2 B", "hopeful 2 B"]
