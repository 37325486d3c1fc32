"""Withdrawals and freed seats taken back by an arbiter, in every stage (art. 9.1, 9.6)."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.entering import (
    claim_place,
    enter,
    fill_place,
    forget,
    former_holder,
    lift_act,
    may_be_lifted,
    return_place,
    vacate,
    withdraw,
)
from engine.competitions.events import Liftable
from engine.competitions.guards import PREPARING, Events
from engine.competitions.participation import free_places, participation, reserves
from engine.competitions.parts import Entry
from engine.competitions.results import exclude, retire
from engine.competitions.status import Role
from engine.errors import EngineError, GameStateError
from engine.ids import PersonId
from tests.engine.competitions.desk import ANA, DAN, EVA, ION, Desk, running
from tests.engine.competitions.log_shared import attempts
from tests.engine.competitions.participation_shared import opened
from tests.engine.refusals import codes
from tests.examples import HALF


def as_it_matters(competition: Competition) -> Competition:
    """Return the competition without its listed matches, which are drawn again before a start."""
    if competition.stage not in PREPARING:
        return competition
    drawn = CompetitionStage.GROUPED
    stage = drawn if competition.stage is CompetitionStage.LISTED else competition.stage
    phases = list(competition.phases)
    phase = competition.phase
    phases[competition.number] = replace(
        phase,
        matches=(),
        listed=None,
        leave=tuple(sorted(phase.leave, key=lambda one: (one.player, one.asked))),
    )
    return replace(competition, phases=tuple(phases), stage=stage)


@pytest.mark.article("9.1")
@settings(max_examples=HALF, deadline=None)
@given(
    st.integers(2, 5), st.sampled_from(["", "drawn", "started"]), st.lists(attempts(), max_size=12)
)
def test_a_withdrawal_taken_back_leaves_everything_as_it_was(
    players: int, begun: str, tries: list[Callable[[Desk], Events]]
) -> None:
    """Whatever happened before, the player has the same seat, group, status and leave again."""
    desk = Desk(players)
    if begun:
        desk.draws() if begun == "drawn" else desk.starts()
    for attempt in tries:
        with suppress(EngineError):
            desk.append(attempt(desk))
    leaves = withdraw if desk.now.stage in PREPARING else retire
    for player in desk.now.phase.players:
        before, log = desk.now, list(desk.log)
        arbiter = replace(desk.act, by=desk.now.arbiters[0])
        try:
            desk.append(leaves(desk.now, arbiter, player))
        except EngineError:
            continue
        if player in before.forgotten:
            continue

        desk.append(lift_act(desk.now, arbiter, Liftable.WITHDRAWAL, player, "by mistake"))

        assert as_it_matters(desk.now) == as_it_matters(before)
        assert participation(desk.now, player) == participation(before, player)
        desk.now, desk.log = before, log


@pytest.mark.article("9.1")
@pytest.mark.parametrize("drawn", [False, True])
def test_a_finalist_who_stays_has_their_seat_again(*, drawn: bool) -> None:
    """The reserve is a reserve again; nobody else's seat changes."""
    desk = opened()
    if drawn:
        desk.draws()
    before = [entry.player for entry in reserves(desk.now)]
    desk.does(withdraw, DAN)
    assert participation(desk.now, DAN).role is Role.OFF_THE_LIST
    assert may_be_lifted(desk.now, desk.act) == (DAN,)

    desk.does(lift_act, Liftable.WITHDRAWAL, DAN, "by mistake")

    assert desk.now.phase.players == (ANA, ION, DAN)
    assert [entry.player for entry in reserves(desk.now)] == before
    assert participation(desk.now, DAN).role is Role.ENTERED
    assert not may_be_lifted(desk.now, desk.act)


