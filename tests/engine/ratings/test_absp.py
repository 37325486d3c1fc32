"""ABSP: the association's published notes of 1999–2011."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.ratings.absp import AbspRating, AbspSeason, CountingWindow, LatestTournament, rate
from engine.ratings.protocol import Player, RatedGame, Start
from engine.rounding import half_up
from tests.engine.ratings.seasons import DAY, NAMES, beginnings, games, played, starts
from tests.examples import HALF
from tests.plain_ratings import absp as plain

A, B, C, D = (Player(name) for name in "ABCD")


def rated(known: dict[Player, Start], *lines: str, window: int = 150) -> dict[Player, AbspRating]:
    """Return the ratings after one tournament, whose games are these lines."""
    return rate(AbspSeason(starts=known, games=games(*lines), window=CountingWindow(window)))


def latest(rating: AbspRating) -> LatestTournament:
    """Return the latest tournament of a player with games."""
    assert rating.latest is not None
    return rating.latest


def test_the_notes_example_is_2001_by_12() -> None:
    """Seven wins and five losses against a sum of 1901 give 2001 / 12, displayed as 167."""
    opponents = [161, 157, 154, 167, 155, 167, 160, 159, 154, 156, 155, 156]
    known = starts(X=(160, 100), **{f"Q{n}": (own, 100) for n, own in enumerate(opponents)})
    lines = [f"{n + 1} X {500 if n < 7 else 300} Q{n} 400" for n in range(12)]
    rating = latest(rated(known, *lines)[Player("X")]).rating

    assert rating == Fraction(2001, 12)
    assert half_up(rating) == 167


def test_opponents_count_as_at_most_40_away() -> None:
    """A 150 counts a 90 as 110, and the 90 counts the 150 as 130."""
    found = rated(starts(A=(150, 100), B=(90, 100)), "1 A 400 B 400")

    assert latest(found[A]).rating == 110
    assert latest(found[B]).rating == 130
    assert latest(found[A]).game_points[0].counted == 110


@pytest.mark.parametrize(("window", "top", "last"), [(150, 225, 76), (100, 150, 51)])
def test_weights_go_down_from_the_newest_game(window: int, top: int, last: int) -> None:
    """150 games weigh 225 to 76; before 2011, 100 games weighed 150 to 51."""
    lines = [f"{n} A 400 B 300" for n in range(1, window + 11)]
    found = rated(starts(A=(100, 400), B=(100, 400)), *lines, window=window)[A]
    (term,) = found.terms

    assert (term.newest, term.oldest, term.games) == (top, last, window)
    assert term.weights == sum(range(last, top + 1))
    assert found.overall == 150
    assert found.games == 410 + window


def test_a_start_counts_for_each_of_its_games() -> None:
    """After 100 games at 100 the new game weighs 225 and the old ones 224 to 125."""
    found = rated(starts(A=(100, 100), B=(100, 100)), "1 A 400 B 300")[A]
    weights = 225 + sum(range(125, 225))

    assert found.exact == Fraction(225 * 150 + 100 * (weights - 225), weights)
    assert [(one.newest, one.oldest) for one in found.terms] == [(225, 225), (224, 125)]
    assert [one.block.tournament is None for one in found.terms] == [False, True]


def test_weighted_games_say_what_a_start_rests_on() -> None:
    """A starting rating counts as many games as its weighted games say."""
    known = starts(A=(100, 400), B=(100, 400))
    known[A] = replace(known[A], weighted_games=50)
    found = rated(known, "1 A 400 B 300")[A]

    assert [one.games for one in found.terms] == [1, 50]
    assert found.games == 401


def test_newcomers_are_valued_in_two_passes() -> None:
    """A first pass uses rated opponents only; rated players meet the second value."""
    found = rated(starts(A=(120, 100), B=(100, 100)), "1 C 400 A 300", "2 C 400 D 300", "2 D 1 B 1")
    first_c, first_d = 120 + 50, 100
    second_c = Fraction((120 + 50) + (first_d + 50), 2)
    second_d = Fraction((first_c - 50) + 100, 2)

    assert latest(found[C]).rating == second_c
    assert latest(found[D]).rating == second_d
    assert latest(found[A]).rating == second_c - 50
    assert latest(found[B]).rating == second_d
    assert latest(found[C]).before is None


def test_newcomers_are_not_clamped() -> None:
    """The limit of 40 points applies only between two rated players."""
    found = rated(starts(A=(200, 100)), "1 C 300 A 400")

    assert latest(found[C]).rating == 150
    assert latest(found[A]).rating == 200


def test_a_newcomer_among_newcomers_starts_at_100() -> None:
    """A newcomer without rated opponents is worth 100 in the first pass."""
    found = rated({}, "1 C 400 D 300")

    assert latest(found[C]).rating == 150
    assert latest(found[D]).rating == 50


def test_a_young_rating_that_moves_by_ten_is_restarted() -> None:
    """With fewer than 30 games and a change of 10 points, opponents meet the new rating."""
    lines = [f"{n} A 400 B 300" for n in range(1, 9)]
    found = rated(starts(A=(100, 29), B=(100, 100)), *lines)
    old, young = sum(range(225 - 36, 225 - 7)), sum(range(225 - 7, 226))
    exact = Fraction(100 * old + 150 * young, old + young)
    new = half_up(exact)

    assert new != exact
    assert new >= 110
    assert (latest(found[A]).before, latest(found[A]).restart) == (100, new)
    assert latest(found[B]).game_points[0].met == new
    assert latest(found[B]).rating == new - 50
    assert found[A].exact == exact  # the opponent's rating is unchanged
    settled = rated(starts(A=(100, 30), B=(100, 100)), *lines)
    assert latest(settled[A]).restart is None
    assert latest(settled[B]).rating == 50


def test_a_tournament_that_fills_the_window_alone_restarts_at_what_it_gave() -> None:
    """A player whose window one tournament fills restarts at that tournament's rating."""
    lines = [f"{n} A 400 B 300" for n in range(1, 101)]
    found = rated(starts(A=(90, 29), B=(100, 100)), *lines[1:], window=100)[A]
    alone = rated(starts(A=(90, 29), B=(120, 100)), *lines, window=100)

    assert [term.games for term in found.terms] == [99, 1]
    assert latest(alone[A]).restart == 170
    assert latest(alone[B]).game_points[0].met == 170
    assert alone[A].exact == 180
    assert [term.games for term in alone[A].terms] == [100]


