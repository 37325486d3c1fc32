"""What a player's silence comes to: a no-show or an abandonment, and what that is worth."""

from decimal import Decimal

import pytest

from engine.coefficients import abandoned
from engine.games.commands import ReturnPlacement
from engine.games.endings import has_moved
from engine.games.events import Ending
from engine.games.orders import Order, annul, end
from engine.ids import Seat
from engine.matches.silence import silent_ending, worth_of
from engine.rulesets import RULESETS
from tests.builders import ARBITER, game_after, noon, play
from tests.engine.games.ordered import obeyed

ORDER = Order(at=noon(10), arbiter=ARBITER, article="7.2", reason="Nu răspunde de 10 zile")


@pytest.mark.article("9.1")
@pytest.mark.parametrize(
    ("moves", "ending", "stayer"),
    [
        ((), Ending.NO_SHOW, Seat.BLUE),
        (("H7 CASA",), Ending.NO_SHOW, Seat.RED),
        (("H7 CASA", "PAS"), Ending.ABANDONED, Seat.BLUE),
        (("H7 CASA", "I8 STIRE", "J8 TIN"), Ending.ABANDONED, Seat.RED),
    ],
)
def test_silence_before_ones_first_placement_is_a_no_show_and_later_an_abandonment(
    moves: tuple[str, ...], ending: Ending, stayer: Seat
) -> None:
    """A no-show is worth nothing; one who falls silent later has what he who abandons has."""
    game = game_after(*moves)

    found = silent_ending(game)
    worth = worth_of(game, found, stayer.partner, noon(10))

    assert (found, game.turn) == (ending, stayer.partner)
    theirs = (worth.second, worth.first) if stayer is Seat.BLUE else (worth.first, worth.second)
    if ending is Ending.NO_SHOW:
        assert theirs == (Decimal("1.5300"), Decimal("0.0000"))
    else:
        scores = (game.side(stayer).score, game.side(stayer.partner).score)
        expected = abandoned(*scores, rounds=game.complete_rounds)
        assert theirs == (expected.first, expected.second)
    over = obeyed(game, end(game, ORDER, found, game.turn))
    assert over.ended is not None
    assert (over.ended.ending, over.red.score) == (ending, game.red.score)


def test_whoever_has_placed_has_shown_up_though_it_no_longer_stands() -> None:
    """A first placement that was returned, or annulled, was made all the same."""
    rules = RULESETS["cn-2025-partner"]
    returned = play(
        game_after("H7 CASA", rules=rules), ReturnPlacement(by=Seat.BLUE), lexicon=frozenset()
    )
    first = game_after("H7 CASA")
    annulled = obeyed(first, annul(first, ORDER, 0))

    for game in (returned, annulled):
        assert game.red.moves == 0
        assert has_moved(game, Seat.RED)
        assert not has_moved(game, Seat.BLUE)
        assert silent_ending(game) is Ending.ABANDONED
