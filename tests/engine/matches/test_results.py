"""Coefficients of each kind of ending, for either seat."""

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.figures import Outcome
from engine.games.events import Ending, GameEnded
from engine.games.fold import evolve
from engine.ids import Leg, Seat
from engine.matches.result_events import LegEnded
from engine.matches.results import game_coefficients, leg_coefficients, leg_results, match_figures
from engine.rulesets import NATIONAL_2025, AbandonFloor
from tests.builders import game_after, noon
from tests.engine.matches.staged import coefficients_of, leg_ended, played

RED, BLUE = Seat.RED, Seat.BLUE
ENDS = [
    (leg_ended(), ("1.5219", "0.4781", "8.1")),
    (leg_ended(by=BLUE), ("1.5219", "0.4781", "8.1")),
    (leg_ended(ending=Ending.PASSES, red=-3, blue=-9), ("1.5000", "0.5000", "8.2")),
    (leg_ended(ending=Ending.INTERRUPTED), ("1.0219", "0.9781", "9.2")),
    (leg_ended(ending=Ending.LEVEL), ("1.0000", "1.0000", "9.4")),
    (leg_ended(ending=Ending.NO_SHOW), ("0.0000", "0.0000", "9.1")),
    (leg_ended(ending=Ending.NO_SHOW, by=BLUE), ("1.5300", "0.0000", "9.1")),
    (leg_ended(ending=Ending.ABANDONED, by=BLUE, rounds=5), ("1.5219", "0.4781", "9.1")),
    (leg_ended(ending=Ending.ABANDONED, by=BLUE, rounds=0), ("1.5300", "0.4700", "9.1")),
    (leg_ended(ending=Ending.TIME, by=BLUE, rounds=5), ("1.5219", "0.4781", "9.4")),
    (leg_ended(ending=Ending.FORFEITED, by=BLUE, rounds=5), ("1.5219", "0.4781", "10.3")),
    (leg_ended(ending=Ending.EXCLUDED, by=BLUE, rounds=5), ("1.5219", "0.4781", "10.3")),
]
_UNFINISHED = leg_ended(ending=Ending.CLOSED, red=300, blue=200, rounds=5)
CLOSED = [
    (_UNFINISHED, ("1.0000", "1.0000", "9.4")),
    (replace(_UNFINISHED, silent=(RED,)), ("0.0000", "1.0000", "9.1")),
    (replace(_UNFINISHED, silent=(RED, BLUE)), ("0.0000", "0.0000", "9.1")),
    (replace(_UNFINISHED, declared=(RED,)), ("1.1000", "0.9000", "9.2")),
    (replace(_UNFINISHED, declared=(RED,), rounds=0), ("1.0000", "1.0000", "9.4")),
    (replace(_UNFINISHED, declared=(BLUE,), silent=(RED,)), ("0.0000", "0.9000", "9.1")),
    (replace(_UNFINISHED, declared=(RED,), by=BLUE), ("1.5800", "0.4000", "9.4")),
    (replace(_UNFINISHED, declared=(RED,), by=BLUE, silent=(BLUE,)), ("1.5800", "0.0000", "9.1")),
    (replace(_UNFINISHED, declared=(RED,), by=RED), ("0.5200", "1.4800", "9.4")),
]


@pytest.mark.article("9.1")
@pytest.mark.parametrize("silent", [(), (RED,), (BLUE,), (RED, BLUE)])
def test_a_closed_game_of_before_is_worth_to_the_silent_what_it_was(
    silent: tuple[Seat, ...],
) -> None:
    """A game of an old log still gives 0 to players who gave no information."""
    ended = GameEnded(
        at=noon(70),
        ending=Ending.CLOSED,
        by=None,
        red_adjustment=0,
        blue_adjustment=0,
        silent=silent,
    )

    found = game_coefficients(evolve(game_after("H8 CASA", "PAS"), ended))

    zero = [coefficient == 0 for coefficient in (found.first, found.second)]
    assert zero == [RED in silent, BLUE in silent]


def mirrored(ended: LegEnded) -> LegEnded:
    """Return the same end with Red and Blue exchanged."""
    return replace(
        ended,
        red_score=ended.blue_score,
        blue_score=ended.red_score,
        by=ended.by and ended.by.partner,
        declared=tuple(seat.partner for seat in ended.declared),
        silent=tuple(seat.partner for seat in ended.silent),
    )


@pytest.mark.article("8.5", "9.1", "9.2", "9.4", "10.3")
@pytest.mark.parametrize(("ended", "worth"), ENDS + CLOSED)
def test_each_end_has_its_worth_and_its_article(
    ended: LegEnded, worth: tuple[str, str, str]
) -> None:
    """Each ending gives exactly these coefficients and article, for Red and for Blue."""
    found = leg_coefficients(ended, NATIONAL_2025)
    other = leg_coefficients(mirrored(ended), NATIONAL_2025)

    assert (str(found.first), str(found.second), found.article) == worth
    assert (str(other.second), str(other.first), other.article) == worth


@pytest.mark.article("9.1")
@pytest.mark.parametrize("ending", [Ending.ABANDONED, Ending.TIME])
def test_the_floor_of_who_stays_is_that_of_the_ruleset(ending: Ending) -> None:
    """The ruleset decides whether the opponent keeps at least 1.48 or a fixed 1.53."""
    ended = leg_ended(red=200, blue=300, ending=ending, by=BLUE, rounds=5)
    fixed = replace(NATIONAL_2025, abandon_floor=AbandonFloor.FIXED)

    assert leg_coefficients(ended, NATIONAL_2025).first == Decimal("1.4800")
    assert leg_coefficients(ended, fixed).first == Decimal("1.5300")


