"""FNGO: Privitera's ratings, compared with the text's worked tournament."""

from datetime import timedelta
from fractions import Fraction
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.ratings.exact_equations import solved
from engine.ratings.fngo import (
    BANDS,
    ConstantBand,
    FngoRating,
    FngoSeason,
    ahead,
    constant,
    rate,
)
from engine.ratings.fngo_newcomers import first_values
from engine.ratings.fngo_outcome import PlayerGroup, TournamentOutcome
from engine.ratings.protocol import Player, RatedGame, Start
from tests.engine.ratings.seasons import DAY, NAMES, beginnings, games, played, starts
from tests.examples import HALF
from tests.plain_fngo import eliminated, equations
from tests.plain_fngo import fngo as plain

A, B, C, D, E, F = (Player(name) for name in "ABCDEF")
TABLE_1 = """1 A 37 B 27
1 C 31 D 33
1 E 30 F 34
2 A 22 C 42
2 D 14 F 50
2 B 32 E 32
3 A 16 D 48
3 C 29 E 35
3 B 10 F 54
4 A 18 E 46
4 B 24 D 40
4 C 20 F 44
5 A 13 F 51
5 B 54 C 10
5 D 32 E 32"""
KNOWN = starts(C=(720, 8), D=(840, 30), E=(950, 30), F=(1425, 30))


def rated(known: dict[Player, Start], *lines: str) -> dict[Player, FngoRating]:
    """Return the ratings after one tournament, whose games are these lines."""
    return rate(FngoSeason(starts=known, games=games(*lines)))


def outcome(rating: FngoRating) -> TournamentOutcome:
    """Return the latest tournament of a player with games."""
    return rating.outcomes[-1]


@pytest.mark.parametrize(
    ("player", "group", "points", "discs", "fa", "fb", "vr", "feedback", "gain", "final", "games"),
    [
        (A, "UP", 1, -108, None, None, None, 6, None, 712, 5),
        (B, "UP", Fraction(3, 2), -26, None, None, None, 6, None, 817, 5),
        (C, "PP", 1, -56, None, None, None, 6, None, 734, 13),
        (D, "EP", Fraction(7, 2), 14, 53, 9, 62, 0, 62, 902, 35),
        (E, "EP", 3, 30, 10, 10, 20, 6, 26, 976, 35),
        (F, "EP", 5, 146, 1, -13, -12, 6, 0, 1425, 35),
    ],
)
def test_table_2_comes_out(  # noqa: PLR0917  (the columns of the table)
    player: Player,
    group: str,
    points: Fraction,
    discs: int,
    fa: int | None,
    fb: int | None,
    vr: int | None,
    feedback: int,
    gain: int | None,
    final: int,
    games: int,
) -> None:
    """Each figure equals that of the text's Table 2."""
    rating = rated(KNOWN, *TABLE_1.splitlines())[player]
    found = outcome(rating)
    change = found.change

    assert found.group == rating.group == group
    assert sum(one.score for one in found.meetings) == points
    assert sum(one.difference for one in found.meetings) == discs
    assert (change and change.by_results, change and change.by_discs) == (fa, fb)
    assert (change and change.total) == vr
    assert (found.feedback, found.gain) == (feedback, gain)
    assert rating.final == final
    assert rating.games == games


def test_figures_on_the_way_are_those_of_the_text() -> None:
    """The intermediate figures of the worked tournament equal those of the text."""
    found = {p: outcome(r) for p, r in rated(KNOWN, *TABLE_1.splitlines()).items()}
    estimates = {p: one.estimate for p, one in found.items() if one.estimate is not None}

    assert {p: one.rating for p, one in estimates.items()} == {A: 706, B: 811, C: 728}
    assert float(estimates[C].by_discs) == 834.4
    assert float(estimates[C].by_results) == 646.4
    assert float(estimates[C].mean) == 740.4
    assert (
        estimates[A].by_results == Fraction(720 + 840 + 950 + 1425 + estimates[B].by_discs, 5) - 300
    )
    change = found[D].change
    assert change is not None
    assert (change.points, change.expected) == (3.5, 2.165)
    assert found[D].given == 6


