"""Acts of a phase's preparation that are taken back as if they had not been."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

import pytest

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.drawing import annul_draw, commit_sequences, draw_groups
from engine.competitions.entering import (
    claim_place,
    enter,
    fill_place,
    forget,
    lift_act,
    liftable,
    replace_player,
    return_place,
    vacate,
    withdraw,
)
from engine.competitions.entering import lifted as rebuilt
from engine.competitions.events import (
    ActLifted,
    CompetitionClosed,
    GroupsDrawn,
    Liftable,
    MatchesListed,
    PlayerEntered,
    PlayerWithdrawn,
    SequencesCommitted,
)
from engine.competitions.fold import evolve_competition
from engine.competitions.leave import change_leave
from engine.competitions.lifting import last_act
from engine.competitions.participation import free_places, participation, reserves
from engine.competitions.parts import Entry
from engine.competitions.results import advance, advance_again, correct_result, exclude, reinstate
from engine.competitions.status import Role
from engine.errors import BrokenLog, GameStateError, RuleViolation
from engine.figures import Figures, figures
from engine.ids import GameId, PersonId
from engine.thinking_time import LeavePeriod
from tests.engine.competitions.desk import (
    ANA,
    ARBITER,
    DAN,
    EVA,
    ION,
    SEEDS,
    STRANGER,
    Desk,
    running,
)
from tests.engine.competitions.participation_shared import opened, role
from tests.engine.refusals import codes

PLACE = PersonId(70)


def lifted(desk: Desk, kind: Liftable, player: PersonId | None = None) -> ActLifted:
    """Return the event that takes the act back."""
    (event,) = lift_act(desk.now, desk.act, kind, player)
    assert isinstance(event, ActLifted)
    return event


def refused(desk: Desk, kind: Liftable, player: PersonId | None = None) -> list[str]:
    """Return the codes of the refusal to take the act back."""
    with pytest.raises(GameStateError) as error:
        lifted(desk, kind, player)
    assert liftable(desk.now, desk.act, player) is not kind
    return codes(error)


def corrected(desk: Desk) -> Mapping[GameId, Figures]:
    """Correct every result of the first phase to what it was for the other player."""
    for game, found in sorted(desk.now.phases[0].results.items()):
        other = figures(found.blue, found.red, scores=(9, 8), article="8.1")
        desk.does(correct_result, game, other, "r")
    return desk.now.phases[0].results


def shown(competition: Competition) -> object:
    """Return the phases, the stage, and who came."""
    return competition.phases, competition.stage, competition.number, competition.claimed


@pytest.mark.parametrize("drawn", [False, True])
def test_a_filled_seat_is_free_again(*, drawn: bool) -> None:
    """The reserve is a reserve again, and lists made since then no longer apply."""
    desk = opened()
    if drawn:
        desk.draws()
    desk.does(withdraw, DAN)
    before = desk.now
    reserve = reserves(desk.now)[0].player
    desk.does(fill_place, reserve)
    assert liftable(desk.now, desk.act, reserve) is Liftable.FILLING

    desk.does(lift_act, Liftable.FILLING, reserve)

    assert shown(desk.now) == shown(before)
    assert reserves(desk.now)[0].player == reserve


def test_a_seat_of_drawn_groups_is_not_taken_from_its_player() -> None:
    """After another draw the arbiter withdraws the reserve instead."""
    desk = opened()
    desk.does(withdraw, DAN)
    reserve = reserves(desk.now)[0].player
    desk.does(fill_place, reserve)
    desk.draws()

    assert refused(desk, Liftable.FILLING, reserve) == ["drawn_since"]


def test_an_entry_leaves_no_trace() -> None:
    """The person was never entered; once the entries are closed, they withdraw."""
    desk = Desk(3)
    before = desk.now
    desk.does(enter, [Entry(player=STRANGER)])
    desk.does(enter, [Entry(player=PLACE)])

    desk.does(lift_act, Liftable.ENTRY, STRANGER)

    assert role(desk, STRANGER) is Role.STRANGER
    assert desk.now.phase.players == (*before.phase.players, PLACE)
    desk.does(commit_sequences, SEEDS)
    assert refused(desk, Liftable.ENTRY, PLACE) == ["entries_closed"]
    assert refused(desk, Liftable.FILLING, PLACE) == ["nothing_to_lift"]
    assert liftable(desk.now, desk.act, STRANGER) is None


def test_an_entry_is_found_under_its_later_names() -> None:
    """A seat that somebody took, lost and has again is the seat that was entered."""
    desk = Desk(2)
    desk.does(enter, [Entry(player=PLACE)])
    desk.append(claim_place(desk.now, PLACE, replace(desk.act, by=STRANGER)))
    desk.does(vacate, STRANGER, PersonId(71), "another")
    assert last_act(desk.now, PersonId(71)) == (Liftable.ENTRY, 2)
    desk.does(return_place, PersonId(71), "by mistake")
    event = lifted(desk, Liftable.ENTRY, STRANGER)
    assert len(rebuilt(desk.now, event).idle) == 3

    desk.does(lift_act, Liftable.ENTRY, STRANGER)

    assert desk.now.phase.players == (ANA, ION)
    assert not desk.now.claimed


def test_a_replaced_player_is_back_with_seat_and_leave() -> None:
    """Number, club, seed and leave are as before; the other has no seat."""
    desk = Desk(3)
    period = LeavePeriod(date(2025, 8, 1), date(2025, 8, 3))
    desk.append(change_leave(desk.now, replace(desk.act, by=ION), ION, new=period))
    before = desk.now
    desk.does(replace_player, ION, Entry(player=STRANGER))
    assert participation(desk.now, ION).by == STRANGER

    desk.does(lift_act, Liftable.REPLACEMENT, STRANGER, "by mistake")

    assert shown(desk.now) == shown(before)


def test_the_phase_before_is_open_again() -> None:
    """The next phase is as if it had never opened; what was done for it is listed."""
    desk = opened()
    played = desk.now.phases[0]
    desk.does(enter, [Entry(player=STRANGER)])
    desk.append(claim_place(desk.now, ANA, replace(desk.act, by=ANA)))
    desk.does(vacate, ANA, PLACE, "another")
    desk.does(return_place, PLACE, "by mistake")
    desk.does(replace_player, STRANGER, Entry(player=PersonId(71)))
    desk.does(exclude, ION, reason="r")
    desk.does(reinstate, ION, reason="r")
    desk.does(withdraw, DAN)
    desk.does(withdraw, PersonId(71))
    desk.does(fill_place, reserves(desk.now)[0].player)
    desk.draws()
    desk.does(annul_draw, "again")
    desk.draws()

    idle = rebuilt(desk.now, lifted(desk, Liftable.ADVANCE)).idle
    assert {type(one) for one in idle} >= {
        PlayerEntered,
        SequencesCommitted,
        GroupsDrawn,
        MatchesListed,
    }
    desk.does(lift_act, Liftable.ADVANCE)

    assert desk.now.stage is CompetitionStage.RUNNING
    assert desk.now.number == 0
    assert desk.now.phase.advanced is None
    assert desk.now.phase.results == played.results
    assert ANA in desk.now.claimed
    assert not desk.now.excluded
    assert desk.now.phases[1].entries == ()
    desk.does(advance)
    assert desk.now.phase.players == (ANA, ION, DAN)


def test_a_disqualification_outlives_the_phase_in_which_it_was_ruled() -> None:
    """A player disqualified between the phases is out, though the phase is taken back."""
    desk = opened()
    desk.does(exclude, ION, reason="r")

    desk.does(lift_act, Liftable.ADVANCE)

    assert desk.now.excluded == {ION}


def test_a_list_made_again_is_taken_back_with_the_phase() -> None:
    """Both lists of advanced players are taken back together."""
    desk = opened()
    results = corrected(desk)
    desk.does(advance_again)

    desk.does(lift_act, Liftable.ADVANCE)

    assert desk.now.phase.advanced is None
    assert desk.now.phase.results == results


def test_a_list_made_again_keeps_who_was_entered_beside_it() -> None:
    """A corrected table does not concern a player whom an arbiter entered outside the list."""
    desk = opened()
    beside = PersonId(77)
    desk.does(enter, [Entry(player=STRANGER)])
    desk.does(replace_player, STRANGER, Entry(player=beside))
    stays, leaves = PersonId(78), PersonId(79)
    corrected(desk)
    found = desk.now.changed_qualifiers
    assert found is not None
    listed, named = desk.now.phase.players[:-1], {one.player for one in found}
    goes_on = next(player for player in listed if player in named)
    goes_out = next(player for player in listed if player not in named)
    desk.does(replace_player, goes_on, Entry(player=stays))
    desk.does(replace_player, goes_out, Entry(player=leaves))

    desk.does(advance_again)

    assert {*desk.now.phase.players} == named - {goes_on} | {beside, stays}
    before = desk.now.phase.players
    desk.append((PlayerEntered(at=desk.act.at, by=ARBITER, entry=Entry(player=beside)),))
    assert desk.now.phase.players == before  # an older log had to enter them again


def test_a_running_phase_is_not_taken_back() -> None:
    """Once the phase has started, its games exist, so nothing of its preparation is lifted."""
    desk = opened()
    desk.starts()

    assert refused(desk, Liftable.ADVANCE) == ["phase_running"]
    assert refused(desk, Liftable.ENTRY, ANA) == ["phase_running"]
    assert desk.now.preparation == ()
    assert last_act(desk.now, ANA) is None
    with pytest.raises(BrokenLog, match="no such act"):
        evolve_competition(desk.now, ActLifted(at=desk.act.at, by=ARBITER, act=Liftable.ADVANCE))


def test_the_first_phase_has_no_phase_before() -> None:
    """There is nothing to go back to; also if the phase was drawn again while it ran."""
    desk = Desk(3)
    assert refused(desk, Liftable.ADVANCE) == ["nothing_to_lift"]

    again = opened()
    assert last_act(again.now, ANA) is None
    again.starts()
    corrected(again)
    again.does(advance_again, untouched=True)
    assert refused(again, Liftable.ADVANCE) == ["nothing_to_lift"]
    gone = again.now.phase.players[0]
    before = again.now
    again.does(withdraw, gone)
    again.does(lift_act, Liftable.WITHDRAWAL, gone)
    assert shown(again.now) == shown(before)


def test_a_withdrawal_lifted_in_an_older_log_stays_lifted() -> None:
    """The log of an earlier version also lists the matches again, and lifts what nobody did."""
    desk = Desk(3)
    desk.does(withdraw, ION)
    desk.does(lift_act, Liftable.WITHDRAWAL, ION)
    desk.does(withdraw, DAN)
    older = lifted(desk, Liftable.WITHDRAWAL, DAN)
    desk.append((older,))

    assert desk.now.phase.players == (ANA, ION, DAN)
    assert liftable(desk.now, desk.act, ION) is Liftable.ENTRY
    stray = PlayerWithdrawn(at=desk.act.at, by=ARBITER, player=STRANGER)
    desk.append((stray, replace(older, player=STRANGER)))
    assert desk.now.phase.players == (ANA, ION, DAN)
    desk.does(enter, [Entry(player=EVA)])
    desk.does(lift_act, Liftable.ENTRY, EVA)
    assert desk.now.phase.players == (ANA, ION, DAN)
    desk.draws()
    desk.does(withdraw, DAN)
    again = MatchesListed(at=desk.act.at, by=ARBITER, matches=desk.now.phase.matches[:1])
    desk.append((older, again))
    assert desk.now.phase.matches == again.matches


def test_nobody_who_was_forgotten_gets_a_seat() -> None:
    """A person whose data was erased is neither entered nor given a seat back."""
    desk = Desk(3)
    desk.append(forget(desk.now, ION, desk.act.at))

    with pytest.raises(RuleViolation) as again:
        desk.does(enter, [Entry(player=ION)])
    with pytest.raises(GameStateError) as claimed:
        claim_place(desk.now, ANA, replace(desk.act, by=ION))

    assert codes(again) == codes(claimed) == ["person_forgotten"]
    assert refused(desk, Liftable.WITHDRAWAL, ION) == ["person_forgotten"]


@pytest.mark.article("10.3")
def test_a_player_whose_seat_was_filled_is_the_next_reserve() -> None:
    """Lifting a disqualification takes no seat from the reserve who has it meanwhile."""
    desk = opened()
    desk.does(exclude, ION, reason="r")
    reserve = reserves(desk.now)[0].player
    desk.does(fill_place, reserve)

    desk.does(reinstate, ION, reason="it was another")

    assert ION not in desk.now.phase.players
    assert reserve in desk.now.phase.players
    assert participation(desk.now, ION).reserve == 1
    desk.does(withdraw, DAN)
    desk.does(fill_place, ION)
    assert ION in desk.now.phase.players


@pytest.mark.article("10.3")
def test_a_player_drawn_around_meanwhile_has_no_seat_in_the_first_phase() -> None:
    """Groups that were drawn without the player stay; nobody is drawn again for it."""
    desk = Desk(4)
    desk.does(exclude, ION, reason="r")
    desk.does(commit_sequences, SEEDS)
    desk.does(draw_groups, groups=1)

    desk.does(reinstate, ION, reason="it was another")

    assert ION not in desk.now.phase.players
    assert role(desk, ION) is Role.OFF_THE_LIST


@pytest.mark.article("10.2", "10.3")
def test_after_the_end_a_lifted_disqualification_is_in_force_again() -> None:
    """No other player is disqualified after the end; the tables never change."""
    desk = running(3)
    last = replace(desk.now, phases=desk.now.phases[:1])
    desk.now = last
    desk.does(exclude, ION, reason="r")
    desk.homologates_all()
    closed = evolve_competition(desk.now, _closed(desk))
    desk.now = closed
    desk.does(reinstate, ION, reason="it was another")
    assert not desk.now.excluded

    desk.does(exclude, ION, reason="it was he")

    assert shown(desk.now) == shown(closed)
    with pytest.raises(GameStateError) as refusal:
        desk.does(exclude, ANA, reason="r")
    assert codes(refusal) == ["competition_closed"]


def _closed(desk: Desk) -> CompetitionClosed:
    return CompetitionClosed(at=desk.act.at, by=ARBITER)


def test_the_smallest_group_has_the_free_seat() -> None:
    """It does not matter who withdrew first."""
    found, names = set(), set()
    for order in (1, -1):
        desk = opened()
        desk.does(enter, [Entry(player=STRANGER), Entry(player=PLACE)])
        desk.does(commit_sequences, SEEDS)
        desk.does(draw_groups, groups=2)
        one, other = (group.players[0] for group in desk.now.phase.groups)
        third = desk.now.phase.groups[0].players[1]
        for player in (one, other, third)[::order]:
            desk.does(withdraw, player)
        found.add(free_places(desk.now))
        names.add((desk.now.phase.groups[0].name,))
    assert found == names
