"""Conditional moves, validated when they are set."""

import pytest

from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.conditional import rehearse
from engine.ids import Seat
from tests.builders import ANY_WORD, PARTNER_RULES, game_after, noon
from tests.engine.games.conditional.replies import when
from tests.engine.refusals import error_lines


def test_both_moves_are_validated_when_a_condition_is_set() -> None:
    """Errors of the opponent's move and of the answer are separate, and both are scored."""
    game = game_after()

    def tried(partner: str, reply: str, own: str = "", seat: Seat = Seat.BLUE) -> list[list[str]]:
        found = rehearse(game, seat, when(partner, reply, own), noon(), ANY_WORD)
        codes = [fault.code for fault in found.faults]
        return [[], codes] if found.is_by_author else [codes, []]

    assert tried("H8 CASA", "I8 ARE") == [[], []]
    assert tried("H8 ZEU", "I8 ARE") == [["not_on_rack"], []]
    assert tried("H8 CASA", "A1 ARE") == [[], ["not_connected"]]
    assert tried("*", "H8 ARE") == [[], []]
    assert tried("*", "A1 ARE") == [[], ["off_centre"]]
    assert tried("I8 ARE", "PAS", own="H8 CASA", seat=Seat.RED) == [[], []]
    good = rehearse(game, Seat.BLUE, when("H8 CASA", "I8 ARE"), noon(), ANY_WORD)
    assert [move.by for move in good.moves] == [Seat.RED, Seat.BLUE]


def test_a_condition_is_set_only_while_the_opponent_is_next() -> None:
    """On a player's own turn a condition needs an own move first, which is validated, too."""
    game = game_after()
    with pytest.raises(GameStateError) as refused:
        rehearse(game, Seat.RED, when("PAS", "PAS"), noon(), ANY_WORD)
    assert error_lines(refused) == ["condition_not_now (art. 4.1)"]
    with pytest.raises(RuleViolation, match="not_on_rack"):
        rehearse(game, Seat.RED, when("PAS", "PAS", own="H8 ZEU"), noon(), ANY_WORD)
    over = game_after("PAS", "PAS", "PAS", "PAS")
    found = rehearse(over, Seat.RED, when("PAS", "PAS"), noon(), ANY_WORD)
    assert [fault.code for fault in found.faults] == ["game_over"]


def test_a_move_that_ends_the_game_has_no_answer() -> None:
    """A condition for the fourth pass or the last tile is refused."""
    game = game_after("PAS", "PAS", "PAS")

    found = rehearse(game, Seat.RED, when("PAS", "PAS"), noon(), ANY_WORD)

    assert found.faults == (Fault("condition_ends_game", "4.3"),)
    assert not found.is_by_author
    short = game_after(sequence="CASAETN" + "AEIOUR", rules=PARTNER_RULES)
    waits = rehearse(short, Seat.BLUE, when("H4 CASAETN", "PAS"), noon(), ANY_WORD)
    assert [fault.code for fault in waits.faults] == ["condition_ends_game"]


@pytest.mark.article("5.2")
def test_no_word_is_accepted_unseen_where_the_opponent_checks_words() -> None:
    """Where moves can be sent back, an answer to any move is refused."""
    game = game_after(rules=PARTNER_RULES)

    found = rehearse(game, Seat.BLUE, when("*", "PAS"), noon(), ANY_WORD)

    assert (found.is_by_author, found.faults) == (False, (Fault("condition_any_words", "5.2"),))
    named = rehearse(game, Seat.BLUE, when("H8 CASA", "I8 ARE"), noon(), ANY_WORD)
    assert named.faults == ()
