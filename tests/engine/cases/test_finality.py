"""What is final during the game: a main arbiter's ruling, to every other arbiter (art. 10.1)."""

from dataclasses import replace
from decimal import Decimal
from functools import reduce

import pytest

from engine.cases.case import Case
from engine.cases.decide import rule
from engine.cases.events import CaseId, Ruling, RulingKind
from engine.cases.finality import Bench, check_final
from engine.cases.fold import evolve_case
from engine.errors import GameStateError
from engine.ids import PersonId, Seat
from tests.engine.cases.bench import MOVES, order, own_case, situation
from tests.engine.competitions.desk import ARBITER
from tests.engine.refusals import told

K = RulingKind
DEPUTY = PersonId(901)
LOSS = Ruling(kind=K.LOSS, seat=Seat.RED)
WARNING = Ruling(kind=K.WARNING, seat=Seat.RED)


def ruled(ruling: Ruling, by: PersonId = ARBITER) -> Case:
    """Return a case in which that arbiter has ruled so; the first arbiter is the main one."""
    case = own_case(situation(*MOVES))
    made = rule(case, replace(order(), arbiter=by), ruling, main=by == ARBITER)
    return reduce(evolve_case, made, case)


def allowed(bench: Bench, case: Case, by: PersonId, ruling: Ruling) -> bool:
    """Return whether that arbiter may rule so."""
    try:
        check_final(bench, case, by, ruling)
    except GameStateError as error:
        return [fault.code for fault in error.faults] != ["ruling_is_final"]
    return True


@pytest.mark.article("10.1")
def test_during_the_game_only_the_main_arbiter_changes_his_ruling() -> None:
    """Another arbiter changes his own, and whatever there is once the game is over."""
    bench = Bench(main=ARBITER, running=True)

    assert allowed(bench, ruled(WARNING), ARBITER, LOSS)
    assert not allowed(bench, ruled(WARNING), DEPUTY, LOSS)
    assert allowed(bench, ruled(WARNING, DEPUTY), DEPUTY, LOSS)
    assert allowed(replace(bench, running=False), ruled(WARNING), DEPUTY, LOSS)


@pytest.mark.article("10.1")
def test_whoever_may_not_change_a_ruling_is_told_in_which_case_it_was_made() -> None:
    """In the same case or by one of his own: the article, and the case that stands in the way."""
    other = replace(ruled(LOSS), id=CaseId("K7QF/1#7"))
    bench = Bench(main=ARBITER, running=True, cases=(other,))
    own = own_case(situation(*MOVES))

    for case, ruling in ((other, WARNING), (own, Ruling(kind=K.PENALTY, seat=Seat.RED))):
        fined = replace(ruled(ruling), id=other.id)
        with pytest.raises(GameStateError) as refused:
            check_final(replace(bench, cases=(fined,)), case, DEPUTY, ruling)
        assert told(refused) == ["ruling_is_final (art. 10.1) case=K7QF/1#7"]


@pytest.mark.article("10.1")
def test_a_ruling_stays_a_main_arbiters_when_another_takes_over() -> None:
    """Who is main arbiter now may change it; who once sat beside him still may not."""
    bench = Bench(main=PersonId(902), running=True)

    assert allowed(bench, ruled(WARNING), PersonId(902), LOSS)
    assert not allowed(bench, ruled(WARNING), DEPUTY, LOSS)
    # Logs from before it was noted name only the arbiter: the one who is main now is known.
    unmarked = ruled(WARNING, DEPUTY)
    assert not allowed(replace(bench, main=DEPUTY), unmarked, ARBITER, LOSS)


@pytest.mark.article("10.1")
@pytest.mark.parametrize(
    ("was", "new", "free"),
    [
        (Ruling(kind=K.ANNULLED, move=1), Ruling(kind=K.RESTORED), False),
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
            Ruling(kind=K.EXCLUSION, seat=Seat.RED),
            Ruling(kind=K.REINSTATED, seat=Seat.RED),
            False,
        ),
        (
            Ruling(kind=K.WORD_VALID, words=("TIN",)),
            Ruling(kind=K.WORD_INVALID, move=2, words=("TIN",)),
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
        (Ruling(kind=K.WORD_INVALID, move=2, words=("TIN",)), Ruling(kind=K.RESTORED), False),
        (Ruling(kind=K.WORD_VALID, words=("TIN",)), Ruling(kind=K.RESTORED), True),
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
def test_nor_does_another_arbiter_undo_it_by_a_case_of_his_own(
    was: Ruling, new: Ruling, *, free: bool
) -> None:
    """What has nothing to do with it he may rule."""
    other = replace(ruled(was), id=CaseId("K7QF/1#7"))
    bench = Bench(main=ARBITER, running=True, cases=(other,))

    own = own_case(situation(*MOVES))
    assert allowed(bench, own, DEPUTY, new) is free
    assert allowed(bench, own, ARBITER, new)
