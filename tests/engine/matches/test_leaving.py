"""Leaving a match: the games that end, and the coefficients shown before."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.commands import Resign
from engine.games.events import Ending, GameEnded
from engine.ids import Leg, Seat
from engine.matches.decide import join, start_leg
from engine.matches.leaving import games_left
from engine.matches.match import Match
from engine.matches.result_events import LegReopened
from engine.matches.results import leg_results
from tests.builders import ask, game_after, noon
from tests.engine.matches.staged import ANA, ION, after, leg_ended, new_match, played

MOVES = ("H8 CASA", "I8 STIRE", "PAS")


def both_joined() -> Match:
    """Return a match of a competition that both have joined; Ana is Red in the home game."""
    match = new_match(competition="CN25", red=ANA)
    for person in (ANA, ION):
        match = after(match, *join(match, person, person, noon()))
    return match


@pytest.mark.article("9.1")
def test_nobody_wins_who_never_took_their_place_though_the_opponent_leaves() -> None:
    """If Ana leaves a match that Ion never joined, both get 0 in both games."""
    match = new_match(competition="CN25", red=ANA)
    match = after(match, *join(match, ANA, ANA, noon()))
    match = after(match, *start_leg(match, noon()))

    found = games_left(match, {Leg.HOME: game_after()}, ANA, noon(3))

    assert [(one.own, one.partner) for one in found] == [(Decimal(0), Decimal(0))] * 2


@pytest.mark.article("9.1")
def test_a_return_game_given_up_before_it_begins_is_not_begun() -> None:
    """The player gets 0 and the opponent 1.5300, whatever their colours would be."""
    for person in (ANA, ION):
        match = both_joined()
        match = after(match, *start_leg(match, noon()), leg_ended())
        (back,) = games_left(match, {}, person, noon(22))

        assert (back.game, back.leg) == ("K7QF/2", Leg.RETURN)
        assert (back.own, back.partner) == (Decimal(0), Decimal("1.5300"))

        game = game_after()
        (ended,) = ask(game, Resign(by=game.turn.partner, unbegun=True))
        assert isinstance(ended, GameEnded)
        assert ended.ending is Ending.NO_SHOW


@pytest.mark.article("5.2", "9.1")
def test_a_home_game_resumed_after_the_return_game_is_the_one_given_up() -> None:
    """The return game is over already, so leaving ends the home game alone."""
    match = played(leg_ended(), leg_ended(Leg.RETURN))
    match = after(match, LegReopened(at=noon(40), leg=Leg.HOME))

    (home,) = games_left(match, {Leg.HOME: game_after(*MOVES)}, ANA, noon(41))

    assert (home.game, home.leg) == ("K7QF/1", Leg.HOME)


@pytest.mark.article("9.1")
@given(person=st.sampled_from((ANA, ION)), moves=st.integers(2, 3))
def test_the_figures_shown_before_leaving_are_those_of_the_results(person: int, moves: int) -> None:
    """The coefficients shown before a player leaves are those of the results afterwards."""
    match = both_joined()
    match = after(match, *start_leg(match, noon()))
    game = game_after(*MOVES[:moves])
    home, back = games_left(match, {Leg.HOME: game}, match.people[person == ION], noon(3))

    gone_at_home = leg_ended(
        red=game.red.score,
        blue=game.blue.score,
        rounds=game.complete_rounds,
        ending=Ending.ABANDONED,
        by=game.seat_of(match.people[person == ION]),
    )
    gone = gone_at_home.by
    assert gone is not None
    not_begun = leg_ended(
        Leg.RETURN, red=0, blue=0, rounds=0, ending=Ending.NO_SHOW, by=gone.partner
    )
    first, second = leg_results(played(gone_at_home, not_begun))
    assert (home.game, back.game) == ("K7QF/1", "K7QF/2")
    own, partner = (first.red, first.blue) if gone is Seat.RED else (first.blue, first.red)
    assert (home.own, home.partner) == (own, partner)
    assert own > 0
    assert (back.own, back.partner) == (Decimal(0), max(second.red, second.blue))
