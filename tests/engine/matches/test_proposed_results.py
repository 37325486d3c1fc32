"""Proposed results, the players' answers and the arbiter's approval."""

from decimal import Decimal

import pytest

from engine.errors import GameStateError
from engine.games.events import Ending
from engine.ids import Leg, Seat
from engine.matches.decide import answer_results, approve_results
from engine.matches.match import MatchStage
from engine.matches.outstanding import NOTHING_OUTSTANDING
from engine.matches.result_events import ResultsProposed
from engine.matches.results import leg_results
from tests.builders import noon
from tests.engine.matches.staged import ANA, ARBITER, ION, after, coefficients_of, leg_ended, played


@pytest.mark.article("8.1")
def test_results_are_proposed_with_the_ordinary_coefficients() -> None:
    """A 524–480 game gives 1.5219 and 0.4781, as the regulation's example says."""
    match = played(leg_ended(), leg_ended(Leg.RETURN, red=400, blue=400))
    home, back = leg_results(match)

    assert (home.red, home.blue, home.article) == (Decimal("1.5219"), Decimal("0.4781"), "8.1")
    assert (back.red, back.blue, back.article) == (Decimal("1.0000"), Decimal("1.0000"), "8.4")


@pytest.mark.article("9.1")
def test_who_abandons_while_ahead_over_both_games_gets_zero() -> None:
    """A player who leads over both games gets 0 in the game that they resign."""
    home = leg_ended(red=600, blue=200)
    back = leg_ended(Leg.RETURN, red=200, blue=300, ending=Ending.ABANDONED, by=Seat.BLUE, rounds=5)
    _, result = coefficients_of(played(home, back))

    assert result.second == Decimal("0.0000")
    assert result.first == Decimal("1.4800")


@pytest.mark.article("9.1")
def test_who_abandons_while_behind_keeps_their_share() -> None:
    """A player who is behind over both games keeps their share of the resigned game."""
    home = leg_ended(red=600, blue=200)
    back = leg_ended(Leg.RETURN, red=200, blue=300, ending=Ending.ABANDONED, by=Seat.RED, rounds=5)
    _, result = coefficients_of(played(home, back))

    assert (result.first, result.second) == (Decimal("0.4000"), Decimal("1.5800"))


@pytest.mark.article("9.4")
@pytest.mark.article("9.2")
def test_time_and_interruption_have_their_own_articles() -> None:
    """Exceeded time counts under article 9.4, a game ended early under 9.2."""
    home = leg_ended(ending=Ending.INTERRUPTED)
    back = leg_ended(Leg.RETURN, red=10, blue=20, ending=Ending.TIME, by=Seat.BLUE, rounds=0)
    first, second = coefficients_of(played(home, back))

    assert (first.first, first.second, first.article) == (
        Decimal("1.0219"),
        Decimal("0.9781"),
        "9.2",
    )
    assert (second.first, second.second, second.article) == (
        Decimal("1.5300"),
        Decimal("0.4700"),
        "9.4",
    )


@pytest.mark.article("9.3", "8.4")
def test_a_draw_follows_from_equal_scores_and_from_nothing_else() -> None:
    """500–500 is a draw; a game ended early at 500–499 is none."""
    drawn = leg_ended(red=500, blue=500)
    agreed = leg_ended(Leg.RETURN, red=500, blue=499, ending=Ending.INTERRUPTED)
    home, back = coefficients_of(played(drawn, agreed))

    assert (home.first, home.second, home.article) == (Decimal(1), Decimal(1), "8.4")
    assert back.first > back.second


@pytest.mark.article("8.5")
def test_both_players_answer_and_the_arbiter_approves() -> None:
    """A player can change their answer until approval, and not afterwards."""
    match = played(leg_ended(), leg_ended(Leg.RETURN))
    with pytest.raises(GameStateError):
        approve_results(match, ARBITER, noon(40), NOTHING_OUTSTANDING)
    match = after(match, ResultsProposed(at=noon(40), results=leg_results(match)))
    match = after(match, *answer_results(match, ANA, noon(40), agrees=False))
    match = after(match, *answer_results(match, ANA, noon(41), agrees=True))
    assert (match.answers.confirmed, match.answers.objected) == (frozenset({ANA}), frozenset())
    match = after(match, *approve_results(match, ARBITER, noon(42), NOTHING_OUTSTANDING))

    assert match.stage is MatchStage.HOMOLOGATED
    with pytest.raises(GameStateError):
        answer_results(match, ION, noon(43), agrees=False)
