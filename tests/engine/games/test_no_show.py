"""A no-show is the same for every end: resigned, out of time, or by a ruling (art. 9.1)."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from functools import reduce
from itertools import cycle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.coefficients import resigned_game, time_exceeded
from engine.errors import EngineError
from engine.games.commands import CheckTime, Command, LoseOnTime, Resign, ReturnPlacement
from engine.games.decide import decide
from engine.games.endings import absent, has_moved
from engine.games.events import Ending
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.orders import Order, annul
from engine.ids import Seat
from engine.matches.decide import end_leg, start_leg
from engine.matches.results import leg_coefficients
from engine.rulesets import NATIONAL_2025
from tests.builders import ANY_WORD, ARBITER, PARTNER_RULES, ask, game_after, noon, play
from tests.engine.games.ordered import obeyed, restore
from tests.engine.matches.staged import after, joined

MOVES = ("H7 CASA", "I8 STIRE", "J8 TIN", "PAS")
ORDER = Order(at=noon(10), arbiter=ARBITER, article="5.2", reason="Depunere greșită")


def lost(game: Game, command: Command) -> tuple[Ending, Decimal, Decimal]:
    """Return the winner's and the loser's figures of a lost game."""
    over = reduce(evolve, decide(game, command, noon(200), ANY_WORD), game)
    assert over.ended is not None
    match = after(joined(), *start_leg(joined(), noon()))
    (ended,) = end_leg(match, over, noon(200))
    found = leg_coefficients(ended, game.rules)
    figures = (found.first, found.second)
    stays, loses = figures if over.ended.by is Seat.BLUE else figures[::-1]
    return over.ended.ending, stays, loses


@pytest.mark.article("9.1", "9.4")
@given(
    moves=st.integers(0, 4),
    seat=st.sampled_from(Seat),
    how=st.sampled_from(["abandon", "the arbiter's button", "by itself"]),
)
def test_who_never_moved_though_it_was_their_turn_has_nothing_however_the_game_ends(
    moves: int, seat: Seat, how: str
) -> None:
    """Only a Red who never moved and a Blue who never answered get 0, however the game ends."""
    game = game_after(*MOVES[:moves], rules=replace(NATIONAL_2025, auto_forfeit=how == "by itself"))
    if how == "abandon":
        command: Command = Resign(by=seat)
    elif how == "by itself":
        seat, command = game.turn, CheckTime()
    else:
        seat = game.turn
        command = LoseOnTime(exceeded=seat)

    ending, stays, loses = lost(game, command)

    never_came = (seat is Seat.RED and moves == 0) or (seat is Seat.BLUE and moves == 1)
    if never_came:
        assert (ending, stays, loses) == (Ending.NO_SHOW, Decimal("1.5300"), Decimal("0.0000"))
    else:
        rule = resigned_game if how == "abandon" else time_exceeded
        both = game.side(seat.partner).score, game.side(seat).score
        found = rule(*both, rounds=game.complete_rounds)
        assert (stays, loses) == (found.first, found.second)
        assert ending is (Ending.ABANDONED if how == "abandon" else Ending.TIME)


@pytest.mark.article("5.2", "9.1")
@given(done=st.lists(st.sampled_from(["place", "PAS", "return", "restore", 0, 1, 2]), max_size=12))
@example(done=["place", "return", "restore"])
@example(done=["place", "return", "place", "restore"])
def test_a_player_who_has_once_come_to_the_game_stays_come(done: list[str | int]) -> None:
    """A move, pass or return counts, and neither annulment nor restoration undoes it."""
    game, came = game_after(rules=PARTNER_RULES), set[Seat]()
    words = cycle(MOVES[:3])
    for number, what in enumerate(done):
        order, seat, at = replace(ORDER, at=noon(number)), game.turn, noon(number)
        try:
            if isinstance(what, int):
                events = annul(game, order, what)
            elif what == "restore":
                events = restore(game, order)
            elif what == "return":
                events = decide(game, ReturnPlacement(by=seat), at, frozenset())
            else:
                text = next(words) if what == "place" else what
                events = ask(game, text, at=at)
        except EngineError:
            continue
        game = obeyed(game, events)
        came |= {seat} if isinstance(what, str) and what != "restore" else set()

        assert absent(game) not in came


@pytest.mark.article("5.2", "5.3", "9.1")
def test_a_player_who_has_moved_or_sent_a_move_back_has_come_to_the_game() -> None:
    """An annulled first move was still made, and a returned one was answered."""
    first = game_after("H7 CASA", rules=PARTNER_RULES)
    returned = play(first, ReturnPlacement(by=Seat.BLUE), lexicon=frozenset())
    annulled = obeyed(first, annul(first, ORDER, 0))
    again = play(returned, "H7 CASA", at=noon() + timedelta(hours=1))

    assert absent(first) is Seat.BLUE
    assert absent(replace(first, query="TEST/1#1")) is None
    assert [absent(game) for game in (returned, annulled, again)] == [None, None, None]
    assert has_moved(returned, Seat.RED)
    assert not has_moved(again, Seat.BLUE)
