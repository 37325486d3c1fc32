"""The players who advance if some have withdrawn or are disqualified, or the lot decides."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.competitions.participation import participation
from engine.competitions.phase import Lot, PhaseState
from engine.competitions.results import advance, advance_again, approve_result, exclude, retire
from engine.competitions.status import Role
from engine.errors import GameStateError
from engine.figures import Figures, figures
from engine.ids import PersonId
from tests.engine.competitions.desk import FINAL, LEVEL, PRELIMINARY, WON, Desk
from tests.examples import HALF

LOST = figures(WON.blue, WON.red, scores=(480, 524), article="8.1")
RESULTS = (WON, LOST, LEVEL)
"""Few results, so that many players are level."""


def played(
    players: int, groups: int, found: Sequence[Figures], *, per_group: int, best_others: int = 0
) -> Desk:
    """Return a competition whose preliminary games are all approved with these results."""
    plan = replace(PRELIMINARY, advance=per_group, best_others=best_others, groups=groups)
    desk = Desk(players, plans=(plan, FINAL))
    desk.starts(groups)
    for number, game in enumerate(desk.now.phase.open_games()):
        desk.does(approve_result, game, found[number % len(found)])
    return desk


def leaves(desk: Desk, player: PersonId) -> None:
    """Withdraw a player from the running phase."""
    arbiter, desk.act = desk.act, replace(desk.act, by=player)
    desk.does(retire)
    desk.act = arbiter


@st.composite
def phases(draw: st.DrawFn) -> Desk:
    """Return a competition with all results approved, which some players have left."""
    groups = draw(st.integers(1, 3))
    players = draw(st.integers(2 * groups, 4 * groups))
    found = draw(st.lists(st.sampled_from(RESULTS), min_size=1, max_size=40))
    desk = played(
        players,
        groups,
        found,
        per_group=draw(st.integers(1, 3)),
        best_others=draw(st.integers(0, 2)),
    )
    everybody = st.integers(1, players).map(PersonId)
    for player in draw(st.sets(everybody, max_size=players)):
        if draw(st.booleans()):
            leaves(desk, player)
        else:
            desk.does(exclude, player, reason="r")
    return desk


@settings(max_examples=HALF, deadline=None)
@given(phases())
def test_the_next_phase_is_as_large_as_planned_while_anybody_is_left(desk: Desk) -> None:
    """Each remaining player is in it or a reserve, once; a player who left is neither."""
    phase = desk.now.phase
    left = [player for player in phase.players if player not in phase.former_players]
    players, reserves = phase.qualified
    going = [one.player for one in players]
    planned = phase.plan.advance * len(phase.groups) + phase.plan.best_others

    assert len(going) == min(planned, len(left))
    assert sorted([*going, *reserves]) == sorted(left)


@settings(max_examples=HALF, deadline=None)
@given(phases())
def test_nobody_goes_on_past_a_player_of_the_same_group_who_stays(desk: Desk) -> None:
    """The first remaining players of each group advance, at least as many as planned."""
    phase = desk.now.phase
    going = {one.player for one in phase.qualified[0]}
    for rows in phase.staying().values():
        marks = [row.player in going for row in rows]
        assert marks == sorted(marks, reverse=True)
        assert sum(marks) >= min(phase.plan.advance, len(rows))
    for group, missing in phase.passed_on().items():
        assert missing == phase.plan.advance - len(phase.staying()[group])


def _with(phase: PhaseState, order: Sequence[PersonId]) -> set[PersonId]:
    """Return the players who would advance if the lots had been drawn in that order."""
    lots = {player: number for number, player in enumerate(order, 1)}
    return {one.player for one in phase.with_lots(lots).qualified[0]}


@settings(max_examples=HALF, deadline=None)
@given(phases(), st.randoms(use_true_random=False))
def test_the_lot_is_named_exactly_where_other_lots_would_send_others_on(
    desk: Desk, chance: Random
) -> None:
    """If no lot is named, the same players advance with any other lots."""
    phase = desk.now.phase
    going = {one.player for one in phase.qualified[0]}
    named = phase.decided_by_lot()
    orders = []
    for _ in range(4):
        order = list(phase.players)
        chance.shuffle(order)
        orders.append(order)

    if not named:
        assert all(_with(phase, order) == going for order in orders)
    for lot in named:
        assert lot.ahead in going
        assert lot.behind not in going
        first = [lot.behind, *(one for one in phase.players if one != lot.behind)]
        assert lot.behind in _with(phase, first)


def test_the_lot_between_level_players_is_named() -> None:
    """Two of three level players advance; the last of them is named with the third.

    A fourth player, behind all of them, is not named.
    """
    desk = Desk(4, plans=(replace(PRELIMINARY, advance=1, best_others=1, groups=1), FINAL))
    desk.starts()
    behind = PersonId(4)
    for game, (red, blue) in desk.now.phase.open_games().items():
        result = {red: LOST, blue: WON}.get(behind, LEVEL)
        desk.does(approve_result, game, result)
    level = [player for player in desk.now.phase.players if player != behind]
    first, second, third = sorted(level, key=desk.now.phase.lots.__getitem__)

    assert desk.now.phase.decided_by_lot() == (Lot(second, third),)
    assert [one.player for one in desk.now.phase.qualified[0]] == [first, second]


def test_two_of_three_excluded_leave_no_hole_in_the_final() -> None:
    """The remaining player advances; the other seat goes to the best of the other group."""
    desk = played(6, 2, [LEVEL], per_group=2)
    group, other = desk.now.phase.groups
    for player in group.players[:2]:
        desk.does(exclude, player, reason="r")
    assert desk.now.phase.passed_on() == {group.name: 1}

    desk.does(advance)

    assert set(desk.now.phase.players) == {group.players[2], *other.players}
    for player in group.players[:2]:
        assert participation(desk.now, player).role is Role.EXCLUDED


def test_nobody_advances_again_while_the_tables_change_nothing() -> None:
    """It is refused in the first phase, and after a phase whose tables are those that counted."""
    desk = played(4, 1, RESULTS, per_group=2)
    with pytest.raises(GameStateError) as first:
        desk.does(advance_again, untouched=True)
    desk.does(advance)

    with pytest.raises(GameStateError) as unchanged:
        desk.does(advance_again)

    assert first.value.faults[0].code == unchanged.value.faults[0].code == "order_unchanged"


def test_a_lot_is_named_also_if_the_opposite_lots_send_the_same_players_on() -> None:
    """Each player who stays is compared alone, because lots of others may cancel each other."""
    desk = played(8, 2, (LEVEL, LOST, LOST), per_group=1, best_others=2)
    leaves(desk, PersonId(2))
    phase = desk.now.phase
    opposite = phase.with_lots({player: -lot for player, lot in phase.lots.items()}).qualified
    assert {one.player for one in opposite[0]} == {one.player for one in phase.qualified[0]}

    assert phase.decided_by_lot() == (Lot(PersonId(6), PersonId(4)),)
