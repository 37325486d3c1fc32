"""Laws of thinking time (art. 7.1, 7.2, 5.3)."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import combinations, product

import pytest

from engine.games.commands import Pass
from engine.ids import Leg, Seat
from tests.engine.laws.conftest import Check
from tests.engine.laws.program import (
    allowance,
    began,
    days_left,
    exceeded,
    runs,
    standing,
    turn_of,
    used,
    waits_for_arbiter,
)
from tests.engine.laws.rulings import entered_late, pass_days, some
from tests.engine.laws.world import World


def playable(world: World) -> list[Leg]:
    """Return the games in which the player to move may move, and waits for nobody."""
    return [leg for leg in world.games if runs(world, leg) and not waits_for_arbiter(world, leg)]


@pytest.mark.article("7.1", "9.6")
def test_entering_late_is_entering_in_time(random_matches: Check) -> None:
    """Entering late what was sent in time gives its author the same days and the same verdict."""

    def law(world: World) -> None:
        for leg in playable(world):
            seat, sent = turn_of(world, leg), world.today
            over = max(days_left(world, leg, seat), 0) + 2
            for later in (2, over):
                timely, late = world.copied(), world.copied()
                for one in (timely, late):  # an automatic reply begins the author's next turn
                    one.plans[leg] = {}
                assert timely.does(leg, Pass(by=seat))
                pass_days(timely, later)
                pass_days(late, later)
                if not runs(late, leg) or not late.enters(
                    leg, Pass(by=seat), began(world, leg), sent
                ):
                    continue
                found = [(used(one, leg, seat), exceeded(one, leg, seat)) for one in (timely, late)]
                assert found[0] == found[1], (leg, seat, later, found)

    random_matches(law)


@pytest.mark.article("7.1", "7.2")
def test_time_is_exceeded_exactly_above_the_allowance(random_matches: Check) -> None:
    """Time is exceeded exactly if the days used exceed the allowance, at every moment."""

    def law(world: World) -> None:
        checks_flags(world)
        for leg in some(world, playable(world), 1):
            seat, then = turn_of(world, leg), world.copied()
            pass_days(then, max(days_left(then, leg, seat), 0) + 2)
            checks_flags(then)
            granted = then.copied()
            if granted.makes_ruling(leg, "extension", seat=seat, number=5):
                checks_flags(granted)
            late = entered_late(world, leg)
            if late is not None:
                checks_flags(late)

    random_matches(law)


def checks_flags(world: World) -> None:
    """Compare verdict and days of both players in the running games."""
    checked = world.copied()
    checked.checks_time()
    for leg in checked.games:
        for seat in Seat if runs(checked, leg) else ():
            days, most = used(checked, leg, seat), allowance(checked, leg, seat)
            assert exceeded(checked, leg, seat) is (days > most), (leg, seat, days, most)


@pytest.mark.article("7.1")
def test_a_turn_begins_with_its_sheets(random_matches: Check) -> None:
    """A turn never begins before its sheets were queued for the player to move."""

    def law(world: World) -> None:
        checks_turns(world)
        for leg in some(world, [*world.games], 1):
            then = world.copied()
            then.blocked = {*then.match.people}
            pass_days(then, 2)
            if then.answers_question(leg, upheld=True):
                checks_turns(then)
            elif runs(then, leg):
                pas = Pass(by=turn_of(then, leg))
                then.enters(leg, pas, began(then, leg), began(then, leg))
                checks_turns(then)

    random_matches(law)


def checks_turns(world: World) -> None:
    """Compare the beginning of each turn with the day on which its sheets were queued."""
    for leg in playable(world):
        assert began(world, leg) >= world.queued[leg], (leg, began(world, leg))


@pytest.mark.article("7.1", "7.2")
def test_acts_about_time_commute(random_matches: Check) -> None:
    """Leave, granted days and days of an outage leave the same clocks in either order."""

    def law(world: World) -> None:
        for one, two in some(world, [*combinations(_about_time(world), 2)], 4):
            first, second = world.copied(), world.copied()
            if one(first) and two(first) and two(second) and one(second):
                both = [[standing(each, leg) for leg in each.games] for each in (first, second)]
                assert both[0] == both[1], both

    random_matches(law)


def _about_time(world: World) -> list[Callable[[World], bool]]:
    """Return acts about the days of one player each, permitted or not."""
    ago = world.today - timedelta(4)
    found: list[Callable[[World], bool]] = []
    for leg, seat in product(world.match.all_running, Seat):
        person = world.games[leg].side(seat).person
        found += [
            partial(World.grants, leg=leg, seat=seat, days=3),
            partial(World.makes_good, leg=leg, seat=seat, first=ago, days=2),
            partial(World.goes_on_leave, person=person, ahead=2, more=3),
        ]
    return found
