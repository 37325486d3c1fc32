"""FRS 2011; the articles are the chapters of "Rating Scrabble 2011"."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.ratings.frs import COLLECTIVE, GeneralRating, rate
from engine.ratings.frs_exact import ONE, Number, shared_places
from engine.ratings.frs_games import CalendarGame, FrsType, TypeRating
from engine.ratings.protocol import Player
from tests.engine.ratings.seasons import DAY, calendars, event, shuffled
from tests.examples import HALF
from tests.plain_ratings import frs as plain

A, B, C, D = (Player(name) for name in "ABCD")


@pytest.mark.parametrize(
    ("kind", "games", "newest", "oldest", "active"),
    [
        (FrsType.CLASSIC, 20, 245, 55, 3),
        (FrsType.COMPLETIVE, 18, 235, 65, 3),
        (FrsType.ELLIPTIC, 14, 215, 85, 3),
        (FrsType.COMPOSITION, 18, 235, 65, 3),
        (FrsType.ANTICIPATION, 14, 215, 85, 3),
        (FrsType.FREE, 8, 185, 115, 2),
    ],
)
def test_weights_and_windows_of_each_type(
    kind: FrsType, games: int, newest: int, oldest: int, active: int
) -> None:
    """For each type the last N games count, with weights ten apart (art. 2, 3, 7)."""
    rating = rate([event(kind, "AB", f"{n}") for n in range(games + 3)]).types[kind][A]

    assert [term.weight for term in rating.terms] == list(range(oldest, newest + 1, 10))
    assert rating.terms[0].event.name == "3"
    assert kind.games_to_be_active == active


def test_the_first_game_is_worth_150_and_spreads_by_50() -> None:
    """A first game is worth 150: the winner gets 200 and the last 100 (art. 5, 6)."""
    ratings = rate([event(FrsType.CLASSIC, "ABC")])

    assert ratings.values[FrsType.CLASSIC][0].value.exact == 150
    assert {p: r.value.exact for p, r in ratings.types[FrsType.CLASSIC].items()} == {
        A: 200,
        B: 150,
        C: 100,
    }


def test_a_second_game_by_hand() -> None:
    """In a second game a newcomer counts as 150, and A's two games weigh 225 and 235."""
    ratings = rate([event(FrsType.COMPLETIVE, "AB", "1"), event(FrsType.COMPLETIVE, "CBA", "2")])
    value = Fraction(200 + 100 + 150, 3)
    found = ratings.types[FrsType.COMPLETIVE]

    assert ratings.values[FrsType.COMPLETIVE][1].value.exact == value
    assert found[A].value.exact == (225 * 200 + 235 * (value - 50)) / 460
    assert found[B].value.exact == (225 * 100 + 235 * value) / 460
    assert found[C].value.exact == value + 50


def test_shared_places_count_their_average() -> None:
    """Players who share a place get the average of the places that they cover."""
    places = {A: 1, B: 2, C: 2, D: 4}

    assert dict(shared_places(places)) == {A: 2, B: 5, C: 5, D: 8}
    found = rate([event(FrsType.FREE, {"A": 1, "B": 2, "C": 2, "D": 4})]).types[FrsType.FREE]
    assert found[B].value.exact == found[C].value.exact == 150
    assert found[B].terms[0].place == Fraction(5, 2)
    assert found[A].terms[0].offset == 50


def test_active_provisional_and_gone() -> None:
    """Two of the last eight free games keep a rating active; it ends with its games (art. 3)."""
    calendar = [event(FrsType.FREE, "AB", "1"), event(FrsType.FREE, "AC", "2")]
    found = rate(calendar).types[FrsType.FREE]
    assert {player: rating.is_active for player, rating in found.items()} == {
        A: True,
        C: False,
        B: False,
    }

    later = calendar + [event(FrsType.FREE, "CD", f"{n}") for n in range(3, 10)]
    found = rate(later).types[FrsType.FREE]
    assert B not in found
    assert not found[A].is_active

    gone = [*later, event(FrsType.FREE, "CD", "10")]
    assert A not in rate(gone).types[FrsType.FREE]
    back = rate([*gone, event(FrsType.FREE, "AC", "11")])
    expected = (150 + rate(gone).types[FrsType.FREE][C].value.exact) / 2
    assert back.values[FrsType.FREE][-1].value.exact == expected


def test_the_general_rating_counts_150_where_there_is_none() -> None:
    """The general rating is the mean of five types; a missing one counts 150 (art. 8)."""
    calendar = [event(FrsType.CLASSIC, "AB", f"{n}") for n in range(3)]
    calendar += [
        event(FrsType.ELLIPTIC, "CA", "1"),
        event(FrsType.FREE, "CD"),
        event(FrsType.FREE, "CD"),
    ]
    ratings = rate(calendar)

    assert set(ratings.general) == {A, B}
    own = (
        ratings.types[FrsType.CLASSIC][A].value.exact
        + ratings.types[FrsType.ELLIPTIC][A].value.exact
    )
    assert ratings.general[A].exact == (own + 3 * 150) / 5
    assert float(ratings.general[A]) == pytest.approx(float((own + 450) / 5))
    assert ratings.general[A].parts[FrsType.ANTICIPATION] is None


