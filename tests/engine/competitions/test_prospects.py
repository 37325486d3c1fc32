"""Possible results: bounds compared with every outcome, and with a network flow."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.competitions.prospects import EXACT_RIVALS, Prospect, prospects
from engine.competitions.standings import GameResult, StandingsRow, table
from engine.figures import figures
from engine.ids import PersonId
from tests.examples import HALF

Pair = tuple[PersonId, PersonId]
ANA, ION, DAN, EVA = map(PersonId, (1, 2, 3, 4))
OUTCOMES = (
    ("1.6667", "0.3333"),
    ("0.3333", "1.6667"),
    ("1.0000", "1.0000"),
    ("0.0000", "0.0000"),
    ("1.5300", "0.0000"),
    ("0.0000", "1.5300"),
)


def game(pair: Pair, outcome: tuple[str, str]) -> GameResult:
    """Return a game of the pair, Red first, with these coefficients."""
    red, blue = map(Decimal, outcome)
    return GameResult(
        red=pair[0],
        blue=pair[1],
        figures=figures(red, blue, scores=(400, 400), article="8.1"),
    )


def rows_of(*sums: str) -> tuple[StandingsRow, ...]:
    """Return rows of players 1, 2, 3 … with these sums, in order."""
    return tuple(
        StandingsRow(player=PersonId(number), place=number, games=4, coefficients=Decimal(sum_))
        for number, sum_ in enumerate(sums, 1)
    )


def places(found: Sequence[Prospect]) -> list[tuple[int, int]]:
    """Return best and worst place of each player."""
    return [(one.best, one.worst) for one in found]


@st.composite
def groups(
    draw: st.DrawFn, size: int, still_open: int
) -> tuple[list[PersonId], list[GameResult], list[Pair]]:
    """Draw a group: its players, the games played, and up to `still_open` others."""
    players = [PersonId(number) for number in range(1, draw(st.integers(2, size)) + 1)]
    games = draw(st.permutations(list(permutations(players, 2))))
    count = draw(st.integers(0, min(still_open, len(games))))
    played = [game(pair, draw(st.sampled_from(OUTCOMES))) for pair in games[count:]]
    return players, played, games[:count]


def flow(needs: dict[PersonId, int], games: Sequence[Pair]) -> int:
    """Return how much of the needs the games can give, as a maximum flow in ten-thousandths.

    A game has 2 to give, at most 1.6667 of it to one player.
    """
    room: dict[tuple[object, object], int] = {}
    for number, pair in enumerate(games):
        room["source", number] = 20000
        for player in pair:
            room[number, ("player", player)] = 16667
    for player, need in needs.items():
        room[("player", player), "sink"] = need
    total = 0
    while path := _path(room):
        step = min(room[edge] for edge in path)
        for one, other in path:
            room[one, other] -= step
            room[other, one] = room.get((other, one), 0) + step
        total += step
    return total


def _path(room: dict[tuple[object, object], int]) -> list[tuple[object, object]]:
    """Return the edges of a free path from source to sink, empty if there is none."""
    came: dict[object, tuple[object, object]] = {}
    waiting: list[object] = ["source"]
    for reached in waiting:
        for edge, left in room.items():
            if edge[0] == reached and left and edge[1] not in came and edge[1] != "source":
                came[edge[1]] = edge
                waiting.append(edge[1])
    path: list[tuple[object, object]] = []
    node: object = "sink"
    while node in came:
        path.append(came[node])
        node = came[node][0]
    return path


def worst_place(player: PersonId, rows: Sequence[StandingsRow], games: Sequence[Pair]) -> int:
    """Return the worst rank of a player with no more points, by trying every set of others."""
    units = {row.player: int(row.coefficients * 10000) for row in rows}
    others = [other for other in units if other != player]
    for count in range(len(others), 0, -1):
        for wanted in combinations(others, count):
            needs = {other: max(units[player] - units[other], 0) for other in wanted}
            if flow(needs, games) == sum(needs.values()):
                return 1 + count
    return 1


@settings(max_examples=30, deadline=None)
@given(groups(4, 3), st.permutations(range(4)))
def test_no_outcome_is_outside_the_bounds(
    group: tuple[list[PersonId], list[GameResult], list[Pair]], drawn: list[int]
) -> None:
    """For any open results each player ends within the bounds of sum and rank."""
    players, played, still_open = group
    lots = dict(zip(players, drawn, strict=False))
    bounds = {one.player: one for one in prospects(table(players, played, lots=lots), still_open)}
    for outcome in product(OUTCOMES, repeat=len(still_open)):
        rest = map(game, still_open, outcome)
        for row in table(players, (*played, *rest), lots=lots):
            bound = bounds[row.player]
            assert bound.least <= row.coefficients <= bound.most
            assert bound.best <= (row.place or 0) <= bound.worst
            assert row.place is not None
            for among in range(1, len(players) + 1):
                assert not (bound.is_safe(among) and row.place > among)
                assert not (bound.is_out_of_reach(among) and row.place <= among)


@settings(max_examples=HALF, deadline=None)
@given(groups(5, 12))
def test_the_worst_place_is_that_of_a_maximum_flow(
    group: tuple[list[PersonId], list[GameResult], list[Pair]],
) -> None:
    """The worst rank counts as many level players as the open games' points allow."""
    players, played, still_open = group
    rows = table(players, played)
    if still_open:
        for one in prospects(rows, still_open):
            assert one.worst == worst_place(one.player, rows, still_open)


