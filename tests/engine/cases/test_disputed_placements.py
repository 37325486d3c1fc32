"""Rulings about moves: returned, restored, or corrected in points."""

from dataclasses import replace
from functools import reduce

import pytest

from engine.cases.case import disputed, played_since
from engine.cases.choices import offered
from engine.cases.decide import Claim, NewCase, file_claim, rule
from engine.cases.events import CaseId, ClaimKind, RulingKind
from engine.cases.fold import evolve_case
from engine.cases.rulings import consequences
from engine.games.commands import ReturnPlacement
from engine.games.events import PlacementMade
from engine.ids import Leg, Seat
from engine.matches.match import MatchStage
from engine.matches.results import match_coefficients
from tests.builders import PARTNER_RULES, noon, play
from tests.engine.cases.bench import (
    MOVES,
    claim,
    codes,
    ended,
    homologated,
    order,
    own_case,
    situation,
    then,
)


@pytest.mark.article("5.2")
def test_a_wrong_word_takes_the_placement_back_and_its_days_stay_used() -> None:
    """The last move is returned to its author, as by the opponent."""
    now = situation("H7 CASA")
    now = replace(now, game=play(now.game, "I8 STIRE", at=noon(4)))

    last = then(now, RulingKind.WORD_INVALID, move=1, words=("STIRE",))
    first = then(now, RulingKind.WORD_INVALID, move=0, words=("CASA",))

    assert (last.game.turn, last.game.blue.score, last.game.blue.days) == (Seat.BLUE, 0, 3)
    assert last.game.voided[0].event.words == ("STIRE",)
    # Where the game has gone on, both have used their days in good faith.
    assert (first.game.moves, first.game.blue.days) == ((), 0)


@pytest.mark.article("5.2")
def test_only_the_last_placement_is_returned_an_earlier_one_annulled_back_to() -> None:
    """Moves after move n are annulled, and those before it stay."""
    now = situation(*MOVES)

    assert len(then(now, RulingKind.RETURNED, move=2).game.moves) == 2
    assert codes(now, RulingKind.RETURNED, move=1) == ["not_last_placement"]
    assert then(now, RulingKind.ANNULLED, move=1).game.moves == now.game.moves[:1]
    assert codes(now, RulingKind.ANNULLED, move=3) == ["no_such_placement"]


@pytest.mark.article("5.3")
def test_a_word_found_valid_lets_the_returned_placement_stand_again() -> None:
    """The opponent had sent it back, and the arbiter rules the word valid."""
    now = situation("H7 CASA", rules=PARTNER_RULES)
    back = replace(now, game=play(now.game, ReturnPlacement(by=Seat.BLUE), lexicon=()))

    again = then(back, RulingKind.WORD_VALID, move=0, words=("CASA",))

    assert (again.game.moves, again.game.red.score) == (now.game.moves, 8)
    assert codes(back, RulingKind.WORD_VALID, move=2) == ["nothing_to_restore"]
    assert codes(now, RulingKind.WORD_VALID, move=0) == ["nothing_to_restore"]


@pytest.mark.article("5.3")
def test_a_word_case_is_about_the_placement_it_names_and_no_other() -> None:
    """If others were played since, the ruling restores that move and removes the later ones."""
    now = situation("H7 CASA", rules=PARTNER_RULES)
    game = play(now.game, ReturnPlacement(by=Seat.BLUE), at=noon(1), lexicon=())
    again = play(game, "H7 CASA", at=noon(2))
    game = play(again, ReturnPlacement(by=Seat.BLUE), at=noon(2), lexicon=())
    now = replace(now, game=play(game, "8H SAC", "PAS", at=noon(3)))
    first, second = again.voided[0].moves[0], again.moves[0]
    case = claim(now, ClaimKind.WORD, words=("CASA",), made=first)
    assert case.placed == first.at
    assert disputed(case, now.game) == first
    assert played_since(now.game, first) == 2

    found = offered(case, now, order())

    assert [(one.kind, one.move, one.placed) for one in found[:3]] == [
        (RulingKind.WORD_VALID, 0, first.at),
        (RulingKind.WORD_VALID, None, None),
        (RulingKind.WORD_INVALID, None, first.at),
    ]
    after = consequences(now, order(), found[0]).after.game
    assert after.moves == (first,)
    assert after.turn is Seat.BLUE
    other = claim(now, ClaimKind.WORD, words=("CASA",), made=second)
    back = consequences(now, order(), offered(other, now, order())[0]).after.game
    assert back.moves == (second,)
    # Both are open at once: they are about different placements.
    assert isinstance(second, PlacementMade)
    new = NewCase(case=CaseId("M1/1#9"), at=noon(4), copy=9)
    wanted = Claim(kind=ClaimKind.WORD, by=now.game.red.person, placement=second, words=("CASA",))
    assert file_claim(now.game, new, wanted, [case])