@pytest.mark.parametrize("low", [0, 1])
@pytest.mark.parametrize(
    ("exact", "rounded"),
    [
        (Fraction(301, 2), 151),
        (Fraction(301, 2) - Fraction(1, 10**90), 150),
        (Fraction(299, 2), 150),
        (Fraction(-1, 2), 0),
        (Fraction(1501, 10), 150),
    ],
)
def test_shown_figures_are_rounded_half_up(exact: Fraction, rounded: int, low: int) -> None:
    """Halves are rounded up, however inexact the fast figure is."""
    value = Number(exact.numerator * ONE // exact.denominator - low, 1 + low, lambda: exact)
    assert value.rounded == rounded

    part = TypeRating(value=value, is_active=True, terms=())
    general = GeneralRating(parts=dict.fromkeys(COLLECTIVE, part))
    assert general.rounded == rounded
    assert float(general) == pytest.approx(float(exact))


def test_a_game_of_one_is_refused() -> None:
    """A game of one player is refused, because the formula divides by J − 1."""
    with pytest.raises(RuleViolation, match="frs_one_player"):
        rate([event(FrsType.CLASSIC, "AB"), event(FrsType.FREE, "A")])


def test_no_games_no_ratings() -> None:
    """An empty calendar gives no ratings and no error."""
    ratings = rate([])
    assert not ratings.types
    assert not ratings.general
    assert not ratings.values


@given(calendars())
@settings(max_examples=30)
def test_ratings_are_those_of_the_plain_reading(calendar: list[CalendarGame]) -> None:
    """Every rating and value equals that of the written formulas, term by term."""
    ratings = rate(calendar)

    for kind, (found, values) in plain(calendar).items():
        assert {p: r.value.exact for p, r in ratings.types[kind].items()} == found
        assert [one.value.exact for one in ratings.values[kind]] == values
        numbers = [one.value for one in ratings.values[kind]]
        for number in [*numbers, *(one.value for one in ratings.types[kind].values())]:
            assert 0 <= number.exact * ONE - number.fine <= number.slack
        for rating in ratings.types[kind].values():
            weights = sum(term.weight for term in rating.terms)
            points = sum(t.weight * (t.value.exact + t.offset) for t in rating.terms)
            assert rating.value.exact == Fraction(points) / weights
            assert float(rating.value) == float(rating.value.exact)
            assert rating.value.rounded == int(rating.value.exact + Fraction(1, 2))


@given(calendars())
@settings(max_examples=HALF)
def test_the_order_of_rows_within_a_game_does_not_matter(calendar: list[CalendarGame]) -> None:
    """The order of the players within a game does not change any rating."""
    one, other = rate(calendar), rate(shuffled(calendar))

    assert list(one.types) == list(other.types)
    for kind, found in one.types.items():
        assert [(p, r.value.exact) for p, r in found.items()] == [
            (p, r.value.exact) for p, r in other.types[kind].items()
        ]
    assert [(p, g.exact) for p, g in one.general.items()] == [
        (p, g.exact) for p, g in other.general.items()
    ]


@given(calendars())
@settings(max_examples=HALF)
def test_who_always_ties_keeps_150(calendar: list[CalendarGame]) -> None:
    """If all players share all places, every rating stays 150."""
    tied = [
        CalendarGame(kind=one.kind, name=one.name, day=one.day, places=dict.fromkeys(one.places, 1))
        for one in calendar
    ]

    for found in rate(tied).types.values():
        assert {rating.value.exact for rating in found.values()} == {Fraction(150)}


def test_the_calendar_is_the_order_of_dates() -> None:
    """Games are rated by date, and games of one day in the order given."""
    days = [
        replace(event(FrsType.FREE, "ABC", f"{n}"), day=DAY + timedelta(days=n)) for n in range(4)
    ]
    days[1] = replace(days[1], places={C: 1, B: 2, A: 3})
    days[2] = replace(days[2], places={B: 1, C: 2})

    assert rated_exactly(days[::-1]) == rated_exactly(days)
    same_day = [replace(one, day=DAY) for one in days]
    assert rated_exactly(same_day[::-1]) != rated_exactly(same_day)
    assert [one.event.name for one in rate(days[::-1]).values[FrsType.FREE]] == ["0", "1", "2", "3"]


@given(calendars(), st.randoms(use_true_random=False))
@settings(max_examples=HALF, deadline=None)
def test_any_order_of_dated_games_is_the_calendar(
    calendar: list[CalendarGame], chance: Random
) -> None:
    """Any order of games on different days gives the same ratings."""
    dated = [replace(one, day=DAY + timedelta(days=n)) for n, one in enumerate(calendar)]
    mixed = list(dated)
    chance.shuffle(mixed)

    assert rated_exactly(mixed) == rated_exactly(calendar)


def test_games_before_the_first_rated_are_refused() -> None:
    """Games up to 1 January 2009 are refused, those after it are rated."""
    eve, first = date(2009, 1, 1), date(2009, 1, 2)
    with pytest.raises(RuleViolation, match="frs_too_early") as refusal:
        rate([replace(event(FrsType.FREE, "AB"), day=day) for day in (eve, first)])

    assert [fault.article for fault in refusal.value.faults] == ["2"]
    assert rate([replace(event(FrsType.FREE, "AB"), day=first)]).types


def rated_exactly(calendar: list[CalendarGame]) -> dict[FrsType, dict[Player, Fraction]]:
    """Return the ratings of every type."""
    return {
        kind: {player: one.value.exact for player, one in found.items()}
        for kind, found in rate(calendar).types.items()
    }
