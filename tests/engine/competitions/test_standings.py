"""Standings: the sum of coefficients, the criteria for ties, several groups in one order."""

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.competitions.parts import AdvancedPlayer
from engine.competitions.standings import (
    ORDER,
    GameResult,
    StandingsRow,
    overall,
    qualifiers,
    table,
)
from engine.figures import figures
from engine.ids import PersonId
from tests.engine.competitions.standings_oracle import allowed_orders, best_of_the_first, plain
from tests.examples import HALF

ANA, ION, DAN, EVA = map(PersonId, (1, 2, 3, 4))

OUTCOMES = [("1.5000", "0.5000"), ("0.5000", "1.5000"), ("1.0000", "1.0000"), ("0.0000", "0.0000")]


def game(
    red: PersonId,
    blue: PersonId,
    coefficients: tuple[str, str],
    scores: tuple[int, int] | None = (0, 0),
) -> GameResult:
    """Return the result of one game."""
    first, second = map(Decimal, coefficients)
    return GameResult(
        red=red, blue=blue, figures=figures(first, second, scores=scores, article="8.1")
    )


def pair(
    one: PersonId,
    other: PersonId,
    home: tuple[str, str],
    back: tuple[str, str] = ("1.0000", "1.0000"),
    scores: tuple[int, int] = (0, 0),
) -> tuple[GameResult, GameResult]:
    """Return both games of two players; coefficients and scores in the order of the players."""
    return (
        game(one, other, home, scores),
        game(other, one, (back[1], back[0]), (scores[1], scores[0])),
    )


def order(rows: tuple[StandingsRow, ...]) -> list[tuple[int | None, PersonId, str]]:
    """Return rank, player and the criterion that separates them from the player above."""
    return [(row.place, row.player, row.parted_by) for row in rows]


@st.composite
def groups(draw: st.DrawFn) -> tuple[list[PersonId], list[GameResult]]:
    """Draw a group of up to five players and some of its games, with many equal figures."""
    players = [PersonId(number) for number in range(1, draw(st.integers(1, 5)) + 1)]
    scores = st.sampled_from((300, 400))
    games = [
        game(red, blue, draw(st.sampled_from(OUTCOMES)), (draw(scores), draw(scores)))
        for red, blue in permutations(players, 2)
        if draw(st.integers(0, 9))
    ]
    return players, games


@pytest.mark.article("8.1")
def test_a_table_by_hand() -> None:
    """A group of three has the right games, wins, draws, sums and spreads."""
    rows = table(
        (ANA, ION, DAN),
        (
            game(ANA, ION, ("1.5219", "0.4781"), (524, 480)),
            game(ION, ANA, ("1.6667", "0.1000"), (900, 100)),
            game(ANA, DAN, ("1.0000", "1.0000"), (400, 400)),
            game(DAN, ION, ("0.0000", "0.0000")),
        ),
    )

    assert [
        (row.place, row.player, row.games, row.wins, row.draws, row.coefficients, row.difference)
        for row in rows
    ] == [
        (1, ANA, 3, 1, 1, Decimal("2.6219"), -756),
        (2, ION, 3, 1, 0, Decimal("2.1448"), 756),
        (3, DAN, 2, 0, 1, Decimal("1.0000"), 0),
    ]
    assert str(rows[0].coefficients) == "2.6219"


def test_the_criteria_in_their_order() -> None:
    """The criteria are in their order, with those of the regulation marked."""
    assert [(criterion.code, criterion.article) for criterion in ORDER] == [
        ("coefficients", "8.1"),
        ("mutual_result", ""),
        ("score_difference", ""),
        ("points_scored", ""),
        ("lot", ""),
    ]


def test_equal_sums_are_parted_by_the_mutual_result() -> None:
    """Ion has the better score difference, but Ana won the games against Ion."""
    rows = table(
        (ION, ANA, DAN, EVA),
        (
            *pair(ANA, ION, ("1.5000", "0.5000")),
            *pair(DAN, ANA, ("1.5000", "0.5000")),
            *pair(ION, EVA, ("1.5000", "0.5000"), scores=(900, 100)),
        ),
    )

    assert order(rows)[:2] == [(1, ANA, ""), (2, ION, "mutual_result")]


