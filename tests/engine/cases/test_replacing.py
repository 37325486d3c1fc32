"""A ruling that replaces another restores what that one changed (art. 10.1, 10.3)."""

from dataclasses import replace
from decimal import Decimal
from functools import reduce

import pytest

from engine.cases.case import Case
from engine.cases.choices import offered
from engine.cases.decide import rule
from engine.cases.events import Ruling
from engine.cases.events import RulingKind as K
from engine.cases.fold import evolve_case
from engine.cases.rulings import consequences_in, lifted_first
from engine.cases.situation import Situation
from engine.games.orders import Order
from engine.ids import Seat
from tests.engine.cases.bench import MOVES, order, own_case, situation

WARNING = Ruling(kind=K.WARNING, seat=Seat.RED)


def ruled(now: Situation, ruling: Ruling) -> tuple[Case, Situation, Order]:
    """Return an own case with that ruling, the situation after it, and the case's next order."""
    case = own_case(now)
    first = replace(order(), case=case.id)
    after = consequences_in(case, now, first, ruling).after
    case = reduce(evolve_case, rule(case, first, ruling), case)
    return case, after, replace(order(4), case=case.id)


@pytest.mark.article("10.1")
@pytest.mark.parametrize(
    "first",
    [
        Ruling(kind=K.EXTENSION, seat=Seat.RED, number=5),
        Ruling(kind=K.ANNULLED, move=1),
        Ruling(kind=K.RETURNED, move=2),
        Ruling(kind=K.SCORE, move=0, number=3),
        Ruling(kind=K.EXCLUSION, seat=Seat.RED),
    ],
    ids=lambda one: one.kind.value,
)
def test_a_milder_ruling_restores_what_the_earlier_one_changed(first: Ruling) -> None:
    """Moves, points, days, games and the seat are as if only the milder ruling had been made."""
    now = situation(*MOVES)
    case, after, by = ruled(now, first)

    found = consequences_in(case, after, by, WARNING)

    assert found.after.game.moves == now.game.moves
    assert found.after.game.allowance(Seat.RED) == now.game.allowance(Seat.RED)
    assert found.after.game.red.score == now.game.red.score
    assert found.after.game.ended is None
    assert found.after.competition is not None
    assert not found.after.competition.excluded
    assert WARNING in offered(case, after, by, every=True)


@pytest.mark.article("7.2", "10.1")
def test_other_days_replace_the_days_of_the_same_case() -> None:
    """Three days instead of five are three, not eight."""
    now = situation(*MOVES)
    case, after, by = ruled(now, Ruling(kind=K.EXTENSION, seat=Seat.RED, number=5))

    found = consequences_in(case, after, by, Ruling(kind=K.EXTENSION, seat=Seat.RED, number=3))

    assert found.after.game.allowance(Seat.RED) == now.game.allowance(Seat.RED) + 3


@pytest.mark.article("10.3")
def test_a_ruling_that_needs_no_restoring_stands_alone() -> None:
    """A first ruling, one after a warning, and one that ends the game itself lift nothing."""
    now = situation(*MOVES)
    assert lifted_first(own_case(now), now, order(), WARNING) is None
    case, after, by = ruled(now, WARNING)
    fine = Ruling(kind=K.PENALTY, seat=Seat.RED, penalty=Decimal("0.2"))
    assert lifted_first(case, after, by, fine) is None
    case, after, by = ruled(now, Ruling(kind=K.ANNULLED, move=1))
    assert lifted_first(case, after, by, Ruling(kind=K.LOSS, seat=Seat.RED)) is None


@pytest.mark.article("10.1")
def test_what_can_no_longer_be_lifted_stays() -> None:
    """A reinstatement without a competition is impossible, so the ruling is made alone."""
    now = situation(*MOVES)
    case, after, by = ruled(now, Ruling(kind=K.EXCLUSION, seat=Seat.RED))
    alone = replace(after, competition=None)

    assert lifted_first(case, alone, by, WARNING) is None
