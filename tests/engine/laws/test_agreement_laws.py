"""Laws of agreement: readers say the same, and one rule decides one act, whichever way."""

from decimal import Decimal

import pytest

from engine.cases.events import RulingKind
from engine.ids import Seat
from tests.engine.laws.conftest import Check
from tests.engine.laws.program import over, runs, turn_of, waits_for_arbiter, worth
from tests.engine.laws.readers import (
    at_closing,
    balances,
    if_left,
    if_lost,
    no_show_in_case,
    no_show_on_card,
    runs_on,
    tables,
    verdicts,
)
from tests.engine.laws.rulings import entered_late, on
from tests.engine.laws.world import World


@pytest.mark.article("7.1", "7.2")
def test_readers_of_thinking_time_agree(random_matches: Check) -> None:
    """All readers of the thinking time agree who is late, and how many days are left."""

    def law(world: World) -> None:
        checks_clocks(world)
        for leg in world.games:
            if runs(world, leg) and not waits_for_arbiter(world, leg):
                late = entered_late(world, leg)
                if late is not None:
                    checks_clocks(late)

    random_matches(law)


def checks_clocks(world: World) -> None:
    """Compare the readers of the thinking time of the running games."""
    checked = world.copied()
    checked.checks_time()
    for leg in checked.games:
        if not runs(checked, leg) or waits_for_arbiter(checked, leg):
            continue
        seat = turn_of(checked, leg)
        left = balances(checked, leg, seat.partner)
        assert len({*left.values()}) == 1, (leg, seat.partner, left)
        for one in Seat:
            found = verdicts(checked, leg, one)
            assert len({*found.values()}) == 1, (leg, one, found)


@pytest.mark.article("8.5")
def test_readers_of_results_agree(random_matches: Check) -> None:
    """The games, the proposal, the standings and the competition have the same figures."""

    def law(world: World) -> None:
        checks_tables(world)
        legs, then = over(world), world.copied()
        for leg, person in zip(legs, world.match.people, strict=False):
            if then.takes_over(person, (Decimal("1.2"), Decimal("0.7")), (leg,)):
                checks_tables(then)

    random_matches(law)


def checks_tables(world: World) -> None:
    """Compare the readers of results."""
    found = tables(world)
    for name, figures in found.items():
        assert figures == found["games"], (name, figures, found["games"])


@pytest.mark.article("9.1", "9.4")
def test_a_preview_is_what_happens(random_matches: Check) -> None:
    """The figures shown before an act are the figures after it."""

    def law(world: World) -> None:
        for person in world.match.people if world.is_listed else ():
            then, shown = world.copied(), if_left(world, person)
            if then.records_withdrawal(person):
                for leg, figures in shown.items():
                    assert worth(then, leg) == figures, (leg, person, figures, worth(then, leg))
        then, legs = world.copied(), world.match.all_running
        if legs and all(then.closes_game(leg) for leg in legs):  # one press ends them all
            for leg in legs:
                figures = at_closing(world, leg)
                assert worth(then, leg) == figures, (leg, figures, worth(then, leg))
        for leg, seat, figures in if_lost(world):
            then = world.copied()
            if then.decides(leg, on(RulingKind.LOST_ON_TIME)(seat)):
                assert worth(then, leg) == figures, (leg, seat, figures, worth(then, leg))

    random_matches(law)


@pytest.mark.article("9.1")
def test_one_rule_decides_one_act(random_matches: Check) -> None:
    """A no-show can be ruled in a case exactly when the player's card offers it."""

    def law(world: World) -> None:
        for leg, game in world.games.items():
            for seat in Seat if runs_on(world, leg, world.today) else ():
                ways = (
                    no_show_in_case(world, leg, seat),
                    no_show_on_card(world, leg, game.side(seat).person),
                )
                assert ways[0] is ways[1], (leg, seat, ways)

    random_matches(law)