def test_the_mutual_result_waits_for_both_games() -> None:
    """One game of two does not count yet, so the score difference decides."""
    rows = table(
        (ANA, ION, DAN, EVA),
        (
            game(ANA, ION, ("1.5000", "0.5000"), (300, 290)),
            game(ION, DAN, ("1.5000", "0.5000"), (500, 100)),
            game(ANA, EVA, ("0.5000", "1.5000"), (300, 310)),
        ),
    )

    assert [row[1:] for row in order(rows) if row[1] in (ANA, ION)] == [
        (ION, ""),
        (ANA, "score_difference"),
    ]


def test_three_level_players_have_a_table_of_their_own() -> None:
    """Three level players are ordered among themselves, and two still level again."""
    own_table = (
        *pair(DAN, ANA, ("1.5000", "0.5000"), ("1.2000", "0.8000")),
        *pair(DAN, ION, ("1.5000", "0.5000"), ("0.9000", "1.1000")),
        *pair(ION, ANA, ("1.0000", "1.0000"), ("0.8500", "1.1500")),
    )
    against_eva = (
        *pair(DAN, EVA, ("0.0000", "1.5000"), ("0.0000", "1.5000")),
        *pair(ANA, EVA, ("1.0000", "0.5000"), ("0.6500", "1.0000")),
        *pair(ION, EVA, ("1.0000", "0.5000"), ("0.6500", "1.0000")),
    )
    rows = table((ION, ANA, DAN, EVA), (*own_table, *against_eva))

    assert [(row.player, row.coefficients, row.parted_by) for row in rows] == [
        (EVA, Decimal("6.0000"), ""),
        (DAN, Decimal("5.1000"), "coefficients"),
        (ANA, Decimal("5.1000"), "mutual_result"),
        (ION, Decimal("5.1000"), "mutual_result"),
    ]


@pytest.mark.parametrize(
    ("scores", "criterion"),
    [
        pytest.param(((300, 350), (400, 300)), "score_difference", id="difference"),
        pytest.param(((300, 350), (350, 400)), "points_scored", id="points"),
        pytest.param(((300, 350), (300, 350)), "lot", id="lot"),
    ],
)
def test_what_parts_players_who_have_not_met(
    scores: tuple[tuple[int, int], tuple[int, int]], criterion: str
) -> None:
    """Spread, then points scored, then the lot separate players who have not met."""
    games = (
        game(ANA, DAN, ("1.0000", "1.0000"), scores[0]),
        game(ION, EVA, ("1.0000", "1.0000"), scores[1]),
    )
    rows = [
        row
        for row in table((ANA, ION, DAN, EVA), games, lots={ANA: 4, ION: 1, DAN: 2, EVA: 3})
        if row.player in (ANA, ION)
    ]

    assert [row.player for row in rows] == [ION, ANA]
    assert criterion in {row.parted_by for row in table((ANA, ION), games, lots={ANA: 4, ION: 1})}


def test_without_a_lot_a_place_is_shared() -> None:
    """Without a lot level players share the first rank."""
    games = (*pair(ANA, ION, ("1.0000", "1.0000")), game(ANA, DAN, ("0.0000", "0.0000")))

    assert order(table((ANA, ION, DAN), games)) == [
        (1, ANA, ""),
        (1, ION, ""),
        (3, DAN, "coefficients"),
    ]


@pytest.mark.article("10.3")
def test_an_excluded_player_stands_last_without_a_place() -> None:
    """A disqualified player is last without a rank, and opponents keep their points."""
    games = (*pair(ANA, ION, ("1.5000", "0.5000")), game(DAN, ION, ("0.0000", "1.5300")))
    rows = table((ANA, ION, DAN), games, excluded={ANA})

    assert order(rows) == [(1, ION, ""), (2, DAN, "coefficients"), (None, ANA, "")]
    assert rows[0].coefficients == Decimal("3.0300")


