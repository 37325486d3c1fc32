"""Both players exceed their time in one game: either or both may lose by a ruling (7.2)."""

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.cases.choices import offered
from engine.cases.events import ClaimKind, Ruling, RulingKind
from engine.cases.situation import Situation
from engine.errors import GameStateError
from engine.figures import Outcome
from engine.games.commands import CheckTime
from engine.games.events import Ending
from engine.games.fold import evolve
from engine.games.game import Stage
from engine.games.orders import grant_time
from engine.ids import Leg, Seat
from engine.matches.closing import close_game
from engine.matches.decide import approve_results
from engine.matches.events import Statement
from engine.matches.outstanding import (
    Outstanding,
    late_seats,
    overdrawn,
    worth_if_both_lost,
    worth_if_lost,
)
from engine.matches.results import match_coefficients, match_figures
from tests.builders import ARBITER, START, noon, play
from tests.engine.cases.bench import (
    MOVES,
    claim,
    codes,
    ended,
    ending,
    order,
    own_case,
    ruled,
    situation,
)

K = RulingKind
LATE = 64
"""The day on which both are late: Red answered on the 32nd day, Blue has not answered since."""


def running(leg: Leg = Leg.HOME, *, red_first: bool = True) -> Situation:
    """Return a game in which both are late on that day, the second late one to move."""
    moves = MOVES[:2] if red_first else MOVES[:1]
    now = situation(*moves, leg=leg)
    return replace(now, game=play(now.game, MOVES[len(moves)], at=noon(32)))


def over(leg: Leg = Leg.HOME) -> Situation:
    """Return the game after it was played to its end by passes."""
    return ended(running(leg), "PAS", "PAS", "PAS", "PAS", day=LATE)


def pair_of(now: Situation) -> tuple[Decimal, Decimal]:
    """Return both coefficients of the game, Red's first."""
    got = match_coefficients(now.match)[now.game.id]
    return got.first, got.second


@pytest.mark.article("7.2")
@pytest.mark.parametrize("red_first", [True, False])
def test_the_card_offers_either_and_both_the_first_late_player_in_front(red_first: bool) -> None:
    """The card offers each late player and both, with the first late player in front."""
    now, first = running(red_first=red_first), Seat.RED if red_first else Seat.BLUE
    wanted = [
        Ruling(kind=K.LOST_ON_TIME, seat=first),
        Ruling(kind=K.LOST_ON_TIME, seat=first.partner),
        Ruling(kind=K.BOTH_LOST_ON_TIME),
    ]
    assert late_seats(now.game, noon(LATE).date()) == (first, first.partner)
    for case in (claim(now, ClaimKind.TIME), own_case(now)):
        assert list(offered(case, now, order(LATE))[:3]) == wanted
        before = offered(case, now, order(40))
        assert K.BOTH_LOST_ON_TIME not in [one.kind for one in before]
    assert codes(now, K.BOTH_LOST_ON_TIME) == ["time_not_exceeded"]


@pytest.mark.article("7.2", "9.1")
@pytest.mark.parametrize("leg", Leg)
@pytest.mark.parametrize("start", [running, over])
def test_each_has_what_they_would_have_if_they_alone_had_lost_it(start: object, leg: Leg) -> None:
    """Each player gets the figure of losing alone, so that nobody wins the game."""
    now = start(leg)  # type: ignore[operator]  # one of the two above
    alone = {
        seat: pair_of(ruled(now, K.LOST_ON_TIME, order(LATE), seat=seat).after) for seat in Seat
    }

    after = ruled(now, K.BOTH_LOST_ON_TIME, order(LATE)).after

    assert pair_of(after) == (alone[Seat.RED][0], alone[Seat.BLUE][1])
    assert max(pair_of(after)) < 1
    assert match_figures(after.match)[now.game.id].outcome is Outcome.NOBODY
    assert not overdrawn(after.match, (after.game,))
    assert after.game.ended is not None
    assert (after.game.ended.ending, after.game.ended.by) == (Ending.BOTH_TIME, None)


@pytest.mark.article("9.1")
def test_who_never_came_to_a_game_that_both_lost_has_nothing() -> None:
    """Red moved on the 32nd day, Blue never: Blue has 0, and Red the share of art. 9.1."""
    now = situation()
    joined = replace(now.match, joined=frozenset(now.match.people))
    now = replace(now, match=joined, game=play(now.game, MOVES[0], at=noon(32)))

    after = ruled(now, K.BOTH_LOST_ON_TIME, order(LATE)).after

    assert pair_of(after) == (Decimal("0.4700"), Decimal("0.0000"))
    assert after.game.ended is not None
    assert after.game.ended.silent == (Seat.BLUE,)


