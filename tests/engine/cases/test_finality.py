"""Rulings final during the game: the chief arbiter's, for every other arbiter (art. 10.1)."""

from dataclasses import replace
from decimal import Decimal
from functools import reduce

import pytest

from engine.cases.case import Case
from engine.cases.decide import rule
from engine.cases.events import CaseId, ClaimKind, Ruling, RulingKind
from engine.cases.finality import GameCases, check_final
from engine.cases.fold import evolve_case
from engine.cases.rulings import consequences, effect_here
from engine.cases.situation import Situation
from engine.errors import GameStateError
from engine.games.commands import Resign
from engine.games.fold import evolve
from engine.games.orders import take_seat
from engine.ids import PersonId, Seat
from tests.builders import noon
from tests.engine.cases.bench import (
    DAY,
    MOVES,
    claim,
    ended,
    ending,
    late,
    order,
    own_case,
    situation,
)
from tests.engine.competitions.desk import ARBITER
from tests.engine.refusals import error_lines

K = RulingKind
NOW = situation(*MOVES)
DEPUTY = PersonId(901)
OTHER = CaseId("K7QF/1#7")
ALONE = ((noon(), ARBITER),)
"""The first arbiter was always the chief arbiter."""
HANDED_OVER = (*ALONE, (noon(DAY + 1), PersonId(902)))
LOSS = Ruling(kind=K.LOSS, seat=Seat.RED)
WARNING = Ruling(kind=K.WARNING, seat=Seat.RED)


def ruled(ruling: Ruling, by: PersonId = ARBITER) -> Case:
    """Return a case with that arbiter's ruling; the first arbiter is the chief arbiter."""
    case = own_case(situation(*MOVES))
    made = rule(case, replace(order(), arbiter=by), ruling)
    return reduce(evolve_case, made, case)


def allowed(
    bench: GameCases,
    case: Case,
    by: PersonId,
    ruling: Ruling,
    now: Situation | None = None,
    *,
    day: int = DAY,
) -> bool:
    """Return whether that arbiter may rule so on that day."""
    try:
        check_final(bench, case, by, ruling, effect_here(now or NOW, order(day), ruling))
    except GameStateError as error:
        return [fault.code for fault in error.faults] != ["ruling_is_final"]
    return True


@pytest.mark.article("10.1")
def test_during_the_game_only_the_chief_arbiter_changes_their_own_ruling() -> None:
    """Another arbiter may change only their own, even once the game is over."""
    bench = GameCases(served=ALONE, game=NOW.game)

    assert allowed(bench, ruled(WARNING), ARBITER, LOSS)
    assert not allowed(bench, ruled(WARNING), DEPUTY, LOSS)
    assert allowed(bench, ruled(WARNING, DEPUTY), DEPUTY, LOSS)


@pytest.mark.article("10.1")
def test_a_refused_change_names_the_case_of_the_ruling() -> None:
    """In this or their own case the refusal names the article and the earlier case."""
    other = replace(ruled(LOSS), id=CaseId("K7QF/1#7"))
    bench = GameCases(served=ALONE, game=NOW.game, cases=(other,))
    own = own_case(situation(*MOVES))

    for case, ruling in ((other, WARNING), (own, Ruling(kind=K.PENALTY, seat=Seat.RED))):
        fined = replace(ruled(ruling), id=other.id)
        with pytest.raises(GameStateError) as refused:
            check_final(
                replace(bench, cases=(fined,)),
                case,
                DEPUTY,
                ruling,
                effect_here(NOW, order(), ruling),
            )
        assert error_lines(refused) == ["ruling_is_final (art. 10.1) case=K7QF/1#7"]


@pytest.mark.article("10.1")
def test_a_ruling_stays_a_main_arbiters_when_another_takes_over() -> None:
    """Neither the successor nor the author may change it, until it is the author's match again."""
    bench = GameCases(served=HANDED_OVER, game=NOW.game)

    for arbiter in (PersonId(902), DEPUTY, ARBITER):
        assert not allowed(bench, ruled(WARNING), arbiter, LOSS)
    again = (*HANDED_OVER, (noon(DAY + 2), ARBITER))
    assert allowed(replace(bench, served=again), ruled(WARNING), ARBITER, LOSS)


