"""Laws of results and sanctions (art. 8.5, 9.1, 10.3)."""

from collections.abc import Callable
from decimal import Decimal
from itertools import combinations, product

import pytest

from engine.cases.events import Ruling, RulingKind
from engine.ids import Leg, PersonId, Seat
from tests.engine.laws.conftest import Check
from tests.engine.laws.notes import Kind
from tests.engine.laws.program import (
    Figures,
    absent_from,
    everything,
    lift,
    lost_by_own_fault,
    over,
    penalty,
    proposable,
    results,
    sanctioned,
    worth,
)
from tests.engine.laws.rulings import (
    ENDINGS,
    FIGURES,
    MOVES,
    OTHERS,
    any_rulings,
    on,
    on_results,
    pass_days,
    score,
    some,
)
from tests.engine.laws.world import World

K = RulingKind
POINTS = Decimal("0.1")
Act = Callable[[World], bool]


def finished(world: World) -> list[tuple[Leg, Seat]]:
    """Return each seat of each finished game."""
    return [*product(over(world), Seat)]


@pytest.mark.article("10.1")
@pytest.mark.parametrize(
    "kinds",
    [FIGURES, ENDINGS, MOVES, OTHERS],
    ids=["figures", "endings", "moves", "others"],
)
def test_a_lifted_ruling_leaves_no_trace(
    random_matches: Check, kinds: frozenset[RulingKind]
) -> None:
    """Lifting a ruling restores games, results and status exactly."""

    def law(world: World) -> None:
        found = [one for one in any_rulings(world) if one[1].kind in kinds]
        for leg, ruling in some(world, found, 4):
            if ruling.kind is K.EXCLUSION and world.excluded:
                continue  # of two disqualified players, the other one loses the game then
            then, before = world.copied(), everything(world)
            deed = then.decides(leg, ruling)
            if deed is not None and lift(then, deed):
                after = everything(then)
                wrong = {key: (one, after[key]) for key, one in before.items() if one != after[key]}
                assert not wrong, (leg, ruling, wrong)

    random_matches(law)


def test_a_lifted_ruling_leaves_what_was_done_since(random_matches: Check) -> None:
    """Lifting a ruling leaves everything as if only the later acts had been done (art. 10.1).

    Figures that are taken over belong to the end of that time, so they are no such act.
    """

    def law(world: World) -> None:
        found = on_results(world)
        pairs = [(one, _rules(*other)) for one, other in product(found, found)]
        if proposable(world):
            pairs += [(one, World.homologates) for one in found]
        for (leg, ruling), act in some(world, pairs, 4):
            then, without = world.copied(), world.copied()
            deed = then.decides(leg, ruling)
            if deed is not None and act(then) and act(without) and lift(then, deed):
                after, expected = everything(then), everything(without)
                wrong = {key: (one, after[key]) for key, one in expected.items()}
                wrong = {key: both for key, both in wrong.items() if both[0] != both[1]}
                assert not wrong, (leg, ruling, wrong)

    random_matches(law)


@pytest.mark.article("10.1")
def test_acts_are_lifted_in_either_order(random_matches: Check) -> None:
    """Two acts that are lifted leave everything as if neither had been, in either order.

    The other answer to a question about a word, and another writer, are no liftings: they are acts
    of their own, about the game of their day (art. 5.3, 9.6).
    """

    def law(world: World) -> None:
        deeds = [one for one in world.deeds if one.kind is not Kind.WRITER]
        deeds = [one for one in deeds if one.case is None or not one.case.is_query]
        for one, two in some(world, [*combinations(deeds[-4:], 2)], 2):
            first, second = world.copied(), world.copied()
            if lift(first, one) and lift(first, two) and lift(second, two) and lift(second, one):
                after, other = everything(first), everything(second)
                wrong = {key: (it, other[key]) for key, it in after.items() if it != other[key]}
                assert not wrong, (one, two, wrong)

    random_matches(law)


@pytest.mark.article("10.3")
def test_a_sanction_favours_no_punished_and_harms_no_innocent(random_matches: Check) -> None:
    """A sanction never raises the punished player's figure, nor lowers the innocent one's."""

    def law(world: World) -> None:
        for (leg, seat), ruling in product(finished(world), (on(K.LOSS), penalty)):
            then, before = world.copied(), worth(world, leg)
            if then.decides(leg, ruling(seat)):
                after = worth(then, leg)
                assert after[seat] <= before[seat], (leg, seat, before, after)
                assert after[seat.partner] >= before[seat.partner], (leg, seat, before, after)

    random_matches(law)


@pytest.mark.article("10.3")
def test_a_penalty_takes_its_points_alone(random_matches: Check) -> None:
    """A penalty takes its points off one figure, down to 0, and changes no other."""

    def law(world: World) -> None:
        for leg, seat in finished(world):
            then, before = world.copied(), results(world)
            if not then.decides(leg, penalty(seat)):
                continue
            after = results(then)
            left = max(before[leg][seat] - POINTS, Decimal(0))
            expected = {**before, leg: {**before[leg], seat: left}}
            assert after == expected, (leg, seat, before, after)

    random_matches(law)


