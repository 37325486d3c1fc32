"""PFS; the articles are the paragraphs of the "Regulamin rankingowy" of 3 August 2015."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ratings.pfs import PfsSeason, Ranking, rate
from engine.ratings.pfs_history import period
from engine.ratings.pfs_values import Favourites, Ground, Selection
from engine.ratings.protocol import Player, RatedGame, Start
from tests.engine.ratings.seasons import DAY, NAMES, beginnings, games, played, starts
from tests.examples import HALF
from tests.plain_ratings import PlainPfs, half_up

A, B, C, X = (Player(name) for name in "ABCX")
NEXT = DAY + timedelta(days=1)


def ranked(
    known: dict[Player, Start],
    rows: list[RatedGame] | None = None,
    day: date = NEXT,
    selection: Selection = Selection.LATEST,
    favourites: Favourites = Favourites.SCALPS,
) -> Ranking:
    """Return the rating list of a day."""
    season = PfsSeason(
        starts=known, games=rows or [], day=day, selection=selection, favourites=favourites
    )
    return rate(season)


def block(count: int, day: date, name: str, *, won: bool = True) -> list[RatedGame]:
    """Return a tournament of A against B with `count` games."""
    score = "2" if won else "0"
    lines = [f"{n} A {score} B 1" for n in range(1, count + 1)]
    return games(*lines, day=day, tournament=name)


def test_24_games_at_120_are_made_up_to_116() -> None:
    """24 games at 120 play at 116, as in the text's own example (§2.4)."""
    found = ranked({X: Start(rating=Fraction(120), games=24, career_games=24)})

    assert found.temporary[X].rating == 116
    assert found.temporary[X].ground is Ground.FEW
    assert found.temporary[X].padding == 6
    assert [found.waiting[X].rounded, found.waiting[X].games] == [120, 24]
    assert not found.listed


def test_newcomers_have_100() -> None:
    """A player without rated games plays at 100 (§2.2)."""
    found = ranked(starts(X=(None, 0)))

    assert found.temporary[X].rating == 100
    assert found.temporary[X].ground is Ground.NEW
    assert not found.waiting


def test_listed_from_30_games_and_below_100_plays_at_100() -> None:
    """Thirty games are listed; a listed 80 plays at 100 (§2.1, 2.2)."""
    found = ranked(starts(A=(150, 30), B=(80, 30), C=(150, 29)))

    assert [(p, r.rounded) for p, r in found.listed.items()] == [(A, 150), (B, 80)]
    assert list(found.waiting) == [C]
    assert A not in found.temporary
    assert (found.temporary[B].rating, found.temporary[B].ground) == (100, Ground.BELOW)
    assert found.temporary[C].rating == half_up(Fraction(29 * 150 + 100, 30))


@pytest.mark.parametrize(
    ("rating", "score", "scalps"),
    [(151, "2", (151, 100)), (150, "2", (150, 100)), (151, "0", (50, 201)), (151, "1", (100, 151))],
)
def test_a_favourite_who_wins_may_count_their_own_rating(
    rating: int, score: str, scalps: tuple[int, int]
) -> None:
    """With the option, a winner more than 50 ahead scores their own rating.

    In every other game both players score the usual scalps.
    """
    known = starts(A=(rating, 30), B=(100, 30))
    found = ranked(known, games(f"1 A {score} B 1"), favourites=Favourites.OWN)

    assert found.listed[A].exact == Fraction(30 * rating + scalps[0], 31)
    assert found.listed[B].exact == Fraction(30 * 100 + scalps[1], 31)


def test_scalps_are_opponents_ratings_and_50() -> None:
    """A win scores the opponent's rating plus 50, a loss minus 50 (§1.1)."""
    rows = games("1 A 400 B 300", "2 A 400 B 400", "3 A 300 B 400")
    found = ranked(starts(A=(150, 30), B=(140, 30)), rows)

    assert found.listed[A].exact == Fraction(30 * 150 + 3 * 140, 33)
    assert found.listed[B].exact == Fraction(30 * 140 + 3 * 150, 33)
    assert [one.games for one in found.listed[A].terms] == [3, 30]


def test_places_follow_the_exact_rating() -> None:
    """Ranks follow the unrounded rating, and only equal ones share a rank (§1.1)."""
    known = starts(A=(150, 30), B=(150, 30), C=(151, 30))
    known[X] = Start(rating=Fraction(301, 2), games=30)
    found = ranked(known)

    assert [(found.places[p], p, r.rounded) for p, r in found.listed.items()] == [
        (1, C, 151),
        (2, X, 151),
        (3, A, 150),
        (3, B, 150),
    ]