@pytest.mark.article("10.1")
def test_the_chief_arbiter_of_that_moment_counts() -> None:
    """A ruling is final if its author was the chief arbiter at that moment, and else not."""
    of_deputy = ruled(WARNING, DEPUTY)
    then = GameCases(game=NOW.game, served=((noon(), DEPUTY), (noon(DAY + 1), ARBITER)))
    later = replace(then, served=((noon(), ARBITER), (noon(DAY + 1), DEPUTY)))

    assert not allowed(then, of_deputy, ARBITER, LOSS)
    assert allowed(later, of_deputy, ARBITER, LOSS)


@pytest.mark.article("10.1", "7.2")
def test_a_rejected_time_claim_is_no_loss_on_time_after_a_handover() -> None:
    """The successor cannot rule a loss on the silence about which the claim was rejected."""
    now = late()
    filed = replace(claim(now, ClaimKind.TIME), id=OTHER, against=now.game.blue.person)
    no = reduce(evolve_case, rule(filed, order(), Ruling(kind=K.REJECTED)), filed)
    bench = GameCases(served=HANDED_OVER, game=now.game, cases=(no,))

    for kind in (K.LOST_ON_TIME, K.NO_SHOW, K.ABANDONED):
        new = Ruling(kind=kind, seat=Seat.BLUE)
        assert not allowed(bench, own_case(now), PersonId(902), new, now, day=60)


@pytest.mark.article("10.1")
@pytest.mark.parametrize(
    ("was", "new", "free"),
    [
        (Ruling(kind=K.ANNULLED, move=1), Ruling(kind=K.LIFTED, placed=order().at, move=1), False),
        (Ruling(kind=K.SCORE, move=1, number=9), Ruling(kind=K.SCORE, move=1, number=8), False),
        (Ruling(kind=K.SCORE, move=1, number=9), Ruling(kind=K.SCORE, move=0, number=8), True),
        (
            Ruling(kind=K.EXTENSION, seat=Seat.RED, number=5),
            Ruling(kind=K.EXTENSION, seat=Seat.RED, number=-5),
            False,
        ),
        (
            Ruling(kind=K.EXTENSION, seat=Seat.RED, number=5),
            Ruling(kind=K.EXTENSION, seat=Seat.RED, number=2),
            True,
        ),
        (
            Ruling(kind=K.PENALTY, seat=Seat.RED, penalty=Decimal("0.5")),
            Ruling(kind=K.PENALTY, seat=Seat.RED, penalty=Decimal(0)),
            False,
        ),
        (
            Ruling(kind=K.PENALTY, seat=Seat.RED, penalty=Decimal("0.5")),
            Ruling(kind=K.PENALTY, seat=Seat.RED, penalty=Decimal("0.2")),
            True,
        ),
        (
            Ruling(kind=K.EXCLUSION, seat=Seat.RED),
            Ruling(kind=K.REINSTATED, seat=Seat.RED),
            False,
        ),
        (
            Ruling(kind=K.WORD_VALID, words=("TIN",)),
            Ruling(kind=K.WORD_INVALID, move=2, words=("TIN",)),
            False,
        ),
        (  # the same word with a blank
            Ruling(kind=K.WORD_VALID, words=("TIN",)),
            Ruling(kind=K.WORD_INVALID, move=2, words=("TiN",)),
            False,
        ),
        (
            Ruling(kind=K.WORD_VALID, words=("TIN",)),
            Ruling(kind=K.WORD_INVALID, move=2, words=("AS",)),
            True,
        ),
        (
            Ruling(kind=K.WORD_VALID, words=("TIN", "AS")),
            Ruling(kind=K.WORD_VALID, words=("AS",)),
            True,
        ),
        (
            Ruling(kind=K.WORD_INVALID, move=2, words=("TIN",)),
            Ruling(kind=K.LIFTED, placed=order().at, move=1),
            False,
        ),
        (
            Ruling(kind=K.WORD_VALID, words=("TIN",)),
            Ruling(kind=K.LIFTED, placed=order().at, move=1),
            True,
        ),
        (
            Ruling(kind=K.EXTENSION, seat=Seat.RED, number=5),
            Ruling(kind=K.EXTENSION, seat=Seat.BLUE, number=-5),
            True,
        ),
        (
            Ruling(kind=K.EXTENSION, seat=Seat.RED, number=5),
            Ruling(kind=K.EXTENSION, seat=Seat.RED, number=-1),
            False,
        ),
        (
            Ruling(kind=K.PENALTY, seat=Seat.RED, penalty=Decimal("0.5")),
            Ruling(kind=K.LOSS, seat=Seat.RED),
            True,
        ),
        (
            Ruling(kind=K.LOSS, seat=Seat.RED),
            Ruling(kind=K.PENALTY, seat=Seat.RED, penalty=Decimal("0.5")),
            True,
        ),
        (WARNING, WARNING, True),
        (WARNING, LOSS, True),
    ],
    ids=str,
)
def test_nor_does_another_arbiter_undo_it_by_a_case_of_their_own(
    was: Ruling, new: Ruling, *, free: bool
) -> None:
    """Another arbiter may rule on unrelated matters only."""
    other = replace(ruled(was), id=CaseId("K7QF/1#7"))
    bench = GameCases(served=ALONE, game=NOW.game, cases=(other,))

    own = own_case(situation(*MOVES))
    after = consequences(NOW, order(), was).after
    assert allowed(bench, own, DEPUTY, new, after) is free
    assert allowed(bench, own, ARBITER, new, after)