def test_the_bands_of_k() -> None:
    """K depends on the band of the difference, has the result's sign, and is 0 for a draw."""
    found = [constant(d, BANDS) for d in (0, 2, 4, 6, 12, 14, 24, 26, 40, 42, 64)]

    assert found == [0, 0, 0, 5, 5, 10, 10, 15, 15, 20, 20]
    assert constant(-36, BANDS) == -15
    assert constant(-36, (ConstantBand(10, 1), ConstantBand(20, 7))) == -7


def test_other_bands_can_be_given() -> None:
    """A season with other bands calculates FB from them."""
    season = FngoSeason(
        starts=KNOWN, games=games(*TABLE_1.splitlines()), bands=(ConstantBand(64, 10),)
    )
    change = outcome(rate(season)[F]).change

    assert change is not None
    assert change.by_discs == -18  # (5 · 10 − 0.035 · (4 · 500 + 475)) / 2 = −18.3125


def test_differences_count_at_most_500() -> None:
    """A difference counts as at most 500 points in both directions."""
    assert [ahead(Fraction(own), Fraction(1000)) for own in (100, 900, 2000)] == [-500, -100, 500]


@pytest.mark.parametrize(
    ("games_before", "group", "category"),
    [
        (8, PlayerGroup.PROVISIONAL, None),
        (15, PlayerGroup.PROVISIONAL, "B"),
        (16, PlayerGroup.STABLE, "B"),
    ],
)
def test_provisional_up_to_15_games(
    games_before: int, group: PlayerGroup, category: str | None
) -> None:
    """A player with 15 games is provisional; with 16 they are stable."""
    found = outcome(rated(starts(A=(700, games_before), B=(900, 99)), "1 A 30 B 34")[A])

    assert (found.group, found.category) == (group, category)


def test_category_a_is_over_900() -> None:
    """Category A needs more than 900 points; exactly 900 is category B."""
    found = rated(starts(A=(1100, 15), B=(900, 99), C=(900, 99)), "1 A 32 B 32", "1 C 32 B 32")

    assert outcome(found[A]).category == "A"
    assert outcome(found[C]).category == "B"
    assert outcome(found[C]).final == 900


def test_a_great_gain_feeds_back_for_each_game_met() -> None:
    """A large gain returns half of itself to opponents, once for each game against them."""
    lines = ["1 A 40 B 24", "2 A 40 B 24", "3 A 40 C 24"]
    found = rated(starts(A=(800, 50), B=(1200, 50), C=(1200, 50)), *lines)
    change = outcome(found[A]).change

    assert change is not None
    assert change.total > 50
    each = outcome(found[A]).given
    assert each == int(Fraction(change.total, 6) + Fraction(1, 2))
    assert [outcome(found[p]).feedback for p in (B, C)] == [2 * each, each]


def test_a_gain_of_exactly_10_a_game_feeds_nothing_back() -> None:
    """A gain must exceed 10 points a game before opponents get points back."""
    lines = ["1 A 33 B 31", "2 A 33 B 31", "3 A 33 B 31"]
    found = rated(starts(A=(800, 50), B=(800, 50)), *lines)
    change = outcome(found[A]).change

    assert change is not None
    assert (change.total, outcome(found[A]).given) == (60, 10)
    drawn = rated(starts(A=(800, 50), B=(883, 50)), "1 A 33 B 31", "2 A 32 B 32", "3 A 32 B 32")
    assert outcome(drawn[A]).given == 0


@pytest.mark.parametrize(("rounds", "lost"), [(3, 50), (5, 50), (6, 60), (7, 70)])
def test_losses_are_limited_by_the_rounds_of_the_tournament(rounds: int, lost: int) -> None:
    """A player loses at most 50 points, or 10 a round after five rounds (phase 5)."""
    lines = [f"{n} A 0 B 64" for n in range(1, rounds + 1)]
    found = rated(starts(A=(1200, 50), B=(700, 50)), *lines)[A]

    assert outcome(found).most_lost == max(50, lost)
    assert found.final >= 1200 - lost
    nothing_back = rated(starts(A=(1200, 50), B=(700, 5)), *lines)[A]
    assert nothing_back.final == 1200 - lost


