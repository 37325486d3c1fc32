"""The youth competition by category: scales, completed and merged tables, titles."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cnis.categories import Category
from engine.cnis.championship import youth
from engine.cnis.season import Discipline, GameType, SeasonGame
from engine.cnis.titles import titles
from engine.errors import RuleViolation
from tests.engine.cnis.classified import (
    CADET,
    JUNIOR,
    given_to,
    juniors_and_younger,
    order,
    youth_tables,
)
from tests.engine.cnis.season_oracle import total
from tests.engine.cnis.seasons import game, local, people, person, results


def test_each_category_has_its_own_scale() -> None:
    """Categories in one game are ranked separately, each on its own scale."""
    players = juniors_and_younger("AB", "CDE", "")
    junior, cadet, _ = youth_tables([game("C A D B E")], players)

    assert order(junior.general)[:2] == ["1 A", "2 B"]
    assert order(cadet.general) == ["1 C", "2 D", "3 E"]
    assert [each.scale.participants for each in (*junior.scales, *cadet.scales)] == [2, 3]


def test_best_three_of_each_duplicate() -> None:
    """Duplicate counts at most three classic and three completive results."""
    games = [game("A B", GameType.CLASSIC, f"{n}") for n in range(4)]
    games += [game("A B", GameType.COMPLETIVE, f"{n}") for n in range(2)]
    junior, *_ = youth_tables(games, juniors_and_younger("AB", "", ""))
    results = junior.lines[0].results[Discipline.DUPLICATE]

    assert sum(result.counted for result in results) == 5
    assert junior.lines[0].total == 5 * results[0].points


def test_juniors_are_filled_up() -> None:
    """Fewer than five juniors are followed by cadets, who win no title there."""
    players = juniors_and_younger("AB", "CDEFG", "")
    tables = youth_tables([game("C A D B E F G")], players)
    junior = tables[0]

    assert order(junior.general) == ["1 A", "2 B", "3 C", "4 D", "5 E"]
    assert junior.filled == {"C", "D", "E"}
    assert given_to(titles(tables)) == ["junior 1 A", "junior 2 B", "cadet 1 C", "cadet 2 D"]


def test_a_single_junior() -> None:
    """A cadet on rank 2 of the juniors is not their vice-champion."""
    tables = youth_tables([game("C A D E F")], juniors_and_younger("A", "CDEF", ""))

    assert given_to(titles(tables)) == ["junior 1 A"]


def test_no_junior_no_table() -> None:
    """Without a junior there is no table of juniors."""
    junior, *_ = youth_tables([game("C D E F G")], juniors_and_younger("", "CDEFG", ""))

    assert junior.general == ()


def test_cadets_are_filled_up_with_prichindei() -> None:
    """Fewer than five cadets are followed by prichindei, who keep their own titles."""
    players = juniors_and_younger("", "AB", "CDEFG")
    tables = youth_tables([game("C A D B E F G")], players)

    assert order(tables[1].general) == ["1 A", "2 B", "3 C", "4 D", "5 E"]
    assert given_to(titles(tables)) == [
        "cadet 1 A",
        "cadet 2 B",
        "prichindel 1 C",
        "prichindel 2 D",
    ]


def test_juniors_are_filled_with_cadets_only() -> None:
    """Prichindei in the cadets' table are not added to the juniors' table."""
    players = juniors_and_younger("A", "BC", "DEFGH")
    junior, *_ = youth_tables([game("A B C D E F G H")], players)

    assert order(junior.general) == ["1 A", "2 B", "3 C"]


def test_few_prichindei_are_ranked_with_the_cadets() -> None:
    """Fewer than five prichindei are merged with the cadets, for the cadets' titles."""
    players = juniors_and_younger("", "ABC", "DE")
    tables = youth_tables([game("D A B C E")], players)
    _, cadet, prichindel = tables

    assert order(cadet.general) == ["1 A", "1 D", "3 B", "3 E", "5 C"]
    assert prichindel.merged_into is CADET
    assert given_to(titles(tables)) == ["cadet 1 A", "cadet 1 D"]


def test_local_youth() -> None:
    """A youth player of local tournaments only comes after the category's own players."""
    players = juniors_and_younger("ABC", "D", "")
    found = youth(results([game("A B D")], players, [local("C", "9000"), local("D", "9000")]))

    assert order(found[JUNIOR].general)[:3] == ["1 A", "2 B", "3 C"]
    assert [row.local for row in found[CADET].general] == [False]