@pytest.mark.article("10.1")
def test_it_stays_final_after_the_end_unless_it_ended_the_game() -> None:
    """Another arbiter may change a ruling made after the end, or one that ended it (10.2)."""
    over = ended(NOW, Resign(by=Seat.BLUE), day=DAY + 1).game
    lost = consequences(NOW, order(), LOSS).after.game
    later = consequences(NOW, order(1), LOSS).after.game

    assert not allowed(GameCases(served=ALONE, game=over), ruled(WARNING), DEPUTY, LOSS)
    assert allowed(GameCases(served=ALONE, game=lost), ruled(LOSS), DEPUTY, WARNING)
    assert allowed(GameCases(served=ALONE, game=later), ruled(WARNING), DEPUTY, LOSS)
    level = consequences(replace(NOW, game=later), order(DAY + 1), Ruling(kind=K.LEVEL)).after.game
    bench = GameCases(served=ALONE, game=level, over_since=order(1).at)
    assert allowed(bench, ruled(WARNING), DEPUTY, LOSS)


@pytest.mark.article("10.1")
def test_a_rejected_time_claim_is_no_loss_on_time_in_another_arbiters_case() -> None:
    """After a rejected time claim another arbiter cannot rule a loss on time."""
    now = late()
    own = own_case(now)
    made = rule(own, order(), Ruling(kind=K.AS_PLAYED, seat=Seat.BLUE))
    as_played = reduce(evolve_case, made, replace(own, id=OTHER))
    filed = replace(claim(now, ClaimKind.TIME), id=OTHER, against=now.game.blue.person)
    no = reduce(evolve_case, rule(filed, order(), Ruling(kind=K.REJECTED)), filed)

    for other in (no, as_played):
        bench = GameCases(served=ALONE, game=now.game, cases=(other,))
        for kind in (K.LOST_ON_TIME, K.NO_SHOW, K.ABANDONED):
            new = Ruling(kind=kind, seat=Seat.BLUE)
            assert not allowed(bench, own, DEPUTY, new, now, day=33)
        assert allowed(bench, own, DEPUTY, LOSS, now)


@pytest.mark.article("10.1")
def test_an_end_and_its_reversal_are_not_undone_in_another_arbiters_case() -> None:
    """Another arbiter can neither repeat a reversed loss nor reverse an ordered end."""
    lost = consequences(NOW, order(1), LOSS).after
    again = replace(lost, game=lost.game)
    taken_back = Ruling(kind=K.LIFTED, **ending(lost))  # type: ignore[arg-type]  # an instant
    running = consequences(lost, order(2), taken_back).after
    own = own_case(NOW)
    for was, now, new in (
        (taken_back, running, LOSS),
        (LOSS, running, Ruling(kind=K.WARNING, seat=Seat.RED)),
        (LOSS, again, taken_back),
    ):
        bench = GameCases(served=ALONE, game=running.game, cases=(replace(ruled(was), id=OTHER),))
        free = new.kind is K.WARNING
        assert allowed(bench, own, DEPUTY, new, now) is free