def test_the_limit_is_the_tournaments_also_for_a_player_who_left_early() -> None:
    """A player of four games in a tournament of seven rounds can lose 70 points."""
    lines = [f"{n} A 0 B 64" for n in range(1, 5)] + [f"{n} C 32 B 32" for n in range(5, 8)]
    found = rated(starts(A=(1200, 50), B=(700, 5), C=(700, 50)), *lines)[A]

    assert found.final == 1130


def test_who_wins_more_than_expected_loses_nothing() -> None:
    """A player with FA above 0 loses no points (phase 5)."""
    found = outcome(rated(KNOWN, *TABLE_1.splitlines())[F])

    assert found.change is not None
    assert found.change.total + found.feedback == -6
    assert found.gain == 0


@pytest.mark.parametrize("rating", [510, 400])
def test_who_won_every_game_loses_nothing_though_the_change_rounds_to_zero(rating: int) -> None:
    """A player who won every game loses no points even if FA rounds to 0 (phase 5)."""
    found = rated(starts(A=(1000, 50), B=(rating, 50)), "1 A 33 B 31")[A]

    assert outcome(found).change is not None
    assert found.final == 1000


def test_newcomers_among_themselves_keep_a_mean_of_850() -> None:
    """Newcomers who meet only each other have a mean of 850 and differ by their discs."""
    values = first_values({A: [(B, 10)], B: [(A, -10)]}, {})
    assert values == {A: 900, B: 800}

    found = rated({}, "1 A 37 B 27")
    assert [outcome(found[p]).estimate is not None for p in (A, B)] == [True, True]
    assert found[A].final == half(Fraction(900) + (800 + 500))
    assert found[B].final == half(Fraction(800) + (900 - 500))


def half(sum_: Fraction) -> int:
    """Return half of the sum, with halves rounded up."""
    return int(sum_ / 2 + Fraction(1, 2))


def test_a_second_tournament_starts_from_the_first() -> None:
    """In their second tournament a newcomer is provisional and has their first rating."""
    rows = games("1 A 40 D 24") + games("1 A 40 D 24", tournament="Next")
    found = rate(FngoSeason(starts=KNOWN, games=rows))[A]

    assert [one.group for one in found.outcomes] == [PlayerGroup.NEW, PlayerGroup.PROVISIONAL]
    assert found.outcomes[1].before == found.outcomes[0].final
    assert (found.outcomes[1].games_before, found.games) == (1, 2)


def test_who_has_not_played_keeps_their_rating() -> None:
    """A rated player without games stays on the list; a newcomer without games is not on it."""
    found = rated(starts(A=(700, 15), B=(700, 16), C=(None, 0)))

    assert [(p, int(r.final), r.group) for p, r in found.items()] == [
        (A, 700, PlayerGroup.PROVISIONAL),
        (B, 700, PlayerGroup.STABLE),
    ]


@given(beginnings(most=40), played(tournaments=1, discs=True))
@settings(max_examples=HALF, deadline=None)
def test_ratings_are_those_of_the_plain_reading(
    known: dict[Player, Start], rows: list[RatedGame]
) -> None:
    """Every figure equals that of a slow second program of the five phases."""
    known = {
        player: Start(rating=None if start.rating is None else Fraction(int(start.rating * 6)),
                      games=start.games)
        for player, start in known.items()
    }  # fmt: skip
    found = rate(FngoSeason(starts=known, games=rows))

    for player, (rating, fa, fb, feedback, final) in plain(known, rows).items():
        one = outcome(found[player])
        if one.estimate is not None:
            assert one.estimate.rating == rating
        else:
            assert one.before == rating
        change = one.change
        assert (change and change.by_results, change and change.by_discs) == (fa, fb)
        if change is not None:
            assert change.apart == sum(ahead(one.before or 0, met.rating) for met in one.meetings)
        assert one.feedback == feedback
        assert found[player].final == final