def test_the_ten_point_rule_looks_at_whole_numbers() -> None:
    """The ten-point rule compares rounded ratings: 109.66 counts as 110."""
    lines = [f"{n} A 400 B 300" for n in range(1, 4)]
    known = starts(A=(100, 13), B=(100, 100))
    two, three = rated(known, *lines[:2])[A], rated(known, *lines)[A]

    assert (two.overall, latest(two).restart) == (107, None)
    assert Fraction(109) < three.exact < 110
    assert (three.overall, latest(three).restart) == (110, 110)


def test_what_a_tournament_gives_is_its_points_and_games() -> None:
    """The order of wins in a tournament does not change the rating."""
    known = starts(A=(100, 100), B=(100, 100), C=(140, 100))
    first = rated(known, "1 A 400 B 300", "2 A 300 C 400", "3 A 300 C 400")[A]
    last = rated(known, "1 A 300 C 400", "2 A 300 C 400", "3 A 400 B 300")[A]
    old = sum(range(123, 223))

    assert first.exact == last.exact
    assert first.exact == (110 * (225 + 224 + 223) + 100 * old) / Fraction(672 + old)
    assert first.terms[0].block.tally == (330, 3)


def test_ratings_go_into_the_next_tournament_as_whole_numbers() -> None:
    """Opponents in the next tournament meet the rounded rating."""
    known = starts(A=(100, 100), B=(100, 100), C=(100, 100))
    season = [
        *games("1 A 400 B 300"),
        *games("1 A 300 C 300", day=DAY + timedelta(days=30), tournament="Next"),
    ]
    found = rate(AbspSeason(starts=known, games=season))
    weights = 225 + sum(range(125, 225))
    after_one = Fraction(225 * 150 + 100 * (weights - 225), weights)

    assert 100 < after_one < 101
    assert half_up(after_one) == 101
    assert latest(found[A]).before == 101
    assert latest(found[C]).rating == 101
    assert found[A].exact == Fraction(
        225 * 100 + 224 * 150 + 100 * sum(range(124, 224)), sum(range(124, 226))
    )


