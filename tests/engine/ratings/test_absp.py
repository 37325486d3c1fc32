"""ABSP: the association's published notes of 1999–2011."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.plain_ratings import absp as plain
from engine.ratings.absp import Played, Rating, Season, Window, rate
from engine.ratings.absp_level import ONE, Level, fixed
from engine.ratings.protocol import Game, Player, Start
from tests.engine.ratings.seasons import NAMES, beginnings, games, played, starts

A, B, C, D = (Player(name) for name in "ABCD")


def rated(known: dict[Player, Start], *lines: str, window: int = 150) -> dict[Player, Rating]:
    """Return the ratings after one tournament."""
    return rate(Season(starts=known, games=games(*lines), window=Window(window)))


def latest(rating: Rating) -> Played:
    """Return the latest tournament of a player who has played."""
    assert rating.latest is not None
    return rating.latest


def test_the_notes_example_is_2001_by_12() -> None:
    """Opponents adding up to 1901, seven wins and five losses: 2001 / 12, shown as 167."""
    opponents = [161, 157, 154, 167, 155, 167, 160, 159, 154, 156, 155, 156]
    known = starts(X=(160, 100), **{f"Q{n}": (own, 100) for n, own in enumerate(opponents)})
    lines = [f"{n + 1} X {500 if n < 7 else 300} Q{n} 400" for n in range(12)]
    rating = latest(rated(known, *lines)[Player("X")]).rating

    assert rating.exact == Fraction(2001, 12)
    assert rating.rounded == 167


def test_opponents_count_as_at_most_40_away() -> None:
    """A 150 against a 90 counts him as 110, and is counted as 130 by him."""
    found = rated(starts(A=(150, 100), B=(90, 100)), "1 A 400 B 400")

    assert latest(found[A]).rating.exact == 110
    assert latest(found[B]).rating.exact == 130
    assert latest(found[A]).points[0].counted == 110


@pytest.mark.parametrize(("window", "top", "last"), [(150, 225, 76), (100, 150, 51)])
def test_weights_go_down_from_the_newest_game(window: int, top: int, last: int) -> None:
    """150 games weigh 225 … 76; before 2011, 100 games weighed 150 … 51."""
    lines = [f"{n} A 400 B 300" for n in range(1, window + 11)]
    found = rated(starts(A=(100, 400), B=(100, 400)), *lines, window=window)[A]
    weights = [weight for weight, _ in found.terms]

    assert weights == list(range(top, last - 1, -1))
    assert [point.game.round for _, point in found.terms if point][:2] == [window + 10, window + 9]
    assert found.overall.exact == 150
    assert found.games == 410 + window


def test_a_start_counts_for_each_of_its_games() -> None:
    """100 games at 100, and one win: 225 for the new one, 224 … 125 for the old ones."""
    found = rated(starts(A=(100, 100), B=(100, 100)), "1 A 400 B 300")[A]
    weights = 225 + sum(range(125, 225))

    assert found.overall.exact == Fraction(225 * 150 + 100 * (weights - 225), weights)
    assert [point is None for _, point in found.terms] == [False] + [True] * 100


def test_weighted_games_say_what_a_start_rests_on() -> None:
    """A rating of few weighted games moves faster than one of many."""
    known = starts(A=(100, 400), B=(100, 400))
    known[A] = replace(known[A], weighted_games=50)
    found = rated(known, "1 A 400 B 300")[A]

    assert len(found.terms) == 51
    assert found.games == 401


def test_newcomers_are_valued_in_two_passes() -> None:
    """First over rated opponents only, then over all; the rated meet the second value."""
    found = rated(starts(A=(120, 100), B=(100, 100)), "1 C 400 A 300", "2 C 400 D 300", "2 D 1 B 1")
    first_c, first_d = 120 + 50, 100
    second_c = Fraction((120 + 50) + (first_d + 50), 2)
    second_d = Fraction((first_c - 50) + 100, 2)

    assert latest(found[C]).rating.exact == second_c
    assert latest(found[D]).rating.exact == second_d
    assert latest(found[A]).rating.exact == second_c - 50
    assert latest(found[B]).rating.exact == second_d
    assert latest(found[C]).before is None


def test_newcomers_are_not_clamped() -> None:
    """The limit of 40 holds only where both have a rating."""
    found = rated(starts(A=(200, 100)), "1 C 300 A 400")

    assert latest(found[C]).rating.exact == 150
    assert latest(found[A]).rating.exact == 200


def test_a_newcomer_among_newcomers_starts_at_100() -> None:
    """Who met nobody rated is worth 100 in the first pass."""
    found = rated({}, "1 C 400 D 300")

    assert latest(found[C]).rating.exact == 150
    assert latest(found[D]).rating.exact == 50


def test_a_young_rating_that_moves_by_ten_is_restarted() -> None:
    """Fewer than 30 games, and 10 points or more away: everybody meets the new rating."""
    lines = [f"{n} A 400 B 300" for n in range(1, 9)]
    found = rated(starts(A=(100, 29), B=(100, 100)), *lines)
    old, young = sum(range(225 - 36, 225 - 7)), sum(range(225 - 7, 226))
    new = Fraction(100 * old + 150 * young, old + young)

    assert new >= 110
    assert latest(found[A]).restart is not None
    assert latest(found[A]).before is not None
    assert latest(found[B]).points[0].met.exact == new
    assert latest(found[B]).rating.exact == new - 50
    assert found[A].overall.exact == new  # he met the same opponent as before
    settled = rated(starts(A=(100, 30), B=(100, 100)), *lines)
    assert latest(settled[A]).restart is None
    assert latest(settled[B]).rating.exact == 50


def test_the_ten_point_rule_is_exact_at_ten() -> None:
    """A change of exactly 10 restarts; the comparison is of exact numbers, not of close ones."""
    level = fixed(Fraction(100))
    third = fixed(Fraction(1, 3))

    assert fixed(Fraction(110)).is_apart(level, 10)
    assert fixed(Fraction(90)).is_apart(level, 10)
    assert not fixed(Fraction(110) - Fraction(1, 10**30)).is_apart(level, 10)
    assert fixed(Fraction(31, 3)).is_apart(third, 10)
    assert not fixed(Fraction(31, 3) - Fraction(1, 10**60)).is_apart(third, 10)
    assert not fixed(Fraction(1, 3) - Fraction(1, 10**60)).is_apart(fixed(Fraction(31, 3)), 11)


def test_halves_are_shown_rounded_up_however_they_came_about() -> None:
    """Three thirds of a half are a half: the exact number decides where the bound cannot."""
    known = {
        A: Start(rating=Fraction(400, 3), games=100),
        B: Start(rating=Fraction(401, 3), games=100),
    }
    points = [latest(rating).points[0] for rating in rated(known, "1 A 1 B 1").values()]
    exact = latest(rated(known, "1 A 1 B 1")[A]).rating

    assert {point.exact for point in points} == {Fraction(400, 3), Fraction(401, 3)}
    assert exact.exact == Fraction(401, 3)
    assert Level(301 * ONE // 2 - 1, 2, Fraction(301, 2)).rounded == 151
    assert Level(301 * ONE // 2 - 1, 2, Fraction(301, 2) - Fraction(1, 10**50)).rounded == 150


def test_nobody_falls_below_50() -> None:
    """A rating is at least 50, a tournament rating is what it is."""
    found = rated(starts(A=(52, 1), B=(50, 1)), "1 A 300 B 400")[A]

    assert latest(found).rating.exact < 50
    assert found.overall.exact == 50
    assert found.overall.rounded == 50


def test_who_has_not_played_keeps_his_rating() -> None:
    """He is on the list; who is new and has not played is not."""
    found = rated(starts(A=(120, 10), C=(None, 0)))

    assert found[A].overall.exact == 120
    assert found[A].latest is None
    assert not found[A].terms
    assert C not in found


@given(beginnings(), played(), st.sampled_from(list(Window)))
@settings(max_examples=80, deadline=None)
def test_ratings_are_those_of_the_plain_reading(
    known: dict[Player, Start], rows: list[Game], window: Window
) -> None:
    """Every rating is exactly what the rules give, and the quick figure agrees with the exact."""
    found = rate(Season(starts=known, games=rows, window=window))
    overall, tournament = plain(known, rows, window)

    assert {player: rating.overall.exact for player, rating in found.items()} == overall
    for player, rating in found.items():
        assert (rating.latest is not None) == (player in tournament)
        if rating.latest is not None:
            assert rating.latest.rating.exact == tournament[player]
        assert rating.overall.rounded == int(overall[player] + Fraction(1, 2))
        gap = Fraction(overall[player]) - Fraction(rating.overall.fine, ONE)
        assert 0 <= gap <= Fraction(rating.overall.slack, ONE)
        assert float(rating.overall) == pytest.approx(float(overall[player]), rel=1e-14)


@given(beginnings(), played(tournaments=2))
@settings(max_examples=40, deadline=None)
def test_the_order_of_rows_within_a_tournament_does_not_matter(
    known: dict[Player, Start], rows: list[Game]
) -> None:
    """Rounds order the games, not rows."""
    first = rate(Season(starts=known, games=sorted(rows)))
    by_name = sorted(rows, key=lambda row: (row.tournament, row.second, row.first))
    second = rate(Season(starts=known, games=by_name))

    assert {p: r.overall.exact for p, r in first.items()} == {
        p: r.overall.exact for p, r in second.items()
    }


@given(st.integers(50, 200), st.integers(0, 200), st.integers(1, 9))
def test_a_drawn_field_of_equals_stays_equal(rating: int, count: int, rounds: int) -> None:
    """All with one rating, all games drawn: nobody moves."""
    known = starts(**{str(name): (rating, count) for name in NAMES[:4]})
    lines = [f"{n} {a} 1 {b} 1" for n in range(1, rounds + 1) for a, b in ("AB", "CD")]

    for one in rated(known, *lines).values():
        assert one.overall.exact == rating
        assert one.overall.rounded == rating