@pytest.mark.article("9.1")
@pytest.mark.parametrize("leg", Leg)
@pytest.mark.parametrize("by", Seat)
def test_resigning_while_ahead_over_both_games_gives_zero(leg: Leg, by: Seat) -> None:
    """Resigning while ahead over both games gives 0 in that game; the other is unchanged."""
    given_up = leg_ended(leg, red=300, blue=300, ending=Ending.ABANDONED, by=by, rounds=5)
    # The players swap colours between the games.
    won = replace(leg_ended(red=600, blue=200), leg=next(one for one in Leg if one is not leg))
    other = won if by is BLUE else mirrored(won)
    match = played(*sorted((given_up, other), key=lambda ended: ended.leg is Leg.RETURN))

    found = dict(zip((Leg.HOME, Leg.RETURN), coefficients_of(match), strict=True))

    assert (found[leg].second if by is BLUE else found[leg].first) == 0
    assert (found[leg].first if by is BLUE else found[leg].second) == Decimal("1.5000")
    assert found[other.leg] == leg_coefficients(other, NATIONAL_2025)


@pytest.mark.article("7.2", "9.1")
@pytest.mark.parametrize("seat", Seat)
def test_a_game_lost_on_time_by_both_gives_nothing_beside_a_seat_never_taken(seat: Seat) -> None:
    """Both get 0 in it, also once the other game is over, whose coefficients stay."""
    lost = replace(leg_ended(ending=Ending.BOTH_TIME), untaken=(seat,))
    back = leg_ended(Leg.RETURN)

    first, second = coefficients_of(played(lost, back))

    assert (str(first.first), str(first.second), first.article) == ("0.0000", "0.0000", "9.1")
    assert first == leg_coefficients(lost, NATIONAL_2025)
    assert second == leg_coefficients(back, NATIONAL_2025)


@pytest.mark.parametrize("by", Seat)
def test_who_plays_out_their_last_tile_gives_nothing_up(by: Seat) -> None:
    """A player who goes out keeps their points, even if ahead over both games."""
    home = leg_ended(red=600, blue=200, by=by)
    back = leg_ended(Leg.RETURN, red=200, blue=600)

    first, _ = coefficients_of(played(home, back))

    assert first == leg_coefficients(home, NATIONAL_2025)


@pytest.mark.article("10.3")
def test_results_name_their_game_and_count_penalties_where_they_were_earned() -> None:
    """Each coefficient loses its own penalty, and the winner of the game does not change."""
    match = played(leg_ended(), leg_ended(Leg.RETURN, red=300, blue=200))
    red, blue = match.colours(Leg.HOME)
    fined = replace(
        match,
        fines={
            (red, Leg.HOME, ""): Decimal("0.1"),
            (blue, Leg.HOME, ""): Decimal("0.2"),
            (blue, Leg.RETURN, ""): Decimal("0.3"),
            (red, Leg.RETURN, ""): Decimal("0.4"),
        },
    )

    figures = match_figures(fined)

    assert {game: (str(one.red), str(one.blue)) for game, one in figures.items()} == {
        "K7QF/1": ("1.4219", "0.2781"),
        "K7QF/2": ("1.3000", "0.0000"),
    }
    assert [one.outcome for one in figures.values()] == [Outcome.RED, Outcome.RED]
    assert [one.article for one in figures.values()] == ["10.3", "10.3"]
    assert [(one.red_score, one.blue_score) for one in figures.values()] == [
        (524, 480),
        (300, 200),
    ]
    assert [(one.leg, f"{one.red}", f"{one.blue}", one.article) for one in leg_results(fined)] == [
        (Leg.HOME, "1.4219", "0.2781", "10.3"),
        (Leg.RETURN, "1.3000", "0.0000", "10.3"),
    ]


@pytest.mark.article("8.1", "9.1")
@pytest.mark.parametrize(
    ("ended", "outcome"),
    [
        (leg_ended(red=300, blue=200), Outcome.RED),
        (leg_ended(red=200, blue=300), Outcome.BLUE),
        (leg_ended(red=200, blue=200), Outcome.DRAW),
        (leg_ended(ending=Ending.NO_SHOW), Outcome.NOBODY),
    ],
)
def test_who_has_more_of_a_game_has_won_it(ended: LegEnded, outcome: Outcome) -> None:
    """The higher coefficient wins; equal ones draw; if both get 0, nobody wins."""
    home, _ = match_figures(played(ended, leg_ended(Leg.RETURN))).values()

    assert home.outcome is outcome


@pytest.mark.article("10.3")
@pytest.mark.parametrize(
    ("ended", "outcome"),
    [
        (leg_ended(red=300, blue=300), Outcome.DRAW),
        (leg_ended(ending=Ending.INTERRUPTED, red=300, blue=290), Outcome.RED),
        (leg_ended(ending=Ending.INTERRUPTED, red=290, blue=300), Outcome.BLUE),
    ],
)
def test_a_penalty_takes_points_and_no_win(ended: LegEnded, outcome: Outcome) -> None:
    """A penalty lowers a coefficient and never changes the outcome of the game."""
    match = played(ended, leg_ended(Leg.RETURN))
    for person in match.colours(Leg.HOME):
        fined = replace(match, fines={(person, Leg.HOME, ""): Decimal("0.5")})

        home, _ = match_figures(fined).values()

        assert home.outcome is outcome
        assert home.red + home.blue == Decimal("1.5")