def test_local_youth_are_in_order_of_all_their_points() -> None:
    """Local players are ordered by the sum of all their points, not of the best three."""
    players = juniors_and_younger("ABC", "", "")
    points = [*([local("B", "120")] * 3), *([local("C", "100")] * 5)]
    junior = youth(results([game("A")], players, points))[JUNIOR]

    assert order(junior.general) == ["1 A", "2 C", "3 B"]
    assert [row.points for row in junior.general[1:]] == [500, 360]


def test_merged_prichindei_do_not_make_the_juniors_five() -> None:
    """Art. 17 completes the juniors with cadets only: two and two are four, without titles."""
    players = juniors_and_younger("AB", "CD", "EFG")
    tables = youth_tables([game("A B C D E F G")], players)

    assert order(tables[0].general) == ["1 A", "2 B", "3 C", "4 D"]
    assert given_to(titles(tables)) == ["cadet 1 C", "cadet 1 E"]


@given(st.integers(0, 10**6), st.integers(1, 10), st.integers(1, 12))
def test_by_the_common_tables_all_youth_of_a_game_are_on_one_scale(
    seed: int, size: int, number: int
) -> None:
    """All youth of a game are on one scale, and seniors take no rank."""
    chance = Random(seed)
    names = "ABCDEFGHIJ"[:size]
    players = {name: person(name, chance.choice([1980, 2007, 2012, 2017])) for name in names}
    own = [name for name in names if players[name].born > 1980]
    games = []
    for count in range(number):
        order = " ".join(chance.sample(names, chance.randint(1, size)))
        kind = chance.choice([GameType.CLASSIC, GameType.COMPLETIVE])
        games.append(game(order, kind, f"{count}", stage=chance.choice(["I", "II"])))

    found = youth(replace(results(games, players), is_common=True))

    ranked = {line.player: line for table in found.values() for line in table.lines}
    assert set(ranked) == {name for name in own if any(has(each, name) for each in games)}
    for name, line in ranked.items():
        expected = [total(name, games, own, {kind}, 3) for kind in ("classic", "completive")]
        assert line.points(Discipline.DUPLICATE) == sum(expected)


def has(played: SeasonGame, name: str) -> bool:
    """Return whether that player took part in the game."""
    return any(entry.player == name for entry in played.entries)


def test_by_the_common_tables_a_category_has_the_games_in_which_it_had_somebody() -> None:
    """Free games of a stage are one scale, of which a cadet has 70%; the others' are not theirs."""
    players = juniors_and_younger("AB", "C", "") | people(S=1980)
    season = [
        game("A C B", stage="I"),
        game("B A", name="2", stage="I"),
        game("S", name="3", stage="I"),
        game("A B", GameType.FREE, "juniors", stage="II"),
        game("C", GameType.FREE, "cadets", stage="II"),
    ]
    found = youth(replace(results(season, players), is_common=True))

    cadet = found[CADET]
    assert [(one.game.name, one.scale.participants) for one in cadet.scales] == [
        ("1", 3),
        ("cadets", 3),
    ]
    first, winner = (table.lines[0].results[Discipline.FREE] for table in (found[JUNIOR], cadet))
    assert [one.points for one in (*first, *winner)] == [575, 403]  # 575 * 0.7 = 402.5


def test_without_its_stage_a_game_is_on_no_common_table() -> None:
    """A game without a stage is named, so that the organiser can add the stage."""
    season = [game("A B", stage="I"), game("A B", name="lost")]
    players = juniors_and_younger("AB", "", "")

    with pytest.raises(RuleViolation, match="cnis_no_stage") as refused:
        youth(replace(results(season, players), is_common=True))
    assert "lost" in str(refused.value.faults[0].facts["game"])
    assert youth(results(season, players))[JUNIOR].general


@given(st.integers(0, 10**6), st.integers(1, 12))
def test_nobody_has_titles_in_two_youth_categories(seed: int, size: int) -> None:
    """However the categories are filled and merged, titles stay within one category a player."""
    chance = Random(seed)
    names = "ABCDEFGHIJKL"[:size]
    players = {name: person(name, chance.choice([2007, 2012, 2017])) for name in names}
    games = [game(" ".join(chance.sample(names, size)), name=f"{n}") for n in range(3)]
    found = titles(youth(results(games, players)).values())
    categories: dict[str, set[Category]] = {}
    for title in found:
        categories.setdefault(title.player, set()).add(title.category)

    assert all(len(held) == 1 for held in categories.values())