@pytest.mark.article("5.3")
def test_a_corrected_placement_is_known_in_the_log() -> None:
    """The moves made since it was sent back are counted, although its points were corrected."""
    now = situation("H7 CASA", rules=PARTNER_RULES)
    right = then(now, RulingKind.SCORE, move=0, number=9).game
    game = play(right, ReturnPlacement(by=Seat.BLUE), at=noon(3), lexicon=())
    game = play(game, "8H SAC", "PAS", at=noon(4))

    (made,) = [one for one in game.voided[0].moves if isinstance(one, PlacementMade)]
    assert (made.points, played_since(game, made)) == (9, 2)


@pytest.mark.article("5.3")
def test_the_arbiter_says_from_where_the_game_goes_on() -> None:
    """The game continues with all moves annulled with it, from it alone, or as it is now."""
    now = situation(*MOVES)
    case = claim(now, ClaimKind.WORD, 1, ("STIRE",))
    wrong = then(now, RulingKind.WORD_INVALID, move=1, words=("STIRE",))
    later = replace(wrong, game=play(wrong.game, "PAS", at=noon(4)))

    everything, alone, nothing = offered(case, later, order(5))[:3]

    assert [one.kind for one in (everything, alone, nothing)] == [RulingKind.WORD_VALID] * 3
    assert consequences(later, order(5), everything).after.game.moves == now.game.moves
    assert consequences(later, order(5), alone).after.game.moves == now.game.moves[:2]
    assert consequences(later, order(5), nothing).after.game.moves == later.game.moves


@pytest.mark.article("5.3")
def test_of_a_placement_that_the_game_does_not_know_the_words_alone_are_ruled_on() -> None:
    """No move can be restored or annulled, but the words can still be ruled on."""
    now = situation(*MOVES)
    case = replace(claim(now, ClaimKind.WORD, 1, ("STIRE",)), move=9)

    found = offered(case, now, order())

    kinds = [RulingKind.WORD_VALID, RulingKind.WORD_INVALID, RulingKind.REJECTED]
    assert [(one.kind, one.move) for one in found] == [(kind, None) for kind in kinds]
    assert consequences(now, order(), found[0]).after.game == now.game


@pytest.mark.article("10.1")
def test_a_placement_put_back_by_a_ruling_may_leave_again_for_what_was_played_instead() -> None:
    """„The word is valid”, taken back, restores the move made in its place."""
    now = situation("H7 CASA", rules=PARTNER_RULES)
    case = claim(now, ClaimKind.WORD, words=("CASA",))
    back = play(now.game, ReturnPlacement(by=Seat.BLUE), at=noon(1), lexicon=())
    instead = replace(now, game=play(back, "8H SAC", "PAS", at=noon(2)))
    ruled = replace(order(), case=case.id)
    valid = offered(case, instead, ruled)[0]
    again = consequences(instead, ruled, valid).after
    assert again.game.moves == now.game.moves
    case = reduce(evolve_case, rule(case, ruled, valid), case)

    back_on = replace(order(5), case=case.id)
    found = offered(case, again, back_on)
    restored = consequences(again, back_on, found[0]).after.game

    assert found[0].kind is RulingKind.LIFTED
    assert restored.moves == instead.game.moves


@pytest.mark.article("5.3")
def test_a_claim_of_old_that_names_place_and_word_alone_is_still_ruled_on() -> None:
    """An old claim means the present move with its word and square, or the last such move."""
    now = situation("H7 CASA", rules=PARTNER_RULES)
    case = replace(claim(now, ClaimKind.WORD, words=("CASA",)), placed=None)
    back = replace(now, game=play(now.game, ReturnPlacement(by=Seat.BLUE), lexicon=()))

    assert disputed(case, now.game) == disputed(case, back.game) == now.game.moves[0]
    again = then(back, RulingKind.WORD_VALID, move=0, words=("CASA",))
    assert again.game.moves == now.game.moves
    assert disputed(own_case(now), now.game) is None


@pytest.mark.article("5.3")
def test_arithmetic_is_put_right_in_the_game_the_proposal_and_the_approved_result() -> None:
    """The ruling corrects score, coefficients and standings at any time."""
    now = situation("H7 CASA", leg=Leg.RETURN)
    over = ended(now, "PAS", "PAS", "PAS", "PAS")
    final = homologated(over)
    before = over.match.results

    running = then(now, RulingKind.SCORE, move=0, number=9)
    proposed = then(over, RulingKind.SCORE, move=0, number=9)
    counted = then(final, RulingKind.SCORE, move=0, number=9)

    assert running.game.red.score == 9
    assert proposed.match.stage is MatchStage.PROPOSED
    assert proposed.match.results == counted.match.results != before
    assert counted.competition is not None
    stored = counted.competition.phase.results[now.game.id]
    assert (stored.red_score, stored.red) == (
        counted.game.red.score,
        match_coefficients(counted.match)[now.game.id].first,
    )


@pytest.mark.article("5.2")
def test_what_was_annulled_stands_again_by_another_ruling() -> None:
    """Moves, points and days are as before."""
    now = situation(*MOVES)

    gone = then(now, RulingKind.ANNULLED, move=1)
    again = then(gone, RulingKind.LIFTED, placed=gone.game.voided[-1].event.at, move=1)

    assert again.game.moves == now.game.moves