def test_a_tournament_may_count_in_part() -> None:
    """Of the oldest tournament only as many games count as the window has room for."""
    known = starts(A=(100, 0), B=(100, 100))
    opening = games(*(f"{n} A {400 if n % 2 else 200} B 300" for n in range(1, 101)))
    rest = games(
        *(f"{n} A 400 B 300" for n in range(1, 101)),
        day=DAY + timedelta(days=30),
        tournament="Next",
    )
    found = rate(AbspSeason(starts=known, games=[*opening, *rest]))[A]

    assert [(one.games, one.newest, one.oldest) for one in found.terms] == [
        (100, 225, 126),
        (50, 125, 76),
    ]
    assert found.terms[1].block.tally.games == 100


def test_nobody_falls_below_50() -> None:
    """A rating is at least 50; the rating of one tournament can be lower."""
    found = rated(starts(A=(52, 1), B=(50, 1)), "1 A 300 B 400")[A]

    assert latest(found).rating < 50
    assert found.exact == found.overall == 50


def test_who_has_not_played_keeps_their_rating() -> None:
    """A rated player without games stays on the list; a newcomer without games is not on it."""
    found = rated(starts(A=(120, 10), C=(None, 0)))

    assert found[A].overall == 120
    assert found[A].latest is None
    assert not found[A].terms
    assert C not in found


def test_games_of_before_the_system_are_refused() -> None:
    """Games before 1 January 1999, when the system began, are refused."""
    with pytest.raises(RuleViolation, match="absp_too_early"):
        rate(AbspSeason(starts={}, games=games("1 A 1 B 0", day=date(1998, 12, 31))))
    assert rate(AbspSeason(starts={}, games=games("1 A 1 B 0", day=date(1999, 1, 1))))


@given(beginnings(), played(), st.sampled_from(list(CountingWindow)))
@settings(max_examples=HALF, deadline=None)
def test_ratings_are_those_of_the_plain_reading(
    known: dict[Player, Start], rows: list[RatedGame], window: CountingWindow
) -> None:
    """Every rating equals that of a slow second program that follows the rules."""
    found = rate(AbspSeason(starts=known, games=rows, window=window))
    exact, tournament = plain(known, rows, window)

    assert {player: rating.exact for player, rating in found.items()} == exact
    for player, rating in found.items():
        assert (rating.latest is not None) == (player in tournament)
        assert rating.overall == half_up(exact[player])
        if rating.latest is not None:
            assert rating.latest.rating == tournament[player]
            assert sum(one.total for one in rating.latest.game_points) == rating.latest.tally.total
            above = sum(term.weights * term.block.mean for term in rating.terms)
            below = sum(term.weights for term in rating.terms)
            assert rating.exact == max(above / below, 50)


@given(beginnings(), played(tournaments=2))
@settings(max_examples=20, deadline=None)
def test_the_order_of_rows_within_a_tournament_does_not_matter(
    known: dict[Player, Start], rows: list[RatedGame]
) -> None:
    """The order of rows in a file does not change any rating."""
    first = rate(AbspSeason(starts=known, games=sorted(rows)))
    by_name = sorted(rows, key=lambda row: (row.tournament, row.second, row.first))
    second = rate(AbspSeason(starts=known, games=by_name))

    assert {p: r.exact for p, r in first.items()} == {p: r.exact for p, r in second.items()}


@given(beginnings(), played(), st.randoms(use_true_random=False))
@settings(max_examples=HALF, deadline=None)
def test_the_order_of_wins_does_not_matter(
    known: dict[Player, Start], rows: list[RatedGame], chance: Random
) -> None:
    """Renumbering the rounds of a tournament does not change any rating."""
    numbers = list(range(1, 7))
    chance.shuffle(numbers)
    renumbered = [row._replace(round=numbers[row.round - 1]) for row in rows]
    first = rate(AbspSeason(starts=known, games=rows))
    second = rate(AbspSeason(starts=known, games=renumbered))

    assert {p: r.exact for p, r in first.items()} == {p: r.exact for p, r in second.items()}


@given(st.integers(50, 200), st.integers(0, 200), st.integers(1, 9))
def test_a_drawn_field_of_equals_stays_equal(rating: int, count: int, rounds: int) -> None:
    """If equally rated players draw all games, no rating changes."""
    known = starts(**{str(name): (rating, count) for name in NAMES[:4]})
    lines = [f"{n} {a} 1 {b} 1" for n in range(1, rounds + 1) for a, b in ("AB", "CD")]

    for one in rated(known, *lines).values():
        assert one.exact == one.overall == rating