def test_a_list_holds_what_ended_before_its_date() -> None:
    """A tournament counts from the list of the day after its end (§2.5)."""
    known = starts(A=(150, 30), B=(140, 30))
    rows = games("1 A 400 B 300") + games("2 A 400 B 300", day=NEXT)

    assert ranked(known, rows, NEXT).listed[A].games == 30
    assert ranked(known, rows, NEXT + timedelta(days=1)).listed[A].games == 32


def test_the_period_is_two_years() -> None:
    """A tournament counts until two years after its last day, and no longer."""
    rows = block(40, DAY, "Old")
    known = starts(A=(None, 0), B=(None, 0))

    assert ranked(known, rows, date(2027, 3, 1)).listed[A].games == 40
    later = ranked(known, rows, date(2027, 3, 2))
    assert not later.listed
    assert not later.waiting
    assert later.temporary[A].ground is Ground.DROPPED
    assert later.temporary[A].rating == 150
    assert later.temporary[B].rating == 100  # raised from 50


@pytest.mark.parametrize(
    ("day", "first"),
    [
        (date(2015, 8, 3), date(2013, 8, 3)),
        (date(2024, 2, 29), date(2022, 2, 28)),
        (date(2026, 2, 28), date(2024, 2, 28)),
        (date(2, 5, 1), date(1, 5, 1)),
    ],
)
def test_two_years_back(day: date, first: date) -> None:
    """Two years before a day is the same date, or 28 February for a leap day."""
    assert period(day) == first


def test_the_newest_tournaments_up_to_200_games() -> None:
    """The newest complete tournaments count while they fit into 200 games (§1.2)."""
    rows = block(90, DAY, "1") + block(100, DAY + timedelta(30), "2", won=False)
    rows += block(20, DAY + timedelta(60), "3")
    found = ranked({}, rows, DAY + timedelta(90))

    assert [one.games for one in found.listed[A].terms] == [20, 100]
    assert found.listed[A].games == 120


def test_the_best_tournaments_up_to_200_games() -> None:
    """With the rule of 2023 the best tournaments count instead of the newest."""
    rows = block(90, DAY, "1") + block(100, DAY + timedelta(30), "2", won=False)
    rows += block(20, DAY + timedelta(60), "3")
    found = ranked({}, rows, DAY + timedelta(90), Selection.BEST)

    assert sorted(one.games for one in found.listed[A].terms) == [20, 90]
    assert found.listed[A].games == 110


def test_one_tournament_of_more_than_200_games_counts() -> None:
    """A newest tournament of more than 200 games counts as a whole."""
    found = ranked({}, block(210, DAY, "1") + block(5, DAY - timedelta(30), "0"))

    assert found.listed[A].games == 210
    best = ranked({}, block(210, DAY, "1"), selection=Selection.BEST)
    assert best.listed[A].games == 210


def test_games_before_the_file_give_way_one_by_one() -> None:
    """New games replace starting games one by one, up to 200 in all."""
    known = starts(A=(150, 190), B=(150, 190))
    rows = block(20, DAY, "1")

    assert [one.games for one in ranked(known, rows).listed[A].terms] == [20, 180]
    best = ranked(known, rows, selection=Selection.BEST).listed
    assert [one.games for one in best[A].terms] == [20, 180]
    assert [one.games for one in best[B].terms] == [190]


def test_a_player_off_the_list_has_their_newest_tournaments() -> None:
    """A player off the list plays at the rating of their newest 30 games or more (§2.3)."""
    long_ago = DAY - timedelta(days=1000)
    rows = block(20, long_ago, "1") + block(25, long_ago + timedelta(60), "2", won=False)
    rows += block(10, DAY, "3")
    temporary = ranked({}, rows, DAY + timedelta(30)).temporary[A]

    assert temporary.ground is Ground.DROPPED
    assert [one.games for one in temporary.terms] == [10, 25]


def test_a_career_of_unknown_scalps() -> None:
    """A career of 30 games plays at 100 if no scalps are known, otherwise at their mean."""
    known = {
        A: Start(career_games=50),
        B: Start(rating=Fraction(140), games=10, career_games=50),
        C: Start(rating=Fraction(140), games=10, career_games=20),
    }
    found = ranked(known).temporary

    assert [found[p].rating for p in (A, B, C)] == [100, 140, half_up(Fraction(1400 + 2000, 30))]


