"""A wrong word is sent back, or accepted, by the opponent."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine.errors import GameStateError, RuleViolation
from engine.games.commands import AcceptPlacement, CheckTime, ReturnPlacement
from engine.games.events import PlacementReturned, TimeExceeded
from engine.games.orders import annul, grant_time, lift
from engine.games.queries import made_as_asked, query
from engine.ids import Seat
from engine.notation import parse_placement
from tests.builders import PARTNER_RULES, START, ask, game_after, noon, play
from tests.engine.games.ordered import obeyed, order, restore
from tests.engine.refusals import codes

CASE = "TEST/1#1"


@pytest.mark.article("5.2")
def test_a_wrong_word_may_be_returned_by_the_opponent_and_its_author_places_again() -> None:
    """Tiles, turn and score are restored, and used days stay used."""
    before = game_after(rules=PARTNER_RULES)
    wrong = play(before, "H8 CASA", at=noon(4), lexicon=())
    back = play(wrong, ReturnPlacement(by=Seat.BLUE), at=noon(6), lexicon=())

    assert back.red.rack == before.red.rack
    assert back.board == before.board
    assert (back.turn, back.red.score, back.red.moves) == (Seat.RED, 0, 0)
    assert back.red.days == 3
    assert back.received == START + timedelta(days=6)
    assert len(back.voided) == 1


@pytest.mark.article("5.2")
@pytest.mark.article("7.1")
def test_who_returns_a_placement_is_charged_the_days_they_held_it() -> None:
    """Days count from arrival to return; only an earlier annulment restores them."""
    wrong = play(game_after(rules=PARTNER_RULES), "H8 CASA", lexicon=())
    back = play(wrong, ReturnPlacement(by=Seat.BLUE), at=noon(6), lexicon=())
    on = play(back, "H8 CASA", "I8 STIRE", at=noon(6))

    assert (back.blue.days, on.blue.days) == (5, 5)
    assert obeyed(on, annul(on, order(7), 1)).blue.days == 5
    assert obeyed(on, annul(on, order(7), 0)).blue.days == 0
    assert obeyed(back, restore(back, order(7, "5.3"))).blue.days == 5


@pytest.mark.article("7.2")
def test_exceeded_time_is_not_wiped_out_by_returning() -> None:
    """A player who returned the move after their time is late even if a ruling restores it."""
    wrong = play(game_after(rules=PARTNER_RULES), "H8 CASA", lexicon=())
    flagged = play(wrong, CheckTime(), at=noon(32))
    back = play(flagged, ReturnPlacement(by=Seat.BLUE), at=noon(32), lexicon=())
    again = obeyed(back, restore(back, order(33, "5.3")))

    assert [game.blue.told_late for game in (flagged, back, again)] == [True] * 3
    assert (back.blue.days, again.blue.days) == (31, 31)


@pytest.mark.article("7.2")
def test_a_return_after_time_exceeds_the_time() -> None:
    """A late return exceeds the time; if that loses the game, no return is possible."""
    wrong = play(game_after(rules=PARTNER_RULES), "H8 CASA", lexicon=())
    flag, back = ask(wrong, ReturnPlacement(by=Seat.BLUE), at=noon(32), lexicon=())

    assert isinstance(flag, TimeExceeded)
    assert isinstance(back, PlacementReturned)
    strict = replace(wrong, rules=replace(PARTNER_RULES, auto_forfeit=True))
    with pytest.raises(GameStateError, match="time_is_up"):
        ask(strict, ReturnPlacement(by=Seat.BLUE), at=noon(32), lexicon=())


@pytest.mark.article("5.2")
def test_a_returned_placement_cannot_be_sent_again_as_it_was() -> None:
    """Another move can be sent, or the same after a ruling for its words."""
    wrong = play(game_after(rules=PARTNER_RULES), "H8 CASA", lexicon=())
    back = play(wrong, ReturnPlacement(by=Seat.BLUE), lexicon=())

    with pytest.raises(RuleViolation) as refusal:
        play(back, "H8 CASA", lexicon=())
    assert codes(refusal) == ["returned_before"]
    assert play(back, "H7 CASA", lexicon=()).moves
    assert play(back, "H8 CASA").moves


@pytest.mark.article("5.2")
def test_a_valid_placement_cannot_be_returned() -> None:
    """A move whose words are all in the list cannot be sent back."""
    game = game_after("H8 CASA", rules=PARTNER_RULES)
    with pytest.raises(RuleViolation) as refusal:
        ask(game, ReturnPlacement(by=Seat.BLUE))

    assert codes(refusal) == ["words_are_valid"]


@pytest.mark.article("5.2")
def test_the_opponent_objects_to_the_words_they_name_and_only_to_wrong_ones() -> None:
    """If the list has the one word that they name, the move is not returned."""
    game = game_after("H7 CASA", "I8 STIRE", rules=PARTNER_RULES)
    listed = ("STIRE", "ST", "AI")

    (back,) = ask(game, ReturnPlacement(by=Seat.RED, words=("AS", "STIRE")), lexicon=listed)

    assert isinstance(back, PlacementReturned)
    assert back.words == ("AS",)
    with pytest.raises(RuleViolation, match="words_are_valid"):
        ask(game, ReturnPlacement(by=Seat.RED, words=("STIRE",)), lexicon=listed)


@pytest.mark.article("5.2")
def test_a_placement_once_accepted_stays() -> None:
    """A wrong word that the opponent accepted cannot be sent back afterwards."""
    game = game_after("H7 CASA", rules=PARTNER_RULES)

    kept = play(game, AcceptPlacement(by=Seat.BLUE))

    assert kept == replace(game, accepted=game.moves)
    assert not kept.returnable
    for command in (ReturnPlacement(by=Seat.BLUE), AcceptPlacement(by=Seat.BLUE)):
        with pytest.raises(GameStateError, match="nothing_to_return"):
            ask(kept, command, lexicon=())
    with pytest.raises(GameStateError, match="not_your_turn"):
        ask(game, AcceptPlacement(by=Seat.RED))
    with pytest.raises(GameStateError, match="words_already_checked"):
        ask(game_after("H7 CASA"), AcceptPlacement(by=Seat.BLUE))


@pytest.mark.article("5.2")
def test_an_answered_placement_can_no_longer_be_returned() -> None:
    """An answer accepts the move, so the opponent cannot send it back."""
    game = play(game_after(rules=PARTNER_RULES), "H8 CASA", "PAS", lexicon=())
    with pytest.raises(GameStateError) as refusal:
        ask(game, ReturnPlacement(by=Seat.RED), lexicon=())

    assert codes(refusal) == ["nothing_to_return"]


@pytest.mark.article("5.2", "10.1")
def test_whoever_has_answered_a_placement_cannot_send_it_back_any_more() -> None:
    """Neither an annulled answer nor a restored placement that was accepted changes that."""
    first = game_after("H7 CASA", rules=PARTNER_RULES)
    days = obeyed(first, grant_time(first, order(1), Seat.BLUE, 5))
    answered = play(days, "I8 STIRE")
    without = obeyed(answered, annul(answered, order(2), 1))
    neither = obeyed(answered, annul(answered, order(2), 0))
    accepted = play(first, AcceptPlacement(by=Seat.BLUE))
    gone = obeyed(accepted, annul(accepted, order(2), 0))

    restored = [obeyed(game, restore(game, order(3))) for game in (neither, gone)]

    assert [game.returnable for game in (first, days, answered, without)] == [True] * 3 + [False]
    assert [game.moves for game in restored] == [answered.moves, first.moves]
    assert [game.returnable for game in restored] == [True, False]


@pytest.mark.article("5.2", "5.3", "10.1")
def test_a_placement_may_be_sent_back_again_if_the_answer_to_it_never_counted() -> None:
    """The answer was inserted by a ruling that is lifted, so the author's question waits again."""
    first = game_after("H7 CASA", rules=PARTNER_RULES)
    asked = obeyed(first, query(first, Seat.BLUE, CASE, noon(2)))
    placement = parse_placement("I8 STIRE")
    ruled = order(3, case=CASE)
    made = obeyed(asked, made_as_asked(asked, ruled, placement, place=1, asked=noon(2)))

    back = obeyed(made, lift(made, order(4, case=CASE), noon(3)))

    assert (len(made.moves), back.moves, back.query) == (2, first.moves, CASE)
    assert [game.returnable for game in (made, back)] == [True, True]