@given(st.integers(1, 25), st.integers(2, 9), st.integers(1, 6), st.integers(0, 10**9))
@settings(max_examples=30, deadline=None)
def test_equations_are_solved_exactly(newcomers: int, rounds: int, rated: int, seed: int) -> None:
    """The iterative solution equals Gaussian elimination, exactly."""
    rows, sums = equations(newcomers, rounds, rated, seed)
    linked = [own for own, row in enumerate(rows) if row[own]]
    assume(linked and is_one(rows, linked))
    place = {own: number for number, own in enumerate(linked)}
    rows = [{place[other]: times for other, times in rows[own].items()} for own in linked]
    wanted = [sums[own] + Fraction(seed % 7, 6) for own in linked]

    assert solved(rows, wanted) == eliminated(rows, wanted)


def is_one(rows: list[dict[int, int]], linked: list[int]) -> bool:
    """Return whether each of them is linked to a rated player through opponents."""
    done = {own for own in linked if sum(rows[own].values()) > 0}
    for _ in linked:
        done |= {own for own in linked if done & rows[own].keys()}
    return done == set(linked)


def test_newcomers_by_the_hundred() -> None:
    """For 120 newcomers each value is the mean of its games, and the overall mean is 850."""
    met: dict[Player, list[tuple[Player, int]]] = {}
    chance = Random(3)
    names = [Player(f"P{n}") for n in range(120)]
    for _ in range(7):
        chance.shuffle(names)
        for one, other in zip(names[::2], names[1::2], strict=True):
            discs = chance.randrange(-64, 65, 2)
            met.setdefault(one, []).append((other, discs))
            met.setdefault(other, []).append((one, -discs))
    values = first_values(met, {})

    for player, own in met.items():
        sum_ = sum((values[other] + 10 * discs for other, discs in own), Fraction())
        assert values[player] == sum_ / len(own)
    assert sum(values.values()) == 850 * len(names)


def test_a_round_that_takes_two_days_is_one() -> None:
    """A round that ends a day later counts once: five rounds limit the loss to 50."""
    lines = [f"{n} A 0 B 64" for n in range(1, 6)]
    later = games("3 C 32 D 32", day=DAY + timedelta(days=1))
    known = starts(A=(1200, 50), B=(700, 5), C=(900, 50), D=(900, 50))
    found = rate(FngoSeason(starts=known, games=[*games(*lines), *later]))[A]

    assert outcome(found).most_lost == 50
    assert found.final == 1150


def test_rounds_numbered_again_each_day_are_all_counted() -> None:
    """Three rounds on each of two days count as six."""
    days = [
        games("1 A 0 B 64", "2 A 0 B 64", "3 C 32 B 32", day=DAY + timedelta(days=n))
        for n in (0, 1)
    ]
    known = starts(A=(1200, 50), B=(700, 5), C=(700, 50))
    found = rate(FngoSeason(starts=known, games=[*days[0], *days[1]]))[A]

    assert outcome(found).most_lost == 60


@given(played(tournaments=2, discs=True))
@settings(max_examples=HALF, deadline=None)
def test_the_order_of_rows_within_a_tournament_does_not_matter(rows: list[RatedGame]) -> None:
    """The order of rows in a file does not change any rating."""
    first = rate(FngoSeason(starts=KNOWN, games=sorted(rows)))
    second = rate(
        FngoSeason(starts=KNOWN, games=sorted(rows, key=lambda row: (row.tournament, row.second)))
    )

    assert {p: r.final for p, r in first.items()} == {p: r.final for p, r in second.items()}


def test_a_drawn_field_of_equals_stays_equal() -> None:
    """If equally rated players draw all games, no rating changes."""
    known = starts(**{str(name): (800, 10 * n) for n, name in enumerate(NAMES[:4])})
    lines = [f"{n} {a} 32 {b} 32" for n in range(1, 6) for a, b in ("AB", "CD")]

    assert {one.final for one in rated(known, *lines).values()} == {800}