def test_a_tournament_is_rated_by_the_list_of_its_first_day() -> None:
    """A tournament uses the list of its first day, which has what ended the day before."""
    rows = block(40, DAY, "1") + block(2, NEXT, "2")
    found = ranked({}, rows, DAY + timedelta(9))
    both = block(40, DAY, "1") + block(2, DAY, "2")
    same = ranked({}, both, DAY + timedelta(9))

    assert found.listed[B].terms[0].scalps == 2 * (150 - 50)
    assert same.listed[B].terms[0].scalps == 2 * (100 - 50)


@given(beginnings(), played(tournaments=4), st.sampled_from(list(Selection)), st.integers(1, 900))
@settings(max_examples=HALF, deadline=None)
def test_lists_are_those_of_the_plain_reading(
    known: dict[Player, Start], rows: list[RatedGame], selection: Selection, later: int
) -> None:
    """Listed, waiting and temporary ratings equal those of a slow second program."""
    day = DAY + timedelta(days=later)
    found = ranked(known, rows, day, selection)
    plain = PlainPfs(known, rows, selection)
    plain.run(day)
    both = {**found.listed, **found.waiting}
    for player in {*known, *both, *found.temporary}:
        rating = plain.list_rating(player, day)
        assert (player in both) == (rating is not None)
        if rating is not None:
            assert (both[player].exact, both[player].games) == rating[:2]
            assert (player in found.listed) == rating[2]
        if player in found.temporary:
            assert found.temporary[player].rating == plain.tournament_rating(player, day)
        else:
            assert found.listed[player].rounded == plain.tournament_rating(player, day)


@st.composite
def long_careers(draw: st.DrawFn) -> list[RatedGame]:
    """Draw long tournaments of A against B over about three years."""
    rows: list[RatedGame] = []
    day = DAY
    for number in range(draw(st.integers(1, 9))):
        day += timedelta(days=draw(st.sampled_from([0, 20, 200])))
        count, won = draw(st.integers(1, 90)), draw(st.integers(0, 3))
        lines = [f"{n} A {1 + (n % 4 < won)} B 1" for n in range(1, count + 1)]
        rows += games(*lines, day=day, tournament=f"{number}")
    return rows


@given(long_careers(), beginnings(), st.sampled_from(list(Selection)), st.integers(1, 1200))
@settings(max_examples=30, deadline=None)
def test_more_than_200_games_are_chosen_from_as_the_plain_reading_does(
    rows: list[RatedGame], known: dict[Player, Start], selection: Selection, later: int
) -> None:
    """For long careers the chosen tournaments equal those of a slow second program."""
    day = DAY + timedelta(days=later)
    found = ranked(known, rows, day, selection)
    plain = PlainPfs(known, rows, selection)
    plain.run(day)

    for player, rating in found.listed.items():
        assert (rating.exact, rating.games, True) == plain.list_rating(player, day)


def test_the_best_of_two_years_forget_the_years_before() -> None:
    """A tournament older than two years does not count, however good it was."""
    rows: list[RatedGame] = []
    for number in range(8):
        day = DAY + timedelta(days=30 * number + (900 if number > 3 else 0))
        rows += block(90 - number, day, f"{number}", won=number in {0, 1, 5, 6})
    day = DAY + timedelta(days=1200)
    plain = PlainPfs({}, rows, Selection.BEST)
    plain.run(day)
    found = ranked({}, rows, day, Selection.BEST).listed[A]

    assert (found.exact, found.games, True) == plain.list_rating(A, day)
    assert [one.games for one in found.terms] == [84, 85]


@given(played(tournaments=3))
@settings(max_examples=HALF, deadline=None)
def test_the_order_of_rows_does_not_matter_within_a_tournament(rows: list[RatedGame]) -> None:
    """The order of rows in a file does not change any rating."""
    day = DAY + timedelta(days=700)

    first = ranked({}, sorted(rows, key=lambda row: (row.tournament, row.round)), day)
    second = ranked({}, sorted(rows, key=lambda row: (row.tournament, row.second, row.day)), day)
    assert {p: r.exact for p, r in first.listed.items()} == {
        p: r.exact for p, r in second.listed.items()
    }


@given(st.integers(100, 220), st.integers(30, 200), st.integers(1, 12))
def test_a_drawn_field_of_equals_stays_equal(rating: int, count: int, rounds: int) -> None:
    """If equally rated players draw all games, nobody's rating or rank changes."""
    known = starts(**{str(name): (rating, count) for name in NAMES[:4]})
    lines = [f"{n} {a} 1 {b} 1" for n in range(1, rounds + 1) for a, b in ("AB", "CD")]

    found = ranked(known, games(*lines))
    assert {one.exact for one in found.listed.values()} == {Fraction(rating)}
    assert set(found.places.values()) == {1}