@pytest.mark.article("9.1", "10.3")
def test_nobody_absent_wins(random_matches: Check) -> None:
    """A player who never came gets 0, also if the opponent is punished."""

    def law(world: World) -> None:
        for (leg, seat), kind in product(finished(world), (K.LOSS, K.EXCLUSION, K.LOST_ON_TIME)):
            if absent_from(world, leg, seat) and not worth(world, leg)[seat]:
                then = world.copied()
                if then.decides(leg, on(kind)(seat.partner)):
                    assert not worth(then, leg)[seat], (leg, seat, kind, worth(then, leg))

    random_matches(law)


@pytest.mark.article("7.2", "9.1")
def test_nobody_who_was_erased_wins(random_matches: Check) -> None:
    """A player who was erased at their own request wins no game by the opponent's silence."""

    def law(world: World) -> None:
        for leg, person in product(world.match.all_running, world.match.people):
            then = world.copied()
            if not world.is_listed or not then.erases(person):
                continue
            pass_days(then, 15)
            seat = then.games[leg].seat_of(person)
            for kind in (K.ABANDONED, K.NO_SHOW, K.LOST_ON_TIME):
                ruled = then.copied()
                if seat and ruled.decides(leg, on(kind)(seat.partner)):
                    assert worth(ruled, leg)[seat] <= 1, (leg, seat, kind, worth(ruled, leg))

    random_matches(law)


@pytest.mark.article("9.1", "10.3")
def test_nobody_who_lost_by_own_fault_wins_by_a_sanction(random_matches: Check) -> None:
    """A player who lost by their own fault gains nothing if the opponent is punished later."""

    def law(world: World) -> None:
        for leg, seat in finished(world):
            if lost_by_own_fault(world, leg, seat):
                then, before = world.copied(), worth(world, leg)
                if then.decides(leg, on(K.LOSS)(seat.partner)):
                    assert worth(then, leg)[seat] <= before[seat], (leg, seat, worth(then, leg))

    random_matches(law)


def test_independent_acts_commute(random_matches: Check) -> None:
    """Two acts that concern different things give the same results in either order."""

    def law(world: World) -> None:
        pairs = [(one, two) for one, two in _independent(world)]
        for one, two in some(world, pairs, 6):
            first, second = world.copied(), world.copied()
            if one(first) and two(first) and two(second) and one(second):
                assert results(first) == results(second), (results(first), results(second))
                assert first.match.stage is second.match.stage

    random_matches(law)


def _independent(world: World) -> list[tuple[Act, Act]]:
    """Return pairs of acts of which neither changes what the other is about."""
    legs = over(world)
    fines = [_rules(leg, penalty(seat)) for leg, seat in finished(world)]
    endings = {leg: [_rules(leg, on(K.LOSS)(seat)) for seat in Seat] for leg in legs}
    for leg in legs:
        endings[leg] += [_rules(leg, Ruling(kind=K.LEVEL)), _rules(leg, score(world, leg))]
    taken = {leg: [_takes_over(leg)] for leg in legs} if proposable(world) else {}
    pairs: list[tuple[Act, Act]] = [(one, two) for one in fines for two in fines if one is not two]
    if proposable(world):
        pairs += [(fine, World.homologates) for fine in fines]
        pairs += [(end, World.homologates) for ends in endings.values() for end in ends]
    for leg, other in product(legs, legs):
        pairs += product(fines, endings[leg])
        pairs += product(fines, taken.get(leg, []))
        if leg is not other:
            pairs += product(endings[leg], endings[other])
            pairs += product(taken.get(leg, []), endings[other])
    return pairs


def _rules(leg: Leg, ruling: Ruling) -> Act:
    return lambda world: world.decides(leg, ruling) is not None


def _takes_over(leg: Leg, figures: tuple[str, str] = ("1.2", "0.8")) -> Act:
    first, second = map(Decimal, figures)
    return lambda world: world.takes_over(world.match.first, (first, second), (leg,))


@pytest.mark.article("9.1")
def test_the_zero_of_a_resigned_game_depends_on_final_figures(random_matches: Check) -> None:
    """Who was ahead over both games is decided by both games' figures, however they arose.

    Sanctions come later, or a loss in one game could raise the punished player in the other.
    """

    def law(world: World) -> None:
        legs = over(world)
        if not proposable(world) or len(legs) < len(Leg):
            return
        endings = [Ruling(kind=K.LEVEL)]
        for leg, ruling in some(world, [*product(legs, endings)], 3):
            other = next(one for one in legs if one is not leg)
            if sanctioned(world, other):
                continue
            ruled, taken = world.copied(), world.copied()
            if not ruled.decides(other, ruling):
                continue
            own = _of_first(world, other, worth(ruled, other))
            same = taken.takes_over(*own, (other,)) and worth(taken, other) == worth(ruled, other)
            if same:  # a penalty is taken off again
                assert worth(taken, leg) == worth(ruled, leg), (leg, ruling, worth(ruled, leg))

    random_matches(law)


def _of_first(world: World, leg: Leg, figures: Figures) -> tuple[PersonId, tuple[Decimal, Decimal]]:
    """Return the first player and the figures of a game, the player's own first."""
    person = world.match.first
    seat = Seat.RED if world.match.colours(leg)[0] == person else Seat.BLUE
    return person, (figures[seat], figures[seat.partner])