@pytest.mark.article("9.5")
def test_what_one_player_can_still_reach() -> None:
    """The bounds are 0 and the greatest coefficient in each open game."""
    ana, *_ = prospects(rows_of("4.0000", "2.0000"), ((ANA, ION), (ION, ANA)))

    assert ana == Prospect(
        player=ANA,
        open_games=2,
        least=Decimal("4.0000"),
        most=Decimal("7.3334"),
        best=1,
        worst=2,
    )


def test_a_place_is_safe_before_the_end() -> None:
    """Ion has one game left and cannot reach Ana, so only Ana's rank is safe."""
    found = prospects(rows_of("4.0000", "2.3332", "2.0000"), ((ION, DAN),))

    assert places(found) == [(1, 1), (2, 3), (2, 3)]
    assert found[0].is_safe(1)
    assert found[1].is_out_of_reach(1)
    assert not found[1].is_safe(2)


def test_level_sums_count_against_safety_and_for_hope() -> None:
    """Ion can come exactly level, so the rank is neither safe nor out of reach."""
    found = prospects(rows_of("4.0000", "2.3333", "2.0000"), ((ION, DAN),))

    assert places(found) == [(1, 2), (1, 3), (2, 3)]


def test_two_rivals_cannot_both_win_the_game_between_them() -> None:
    """Each could pass Ana, but not both, so the second rank is safe."""
    found = prospects(rows_of("4.0000", "2.9000", "2.9000"), ((ION, DAN),))

    assert places(found)[0] == (1, 2)


def test_two_rivals_can_share_the_game_between_them() -> None:
    """With 1 each both are level with Ana, so only the third rank is safe."""
    found = prospects(rows_of("4.0000", "3.0000", "3.0000"), ((ION, DAN),))

    assert places(found)[0] == (1, 3)


def test_at_the_end_places_are_what_they_are() -> None:
    """At the end each rank is exact, and a rank shared without a lot is either."""
    played = [game((ANA, ION), OUTCOMES[2]), game((ION, ANA), OUTCOMES[2])]

    assert places(prospects(table((ANA, ION), played, lots={ANA: 1, ION: 2}), ())) == [
        (1, 1),
        (2, 2),
    ]
    assert places(prospects(table((ANA, ION), played), ())) == [(1, 2), (1, 2)]


@pytest.mark.article("10.3")
def test_an_excluded_player_takes_nobodys_place() -> None:
    """A disqualified player has no prospects; their open games still count for opponents."""
    rows = (*rows_of("4.0000", "2.4000"), StandingsRow(player=DAN, coefficients=Decimal("9.0000")))
    found = prospects(rows, ((ION, DAN),))

    assert [one.player for one in found] == [ANA, ION]
    assert places(found) == [(1, 2), (1, 2)]


@pytest.mark.parametrize(
    ("rivals", "worst"),
    [
        pytest.param(EXACT_RIVALS, 1 + EXACT_RIVALS // 2, id="one of each pair"),
        pytest.param(EXACT_RIVALS + 2, EXACT_RIVALS + 3, id="too many to look at together"),
    ],
)
def test_among_many_rivals_the_bound_is_wider_but_holds(rivals: int, worst: int) -> None:
    """Of two rivals who still meet only one can pass Ana; beyond the limit each counts alone."""
    rows = rows_of("4.0000", *["2.9000"] * rivals)
    games = [(PersonId(first), PersonId(first + 1)) for first in range(2, rivals + 2, 2)]

    assert prospects(rows, games)[0].worst == worst