@pytest.mark.article("10.1")
def test_a_ruling_that_was_taken_back_is_not_made_again_in_another_case() -> None:
    """Another arbiter cannot rule again what the chief arbiter has lifted in its own case."""
    lost = ruled(LOSS)
    lifted = Ruling(kind=K.LIFTED, placed=order().at)
    other = replace(reduce(evolve_case, rule(lost, order(), lifted), lost), id=OTHER)
    bench = GameCases(served=ALONE, game=NOW.game, cases=(other,))

    assert not allowed(bench, own_case(NOW), DEPUTY, LOSS)
    assert allowed(bench, own_case(NOW), DEPUTY, replace(LOSS, seat=Seat.BLUE))
    assert allowed(bench, own_case(NOW), ARBITER, LOSS)


@pytest.mark.article("10.1")
def test_a_placement_that_was_to_stand_is_not_annulled_in_another_arbiters_case() -> None:
    """A move with valid words, a rejected claim or a restoration is safe from both."""
    own = own_case(NOW)
    gone = consequences(NOW, order(1), Ruling(kind=K.ANNULLED, move=1)).after
    taken_back = Ruling(kind=K.LIFTED, placed=order(1).at, move=1)
    back = consequences(gone, order(), taken_back).after
    word = replace(claim(NOW, ClaimKind.WORD, 2, ("TIN",)), id=OTHER)
    rulings = (Ruling(kind=K.WORD_VALID, words=("TIN",)), Ruling(kind=K.REJECTED))
    kept = [reduce(evolve_case, rule(word, order(), one), word) for one in rulings]
    restored = replace(ruled(taken_back), id=OTHER)

    for other, now in ((kept[0], NOW), (kept[1], NOW), (restored, back)):
        bench = GameCases(served=ALONE, game=now.game, cases=(other,))
        for new in (Ruling(kind=K.RETURNED, move=2), Ruling(kind=K.ANNULLED, move=1)):
            assert not allowed(bench, own, DEPUTY, new, now)
        assert allowed(bench, own, DEPUTY, WARNING, now)


@pytest.mark.article("5.3", "10.1")
def test_the_score_of_another_placement_in_the_same_place_is_not_final() -> None:
    """The play that the chief arbiter had corrected was annulled, and another one was made."""
    first = Ruling(kind=K.SCORE, move=0, number=9)
    fixed = consequences(NOW, order(), first).after
    case = replace(ruled(first), id=OTHER)
    made = replace(fixed.game.moves[0], at=order(3).at)
    again = replace(fixed, game=replace(fixed.game, moves=(made, *fixed.game.moves[1:])))

    for now, is_open in ((fixed, False), (again, True)):
        bench = GameCases(served=ALONE, game=now.game, cases=(case,))
        wanted = Ruling(kind=K.SCORE, move=0, number=8)
        assert allowed(bench, own_case(NOW), DEPUTY, wanted, now) is is_open


@pytest.mark.article("10.1")
def test_a_rejected_time_claim_stays_final_when_another_player_has_the_seat() -> None:
    """Another arbiter still cannot rule a loss on that time; the chief arbiter can."""
    now = late()
    filed = replace(claim(now, ClaimKind.TIME), id=OTHER, against=now.game.blue.person)
    no = reduce(evolve_case, rule(filed, order(), Ruling(kind=K.REJECTED)), filed)
    taken = take_seat(now.game, noon(DAY), Seat.BLUE, PersonId(77))
    now = replace(now, game=reduce(evolve, taken, now.game))
    bench = GameCases(served=ALONE, game=now.game, cases=(no,))
    lost = Ruling(kind=K.LOST_ON_TIME, seat=Seat.BLUE)

    assert not allowed(bench, own_case(now), DEPUTY, lost, now, day=33)
    assert allowed(bench, own_case(now), ARBITER, lost, now, day=33)
