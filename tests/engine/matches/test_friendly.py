"""Friendly matches without an arbiter: their rules, and a claim on time (art. 7.2, 9.4)."""

from dataclasses import replace

import pytest

from engine.errors import GameStateError
from engine.games.commands import CheckTime, LoseOnTime
from engine.games.decide import decide
from engine.games.events import Ending
from engine.games.fold import evolve
from engine.games.game import Game
from engine.ids import NO_ARBITER, GameId, Leg, PersonId, Seat
from engine.matches.arbiters import hand_over
from engine.matches.decide import approve_results, start_leg
from engine.matches.friendly import (
    THINKING_DAYS,
    claim_on_time,
    friendly_rules,
    is_claimable,
    must_have_arbiter,
    red_in_rematch,
)
from engine.matches.match import MatchStage
from engine.matches.outstanding import NOTHING_OUTSTANDING
from engine.matches.rulings import follow_ruling, propose_results
from engine.rulesets import NATIONAL_2025, Phase, WordPolicy
from tests.builders import PARTNER_RULES, game_after, noon, play
from tests.engine.matches.friendly_shared import FIVE, friendly
from tests.engine.matches.staged import after, joined


def opened() -> Game:
    """Return its home game after Red's play and Blue's pass, both on the first day."""
    game = replace(game_after("H7 CASA", rules=FIVE), id=GameId("K7QF/1"))
    return play(game, "PAS", at=noon(0))


def checked(game: Game, days: int) -> Game:
    """Return the game after a time check this many days later."""
    for event in decide(game, CheckTime(), noon(days), ()):
        game = evolve(game, event)
    return game


@pytest.mark.article("7.1", "7.2")
@pytest.mark.parametrize("days", THINKING_DAYS)
def test_the_players_choose_the_thinking_time(days: int) -> None:
    """Leave is at most as long; words must be in the list, and no time ends a game by itself."""
    rules = friendly_rules(replace(PARTNER_RULES, auto_forfeit=True), days)
    assert rules.budget(Phase.PRELIMINARY) == days
    assert rules.leave(Phase.PRELIMINARY) == min(days, 10)
    assert (rules.word_policy, rules.auto_forfeit) == (WordPolicy.REFUSE, False)
    assert rules.name not in {NATIONAL_2025.name, PARTNER_RULES.name}


def test_no_other_thinking_time_is_offered() -> None:
    """A thinking time that is not offered, such as a thousand days, is refused."""
    with pytest.raises(ValueError, match="1000"):
        friendly_rules(NATIONAL_2025, 1000)


@pytest.mark.article("7.2", "9.4")
def test_the_opponent_claims_a_game_that_is_lost_on_time() -> None:
    """Only the opponent can claim, and only if the time is exceeded."""
    match, game = friendly(), opened()
    assert not is_claimable(game, Seat.BLUE, noon(6).date())
    with pytest.raises(GameStateError) as refused:
        claim_on_time(match, game, Seat.BLUE, noon(6).date())
    assert refused.value.faults[0].code == "time_not_exceeded"

    late = checked(game, 7)
    assert is_claimable(late, Seat.BLUE, noon(7).date())
    assert not is_claimable(late, Seat.RED, noon(7).date())
    assert claim_on_time(match, late, Seat.BLUE, noon(7).date()) == LoseOnTime(exceeded=Seat.RED)


@pytest.mark.article("7.2")
def test_if_both_have_exceeded_their_time_both_lose() -> None:
    """If both have exceeded their time, both lose, and the first claim has no advantage."""
    game = play(checked(opened(), 7), "PAS", at=noon(7))
    late = checked(game, 14)
    for seat in Seat:
        assert claim_on_time(friendly(), late, seat, noon(14).date()) == LoseOnTime(exceeded=None)
    claim = claim_on_time(friendly(), late, Seat.RED, noon(14).date())
    (event,) = decide(late, claim, noon(14), ())
    ended = evolve(late, event).ended
    assert ended is not None
    assert ended.ending is Ending.BOTH_TIME


def test_a_claim_needs_a_running_game_without_an_arbiter() -> None:
    """A claim needs a running game; with an arbiter it goes to them."""
    late = checked(opened(), 7)
    with pytest.raises(GameStateError) as refused:
        claim_on_time(joined(), late, Seat.BLUE, noon(7).date())
    assert refused.value.faults[0].code == "claim_to_arbiter"
    over = evolve(late, decide(late, LoseOnTime(exceeded=Seat.RED), noon(7), ())[-1])
    assert not is_claimable(over, Seat.BLUE, noon(7).date())
    with pytest.raises(GameStateError) as refused:
        claim_on_time(friendly(), over, Seat.BLUE, noon(7).date())
    assert refused.value.faults[0].code == "game_over"


def test_nothing_makes_an_arbiter_of_a_match_without_one() -> None:
    """A match without an arbiter cannot be handed over, and arbiters' acts are refused."""
    must_have_arbiter(joined())
    for refused in (
        lambda: must_have_arbiter(friendly()),
        lambda: hand_over(friendly(), by=PersonId(7), arbiter=PersonId(8), at=noon()),
    ):
        with pytest.raises(GameStateError) as error:
            refused()
        assert error.value.faults[0].code == "no_arbiter_here"


@pytest.mark.article("1.2")
def test_one_game_is_a_whole_match_if_the_players_wish() -> None:
    """Its result counts as soon as it ends; a rematch begins with the other player."""
    match = friendly(is_single=True)
    match = after(match, *start_leg(match, noon()))
    late = checked(opened(), 7)
    over = evolve(late, decide(late, LoseOnTime(exceeded=Seat.RED), noon(7), ())[-1])

    match = after(match, *follow_ruling(match, over, noon(7)))

    assert match.stage is MatchStage.PLAYED
    match = after(match, *propose_results(match, noon(7)))
    match = after(match, *approve_results(match, NO_ARBITER, noon(7), NOTHING_OUTSTANDING))
    assert match.stage is MatchStage.HOMOLOGATED
    assert [one.leg for one in match.results] == [Leg.HOME]
    assert red_in_rematch(match) == match.colours(Leg.HOME)[1]