@pytest.mark.article("7.2", "10.3")
def test_a_loss_taken_back_leaves_a_game_that_both_had_lost_on_time_so() -> None:
    """A loss makes no winner of the other player; taken back, the end is as before."""
    both = ruled(running(), K.BOTH_LOST_ON_TIME, order(LATE)).after
    lost = ruled(both, K.LOSS, order(LATE + 1), seat=Seat.RED).after
    assert pair_of(lost) == pair_of(both)

    again = ruled(lost, K.LIFTED, order(LATE + 2), **ending(lost)).after

    assert pair_of(again) == pair_of(both)
    assert again.game.ended is not None
    assert again.game.ended.ending is Ending.BOTH_TIME


@pytest.mark.article("9.1")
def test_whose_place_was_never_taken_has_nothing_in_a_game_that_both_lost() -> None:
    """Their opponent, who lost as well, has nothing either."""
    now = situation()
    joined = replace(now.match, joined=frozenset({now.game.red.person}))
    now = replace(now, match=joined, game=play(now.game, MOVES[0], at=noon(32)))

    after = ruled(now, K.BOTH_LOST_ON_TIME, order(LATE)).after

    assert pair_of(after) == (Decimal(0), Decimal(0))


@pytest.mark.article("10.3")
def test_a_penalty_comes_off_what_is_left_to_who_lost() -> None:
    """Lifting restores it, and the opponent's figure does not change."""
    now = ruled(over(Leg.RETURN), K.BOTH_LOST_ON_TIME, order(LATE)).after
    red, blue = pair_of(now)

    fined = ruled(now, K.PENALTY, order(LATE), seat=Seat.RED, penalty=Decimal("0.1")).after

    assert pair_of(fined) == (red - Decimal("0.1"), blue)


@pytest.mark.article("9.4")
def test_a_result_waits_until_it_is_ruled_what_becomes_of_both() -> None:
    """After a ruling on one player the other's time is still to be ruled on."""
    now = over(Leg.RETURN)
    first, second = overdrawn(now.match, (now.game,))
    assert (first.seat, second.seat) == (Seat.RED, Seat.BLUE)
    both = Outstanding(overdrawn=(first, second)).by_both
    assert both == (first,)
    lost = ruled(now, K.BOTH_LOST_ON_TIME, order(LATE)).after
    assert worth_if_both_lost(now.match, first) == match_coefficients(lost.match)[now.game.id]

    one = ruled(now, K.LOST_ON_TIME, order(LATE), seat=Seat.RED).after
    (left,) = overdrawn(one.match, (one.game,))
    assert (left.seat, left.lost_as) == (Seat.BLUE, Ending.BOTH_TIME)
    assert worth_if_lost(one.match, left) == match_coefficients(lost.match)[now.game.id]
    with pytest.raises(GameStateError, match="time_to_rule"):
        approve_results(one.match, ARBITER, noon(LATE), Outstanding(overdrawn=(left,)))
    stands = ruled(one, K.AS_PLAYED, order(LATE), seat=Seat.BLUE).after
    assert not overdrawn(stands.match, (stands.game,))
    assert pair_of(ruled(one, K.BOTH_LOST_ON_TIME, order(LATE)).after) == pair_of(lost)


@pytest.mark.article("7.2", "10.1")
def test_the_ruling_is_taken_back_and_made_again() -> None:
    """Both are late as before; with days given back to one, both can no longer lose."""
    lost = ruled(running(), K.BOTH_LOST_ON_TIME, order(LATE)).after
    assert codes(lost, K.BOTH_LOST_ON_TIME) == ["ended_so_already"]

    back = ruled(lost, K.LIFTED, order(LATE + 3), **ending(lost)).after

    assert back.game.stage is Stage.RUNNING
    assert set(late_seats(back.game, noon(LATE + 3).date())) == set(Seat)
    again = ruled(back, K.BOTH_LOST_ON_TIME, order(LATE + 3)).after
    assert pair_of(again) == pair_of(lost)
    (given,) = grant_time(back.game, order(LATE + 3), Seat.RED, 5)
    spared = replace(back, game=evolve(back.game, given))
    assert late_seats(spared.game, noon(LATE + 3).date()) == (Seat.BLUE,)
    assert codes(spared, K.BOTH_LOST_ON_TIME) == ["time_not_exceeded"]


@pytest.mark.article("9.4", "9.1")
def test_at_the_closing_a_declared_game_in_which_both_are_late_is_lost_by_both() -> None:
    """A declared game is lost by both late players; an undeclared one gives 1 each."""
    now = running()
    game = play(now.game, CheckTime(), at=noon(LATE))
    closing = noon(LATE).date()
    key = (now.game.red.person, Leg.HOME)
    said = replace(
        now.match,
        statements={key: (Statement.DECLARED, noon(LATE + 1).date())},
        joined=frozenset(now.match.people),
    )
    assert closing > START

    (closed,) = close_game(said, game, order(LATE + 6), closing)
    (quiet,) = close_game(replace(said, statements={}), game, order(LATE + 6), closing)

    assert getattr(closed, "ending", None) is Ending.BOTH_TIME
    assert getattr(quiet, "ending", None) is Ending.CLOSED