@settings(max_examples=HALF, deadline=None)
@given(groups(), st.permutations(range(1, 6)), st.booleans())
def test_the_order_is_the_only_one_the_rules_allow(
    group: tuple[list[PersonId], list[GameResult]], drawn: list[int], with_lots: bool
) -> None:
    """The standings are the only order that the criteria allow, or share ranks without lots."""
    players, games = group
    lots = dict(zip(players, drawn, strict=False)) if with_lots else {}
    rows = table(players, games, lots=lots)
    allowed = allowed_orders(players, plain(games), lots)

    assert tuple(row.player for row in rows) in allowed
    if with_lots:
        assert len(allowed) == 1
        assert [row.place for row in rows] == list(range(1, len(players) + 1))
    for above, below in pairwise(rows):
        swapped = tuple(
            {above.player: below.player, below.player: above.player}.get(row.player, row.player)
            for row in rows
        )
        assert (swapped in allowed) == (above.place == below.place)


@given(groups())
def test_sums_are_exact(group: tuple[list[PersonId], list[GameResult]]) -> None:
    """The sum over all players equals the sum of the games."""
    players, games = group
    rows = table(players, games)
    given_out = sum((one.figures.red + one.figures.blue for one in games), Decimal(0))

    assert sum(row.coefficients for row in rows) == given_out
    assert sum(row.games for row in rows) == 2 * len(games)
    assert sum(row.difference or 0 for row in rows) == 0


def row(
    player: PersonId, place: int | None, games: int, sum_: str, difference: int = 0
) -> StandingsRow:
    """Return a row with the figures that rank a player among those of other groups."""
    return StandingsRow(
        player=player,
        place=place,
        games=games,
        coefficients=Decimal(sum_),
        scored=300 + difference,
        conceded=300,
    )


def test_groups_of_different_size_are_compared_per_game() -> None:
    """Six points in four games are more than seven in six; nobody disqualified takes part."""
    small = (row(ANA, 1, 4, "6.0000"), row(EVA, None, 0, "0.0000"))
    large = (row(ION, 1, 6, "7.0000"), row(DAN, 2, 6, "3.0000"))

    assert [one.player for one in overall((large, small))] == [ANA, ION, DAN]


def test_the_overall_order_keeps_each_groups_own() -> None:
    """Eva has the best difference of three level players but is behind Dan in her group."""
    one = (row(DAN, 1, 4, "4.0000", -50), row(EVA, 2, 4, "4.0000", 80))
    other = (row(ION, 1, 4, "4.0000", 10),)

    assert [found.player for found in overall((one, other))] == [ION, DAN, EVA]


def test_the_lot_parts_players_of_two_groups() -> None:
    """If all figures are equal, the lower lot is ahead."""
    tables = ((row(ANA, 1, 4, "4.0000"),), (row(ION, 1, 4, "4.0000"),))

    assert [one.player for one in overall(tables, {ANA: 2, ION: 1})] == [ION, ANA]


@settings(max_examples=HALF, deadline=None)
@given(st.lists(groups(), max_size=5), st.booleans())
def test_next_in_the_overall_order_is_the_best_of_those_ahead_in_their_groups(
    drawn: list[tuple[list[PersonId], list[GameResult]]], with_lots: bool
) -> None:
    """Next in the overall order is the best of the groups' next players.

    This holds for any number of groups, and also where only the order of the groups separates
    players.
    """
    tables = []
    for number, (players, games) in enumerate(drawn):
        rows = table(players, games, excluded=players[4:])
        tables.append([replace(row, player=PersonId(10 * number + row.player)) for row in rows])
    everybody = [row.player for rows in tables for row in rows]
    lots = {player: len(everybody) - n for n, player in enumerate(everybody)} if with_lots else {}

    assert [row.player for row in overall(tables, lots)] == best_of_the_first(tables, lots)


def test_who_goes_on() -> None:
    """Winners advance first, then seconds, then the best others; the rest are reserves."""
    players = [PersonId(number) for number in range(8)]
    tables = {
        "A": tuple(row(players[n], n + 1, 6, f"{8 - n}.0000") for n in range(4)),
        "B": tuple(row(players[4 + n], n + 1, 6, f"{8 - n}.5000") for n in range(3)),
    }
    going, reserves = qualifiers(tables, per_group=2, best_others=1)

    assert going == (
        AdvancedPlayer(player=players[4], group="B", place=1),
        AdvancedPlayer(player=players[0], group="A", place=1),
        AdvancedPlayer(player=players[5], group="B", place=2),
        AdvancedPlayer(player=players[1], group="A", place=2),
        AdvancedPlayer(player=players[6], group="B", place=3, best_other=True),
    )
    assert reserves == (players[2], players[3])