def test_a_seat_that_another_player_has_is_not_given_back() -> None:
    """The refusal says that the seat is filled; the reserve keeps it."""
    desk = opened()
    desk.draws()
    desk.does(withdraw, DAN)
    desk.does(fill_place, reserves(desk.now)[0].player)

    with pytest.raises(GameStateError) as refused:
        desk.does(lift_act, Liftable.WITHDRAWAL, DAN, "by mistake")

    assert codes(refused) == ["place_filled"]
    assert not may_be_lifted(desk.now, desk.act)


@pytest.mark.article("9.1")
@pytest.mark.parametrize("forgotten", [False, True])
@pytest.mark.parametrize("drawn", [False, True])
def test_a_seat_that_its_reserve_has_left_is_given_back(*, drawn: bool, forgotten: bool) -> None:
    """The withdrawal can be taken back as soon as nobody has the seat.

    A reserve who withdrew is no reserve again; there is no seat to give them back.
    """
    desk = opened()
    if drawn:
        desk.draws()
    desk.does(withdraw, DAN)
    reserve = reserves(desk.now)[0].player
    desk.does(fill_place, reserve)
    if forgotten:
        desk.append(forget(desk.now, reserve, desk.act.at))
    else:
        desk.does(withdraw, reserve)

    desk.does(lift_act, Liftable.WITHDRAWAL, DAN, "by mistake")

    assert desk.now.phase.players == (ANA, ION, DAN)
    assert free_places(desk.now) == ()
    assert participation(desk.now, DAN).role is Role.ENTERED
    role = Role.FORGOTTEN if forgotten else Role.OFF_THE_LIST
    assert participation(desk.now, reserve).role is role
    assert reserve not in [entry.player for entry in reserves(desk.now)]
    with pytest.raises(GameStateError) as refused:
        desk.does(lift_act, Liftable.WITHDRAWAL, reserve, "by mistake")
    assert codes(refused) == ["person_forgotten" if forgotten else "place_filled"]


def test_only_a_withdrawal_in_force_is_taken_back() -> None:
    """A player, a disqualified player and a forgotten one have none; nor has who came back."""
    desk = running(5)
    desk.does(retire, ANA, "r")
    desk.does(lift_act, Liftable.WITHDRAWAL, ANA, "by mistake")
    desk.does(exclude, ION, reason="r")
    desk.append(forget(desk.now, EVA, desk.act.at))

    for player, code in ((ANA, "not_withdrawn"), (ION, "not_withdrawn"), (EVA, "person_forgotten")):
        with pytest.raises(GameStateError) as refused:
            desk.does(lift_act, Liftable.WITHDRAWAL, player, "r")
        assert codes(refused) == [code]

    early = Desk(3)
    early.does(withdraw, ANA)
    early.does(enter, [Entry(player=ANA)])
    with pytest.raises(GameStateError) as again:
        early.does(lift_act, Liftable.WITHDRAWAL, ANA, "r")
    assert codes(again) == ["not_withdrawn"]


@settings(max_examples=HALF, deadline=None)
@given(
    st.integers(2, 5), st.sampled_from(["", "drawn", "started"]), st.lists(attempts(), max_size=12)
)
def test_a_freed_seat_given_back_leaves_everything_as_it_was(
    players: int, begun: str, tries: list[Callable[[Desk], Events]]
) -> None:
    """Whatever happened before, the former player is again who they were."""
    desk = Desk(players)
    if begun:
        desk.draws() if begun == "drawn" else desk.starts()
    for player in desk.now.phase.players:
        desk.append(claim_place(desk.now, player, replace(desk.act, by=player)))
    for attempt in tries:
        with suppress(EngineError):
            desk.append(attempt(desk))
    for player in desk.now.phase.players:
        before, log = desk.now, list(desk.log)
        arbiter = replace(desk.act, by=desk.now.arbiters[0])
        try:
            desk.append(vacate(desk.now, arbiter, player, PersonId(500), "another"))
        except EngineError:
            continue
        assert former_holder(desk.now, PersonId(500)) == player

        desk.append(return_place(desk.now, arbiter, PersonId(500), "by mistake"))

        assert desk.now == before
        desk.now, desk.log = before, log
