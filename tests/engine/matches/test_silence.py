"""A player's silence: a no-show or a resignation, and its coefficients."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from engine.coefficients import resigned_game
from engine.errors import GameStateError
from engine.games.commands import Resign, ReturnPlacement
from engine.games.endings import has_moved
from engine.games.events import Ending
from engine.games.game import Game
from engine.games.moving import with_side
from engine.games.orders import Order, annul, end
from engine.ids import GameId, Leg, Seat
from engine.matches.decide import start_leg
from engine.matches.silence import (
    check_finding,
    check_no_show,
    finding_day,
    may_be_abandoned,
    may_be_found,
    put_off,
    silent_ending,
    worth_of,
)
from engine.rulesets import RULESETS
from engine.thinking_time import LeavePeriod
from tests.builders import ARBITER, START, game_after, noon, play
from tests.engine.games.ordered import obeyed
from tests.engine.matches.staged import after, joined
from tests.engine.refusals import error_lines

ORDER = Order(at=noon(10), arbiter=ARBITER, article="7.2", reason="Nu răspunde de 10 zile")


@pytest.mark.article("7.2", "9.1")
@pytest.mark.parametrize(
    ("moves", "ending", "opponent"),
    [
        ((), Ending.NO_SHOW, Seat.BLUE),
        (("H7 CASA",), Ending.NO_SHOW, Seat.RED),
        (("H7 CASA", "PAS"), Ending.ABANDONED, Seat.BLUE),
        (("H7 CASA", "I8 STIRE", "J8 TIN"), Ending.ABANDONED, Seat.RED),
    ],
)
def test_silence_before_ones_first_placement_is_a_no_show_and_later_an_abandonment(
    moves: tuple[str, ...], ending: Ending, opponent: Seat
) -> None:
    """Silence before the first move is a no-show; later it counts as a resignation."""
    game = game_after(*moves)

    found = silent_ending(game)
    worth = worth_of(joined(), game, found, opponent.partner, noon(10))

    assert (found, game.turn) == (ending, opponent.partner)
    theirs = (worth.second, worth.first) if opponent is Seat.BLUE else (worth.first, worth.second)
    if ending is Ending.NO_SHOW:
        assert theirs == (Decimal("1.5300"), Decimal("0.0000"))
    else:
        scores = (game.side(opponent).score, game.side(opponent.partner).score)
        expected = resigned_game(*scores, rounds=game.complete_rounds)
        assert theirs == (expected.first, expected.second)
    over = obeyed(game, end(game, ORDER, found, game.turn))
    assert over.ended is not None
    assert (over.ended.ending, over.red.score) == (ending, game.red.score)


def test_a_first_move_that_no_longer_stands_rules_out_a_no_show() -> None:
    """A first move that was sent back or annulled still rules out a no-show."""
    rules = RULESETS["cn-2025-partner"]
    returned = play(
        game_after("H7 CASA", rules=rules), ReturnPlacement(by=Seat.BLUE), lexicon=frozenset()
    )
    first = game_after("H7 CASA")
    annulled = obeyed(first, annul(first, ORDER, 0))

    assert (first.red.moves, returned.red.moves, annulled.red.moves) == (1, 0, 0)
    for game in (first, returned, annulled):
        assert has_moved(game, Seat.RED)
        assert not has_moved(game, Seat.BLUE)
    for game in (returned, annulled):
        assert silent_ending(game) is Ending.ABANDONED


def first_no_show(game: Game, seat: Seat, days: range = range(40)) -> int | None:
    """Return the first of these days on which the seat may be ruled a no-show; None if never."""
    for day in days:
        try:
            check_no_show(game, seat, noon(day))
        except GameStateError:
            continue
        return day
    return None


@pytest.mark.article("7.2", "9.1", "9.4")
def test_nobody_is_a_no_show_before_five_days_of_their_own() -> None:
    """Leave and days after the closing or the end do not count; exceeded time is enough."""
    game = game_after("H7 CASA")
    away = LeavePeriod(first=START + timedelta(days=1), last=START + timedelta(days=3))

    assert first_no_show(game, Seat.BLUE) == 5
    assert first_no_show(with_side(game, Seat.BLUE, leave=(away,)), Seat.BLUE) == 8
    assert first_no_show(with_side(game, Seat.BLUE, granted=-28), Seat.BLUE) == 4
    assert first_no_show(replace(game, closing=START + timedelta(days=4)), Seat.BLUE) is None
    for day, found in ((4, None), (5, 0)):
        over = play(game, Resign(by=Seat.RED), at=noon(day))
        assert first_no_show(over, Seat.BLUE) == found


@pytest.mark.article("9.1")
def test_five_days_of_a_free_seat_are_enough_and_opposite_one_nobody_is_silent() -> None:
    """A seat that came free is a no-show five days later; its opponent only once late."""
    game = game_after("H7 CASA")
    away = LeavePeriod(first=START + timedelta(days=1), last=START + timedelta(days=9))
    on_leave = with_side(game, Seat.BLUE, leave=(away,))
    left, opposite = START + timedelta(days=2), Seat.RED

    assert first_no_show(with_side(on_leave, Seat.BLUE, left=left), Seat.BLUE) == 7
    assert first_no_show(with_side(game, Seat.BLUE, left=left), Seat.BLUE) == 5
    assert first_no_show(with_side(game, opposite, left=left), Seat.BLUE) == 32


@pytest.mark.article("7.2", "9.1")
def test_only_ten_days_of_silence_show_that_a_player_has_left() -> None:
    """After a first move it takes the days of both reminders; the opponent is never meant."""
    game = game_after("H7 CASA", "PAS")

    for day in (9, 10):
        on = START + timedelta(days=day)
        assert may_be_abandoned(game, Seat.RED, on) is (day == 10)
        assert not may_be_abandoned(game, Seat.BLUE, on)


@pytest.mark.article("9.1", "10.3")
def test_the_proposed_figures_count_the_penalties_and_the_other_game() -> None:
    """The figures shown for a silent player are those of the match after it."""
    match, game = joined(), game_after("H7 CASA")
    fined = replace(match, fines={(match.colours(Leg.HOME)[0], Leg.HOME, ""): Decimal("0.2")})

    worth = worth_of(fined, game, Ending.NO_SHOW, Seat.BLUE, noon(10))

    assert (worth.first, worth.second) == (Decimal("1.3300"), Decimal("0.0000"))


@pytest.mark.article("7.2")
def test_an_arbiter_who_waits_with_a_silent_game_waits_until_the_day_they_named_last() -> None:
    """The last day that the arbiter named applies; a finished game cannot be put off."""
    match = after(joined(), *start_leg(joined(), noon()))
    game = replace(game_after("H7 CASA"), id=GameId("K7QF/1"))
    for days in (14, 18):
        until = START + timedelta(days=days)
        (put,) = put_off(game, ARBITER, until, noon(days - 4))
        match = after(match, put)

        assert (put.arbiter, put.at) == (ARBITER, noon(days - 4))
        assert match.put_off == {game.id: until}
    over = play(game, Resign(by=Seat.RED))
    with pytest.raises(GameStateError) as refused:
        put_off(over, ARBITER, START, noon(19))
    assert error_lines(refused) == ["game_over (art. 4.3) game=K7QF/1"]


@pytest.mark.article("7.2", "9.1")
@pytest.mark.parametrize(("moves", "days"), [((), 5), (("H7 CASA", "PAS"), 10)])
def test_the_day_of_a_finding_is_the_first_on_which_it_may_be_made(
    moves: tuple[str, ...], days: int
) -> None:
    """A no-show may be found after the days for a first move, a later silence after ten."""
    game = game_after(*moves)
    first = START + timedelta(days=days)

    assert finding_day(game) == first
    assert not may_be_found(game, noon(days - 1))
    assert may_be_found(game, noon(days))


@pytest.mark.article("7.2", "9.1")
@pytest.mark.parametrize(
    ("moves", "ending", "seat", "day", "fault"),
    [
        ((), Ending.NO_SHOW, Seat.RED, 4, "no_show_too_early"),
        ((), Ending.ABANDONED, Seat.RED, 4, "no_show_too_early"),
        ((), Ending.NO_SHOW, Seat.BLUE, 20, "answered_since"),
        (("H7 CASA",), Ending.NO_SHOW, Seat.RED, 20, "answered_since"),
        (("H7 CASA", "PAS"), Ending.NO_SHOW, Seat.RED, 20, "answered_since"),
        (("H7 CASA", "PAS"), Ending.ABANDONED, Seat.RED, 9, "answered_since"),
    ],
)
def test_a_finding_is_refused_of_another_player_and_before_its_day(
    moves: tuple[str, ...], ending: Ending, seat: Seat, day: int, fault: str
) -> None:
    """An old button finds nothing once the player has moved, or their days began again."""
    game = game_after(*moves)

    with pytest.raises(GameStateError) as refused:
        check_finding(game, ending, seat, noon(day))

    assert error_lines(refused)[0].startswith(fault)