def test_a_group_with_too_few_players_leaves_its_places_to_the_best_others() -> None:
    """The final is as large as planned even if a group has too few ranked players."""
    players = [PersonId(number) for number in range(7)]
    tables = {
        "A": tuple(row(players[n], n + 1, 6, f"{8 - n}.0000") for n in range(4)),
        "B": (
            row(players[4], 1, 6, "1.0000"),
            row(players[5], None, 0, "0.0000"),
            row(players[6], None, 0, "0.0000"),
        ),
    }
    going, reserves = qualifiers(tables, per_group=2, best_others=0)

    assert going == (
        AdvancedPlayer(player=players[0], group="A", place=1),
        AdvancedPlayer(player=players[4], group="B", place=1),
        AdvancedPlayer(player=players[1], group="A", place=2),
        AdvancedPlayer(player=players[2], group="A", place=3, best_other=True),
    )
    assert reserves == (players[3],)


def test_where_groups_are_level_the_lot_seeds_and_chooses() -> None:
    """Two groups with the same figures: the lower lot comes first among winners and others."""
    players = [PersonId(number) for number in range(1, 5)]
    tables = {
        "A": (row(players[0], 1, 6, "8.5000"), row(players[1], 2, 6, "6.5000")),
        "B": (row(players[2], 1, 6, "8.5000"), row(players[3], 2, 6, "6.5000")),
    }
    lots = dict(zip(players, (2, 2, 1, 1), strict=True))

    going, reserves = qualifiers(tables, per_group=1, best_others=1, lots=lots)

    assert [one.player for one in going] == [players[2], players[0], players[3]]
    assert reserves == (players[1],)


@pytest.mark.article("8.1")
def test_a_score_that_is_not_stated_parts_nobody() -> None:
    """Who has such a game has no sum of points, and ties fall to the next criterion that knows."""
    level = ("1.0000", "1.0000")
    games = (game(ANA, DAN, level, None), game(ION, EVA, level, (500, 300)))

    rows = {one.player: one for one in table((ANA, ION, DAN, EVA), games)}

    figures_ = {who: (one.scored, one.conceded, one.difference) for who, one in rows.items()}
    assert figures_ == {
        ANA: (None, None, None),
        DAN: (None, None, None),
        ION: (500, 300, 200),
        EVA: (300, 500, -200),
    }
    assert {one.place for one in rows.values()} == {1}
    assert not rows[ANA].is_absent
    lots = {ION: 4, EVA: 3, DAN: 2, ANA: 1}
    drawn = table((ANA, ION, DAN, EVA), games, lots=lots)
    assert [(one.player, one.parted_by) for one in drawn][1:] == [
        (DAN, "lot"),
        (EVA, "lot"),
        (ION, "lot"),
    ]


@pytest.mark.article("8.1")
def test_a_score_that_is_not_stated_orders_no_group_before_another() -> None:
    """Players of several groups are then parted by the coefficient per game and the lot."""
    level = ("1.0000", "1.0000")
    lots = {ION: 4, EVA: 3, DAN: 2, ANA: 1}
    groups_ = [
        table((ANA, DAN), [game(ANA, DAN, level, None)], lots=lots),
        table((ION, EVA), [game(ION, EVA, level, (500, 300))], lots=lots),
    ]

    assert [one.player for one in overall(groups_, lots)] == [ANA, DAN, ION, EVA]


def test_a_score_has_both_parts_or_none() -> None:
    """A result without the points of one player has no score."""
    stated = figures(Decimal(1), Decimal(1), scores=(400, 400), article="8.1")
    assert stated.scores == (400, 400)
    assert replace(stated, blue_score=None).scores is None
    assert figures(Decimal(1), Decimal(1), scores=None, article="8.1").scores is None
