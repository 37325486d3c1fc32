"""The competition as a fold: its log, its transitions, and random attempts."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.coefficients import MAXIMUM
from engine.competitions.competition import Competition
from engine.competitions.drawing import (
    annul_draw,
    matches_needed,
)
from engine.competitions.entering import (
    claim_place,
    enter,
    fill_place,
    forget,
    lift_act,
    merge,
    replace_player,
    return_place,
    vacate,
    withdraw,
)
from engine.competitions.events import (
    CompetitionClosed,
    CompetitionCreated,
    Liftable,
    PlayerWithdrawn,
)
from engine.competitions.fold import (
    COMPETITION_EVENTS,
    COMPETITION_TRANSITIONS,
    evolve_competition,
    replay_competition,
)
from engine.competitions.guards import PREPARING, Act, Events
from engine.competitions.leave import change_leave
from engine.competitions.participation import reserves
from engine.competitions.parts import Entry, Treatment
from engine.competitions.planning import (
    plan_phase,
    set_arbiters,
    set_browser_seats,
    take_import_back,
)
from engine.competitions.results import (
    advance,
    approve_result,
    close,
    correct_result,
    exclude,
    reinstate,
    retire,
)
from engine.competitions.standings import overall
from engine.errors import BrokenLog, EngineError
from engine.figures import Figures, figures
from engine.ids import GameId, PersonId
from engine.thinking_time import LeavePeriod
from storage.codec import Codec
from tests.builders import noon
from tests.engine.competitions.desk import (
    ANA,
    ARBITER,
    DAN,
    EVA,
    LEVEL,
    PRELIMINARY,
    WON,
    Desk,
    balanced,
    running,
)
from tests.engine.competitions.log_shared import attempts
from tests.examples import HALF


class TestLog:
    """The fold itself."""

    def test_a_log_begins_with_the_creation(self) -> None:
        """Any other first event is refused."""
        for log in ([], [CompetitionClosed(at=noon(), by=ARBITER)]):
            with pytest.raises(BrokenLog):
                replay_competition(log)

    def test_what_cannot_follow_is_a_broken_log(self) -> None:
        """A withdrawal from a running phase and a second creation are refused."""
        desk = running()
        for event in (PlayerWithdrawn(at=noon(), by=ARBITER, player=ANA), desk.log[0]):
            with pytest.raises(BrokenLog):
                evolve_competition(desk.now, event)

    def test_every_event_has_its_wire_name_and_its_transition(self) -> None:
        """Names are permanent, and an event without a transition could never happen."""
        kinds = set(COMPETITION_EVENTS.values())

        assert all(name.startswith("competition.") for name in COMPETITION_EVENTS)
        assert len(kinds) == len(COMPETITION_EVENTS)
        assert {kind for _, kind in COMPETITION_TRANSITIONS} == kinds - {CompetitionCreated}

    def test_a_log_survives_being_stored(self) -> None:
        """Written as JSON and read back, every event is the same."""
        desk = Desk(4, imported=True)
        desk.does(set_arbiters, [ARBITER])
        desk.does(set_browser_seats, allowed=False)
        desk.does(plan_phase, replace(PRELIMINARY, best_others=1))
        desk.append(claim_place(desk.now, ANA, Act(by=PersonId(70), at=noon())))
        desk.does(vacate, PersonId(70), PersonId(71), "somebody else")
        desk.does(return_place, PersonId(71), "by mistake")
        desk.does(vacate, PersonId(70), PersonId(71), "somebody else")
        desk.does(withdraw, EVA)
        desk.does(lift_act, Liftable.WITHDRAWAL, EVA, "by mistake")
        desk.does(withdraw, DAN)
        desk.does(enter, [Entry(player=DAN, club="Argus")])
        desk.does(replace_player, DAN, Entry(player=PersonId(5)))
        desk.draws()
        desk.does(annul_draw, "once more")
        desk.starts()
        desk.does(exclude, EVA, reason="rude")
        desk.does(reinstate, EVA, reason="it was another")
        holiday = LeavePeriod(date(2025, 8, 1), date(2025, 8, 3))
        desk.does(change_leave, EVA, new=holiday)
        desk.does(change_leave, EVA, old=holiday)
        desk.append(retire(desk.now, Act(by=EVA, at=noon())))
        desk.does(lift_act, Liftable.WITHDRAWAL, EVA, "by mistake")
        desk.append(retire(desk.now, Act(by=EVA, at=noon())))
        desk.homologates_all(WON)
        desk.does(correct_result, next(iter(desk.now.phase.results)), LEVEL, "arithmetic")
        desk.does(advance)
        gone = desk.now.phase.players[-1]
        desk.does(withdraw, gone)
        desk.does(fill_place, reserves(desk.now)[0].player)
        desk.append(forget(desk.now, gone, noon()))
        desk.starts()
        desk.homologates_all()
        desk.does(close)
        desk.does(take_import_back, "another file")
        desk.does(take_import_back, "by mistake", restored=True)
        desk.does(merge, person=desk.now.phase.players[0], into=PersonId(99))
        codec = Codec(registry=COMPETITION_EVENTS)
        stored = [codec.encode(event) for event in desk.log]

        assert {one.name for one in stored} == set(COMPETITION_EVENTS)
        assert [codec.decode(one.name, one.version, one.payload) for one in stored] == desk.log


OUTCOMES = st.tuples(st.decimals(0, MAXIMUM, places=4), st.decimals(0, MAXIMUM, places=4)).map(
    lambda pair: (pair[0], min(pair[1], 2 - pair[0]))
)


def slow_sums(desk: Desk, results: Mapping[GameId, Figures]) -> dict[PersonId, Fraction]:
    """Add every player's coefficients up from the list of matches, void games left out."""
    void = {who for who, what in desk.now.phase.treatments.items() if what is Treatment.VOID}
    sums = dict.fromkeys(desk.now.phase.players, Fraction(0))
    for match in desk.now.phase.matches:
        if match.red in void or match.blue in void:
            continue
        for number, red, blue in ((1, match.red, match.blue), (2, match.blue, match.red)):
            found = results.get(GameId(f"{match.code}/{number}"))
            if found:
                sums[red] += Fraction(str(found.red))
                sums[blue] += Fraction(str(found.blue))
    return sums


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(4, 9), st.data())
def test_a_championship_with_any_results(players: int, data: st.DataObject) -> None:
    """Tables equal a plain sum, the best advance, and the log has it all."""
    desk = running(players, groups=2)
    results: dict[GameId, Figures] = {}
    while still_open := list(desk.now.phase.open_games()):
        game = data.draw(st.sampled_from(still_open))
        if len(results) == 3 and not desk.now.phase.treatments:
            desk.does(exclude, desk.now.phase.groups[0].players[-1], reason="drawn by lot")
            continue
        red, blue = data.draw(OUTCOMES)
        results[game] = figures(red, blue, scores=(300, 290), article="8.1")
        desk.does(approve_result, game, results[game])
    groups = desk.now.phase.groups
    tables = [desk.now.phase.table(group) for group in groups]
    assert desk.now.phase.tables() == {
        group.name: rows for group, rows in zip(groups, tables, strict=True)
    }
    sums = slow_sums(desk, results)
    desk.does(advance)

    for rows in tables:
        assert {row.player: Fraction(row.coefficients) for row in rows} == {
            row.player: sums[row.player] for row in rows
        }
        ranked = [sums[row.player] for row in rows if row.place]
        assert ranked == sorted(ranked, reverse=True)
    assert set(desk.now.phase.players) == {rows[0].player for rows in tables}
    assert {row.player for row in overall(tables)} == set(sums) - set(desk.now.phases[0].treatments)
    assert replay_competition(desk.log) == desk.now


def sound(competition: Competition) -> None:
    """Check what must always be true of a competition."""
    phase = competition.phase
    grouped = [player for group in phase.groups for player in group.players]
    assert len(set(phase.players)) == len(phase.players)
    assert not set(competition.arbiters) & set(phase.players)
    assert sorted(grouped) == (sorted(phase.players) if phase.groups else [])
    assert set(phase.results) <= phase.games
    known = {who for one in competition.phases for who in (*one.players, *one.left)}
    assert set(phase.treatments) <= known
    if competition.stage in PREPARING:
        assert not competition.excluded & set(phase.players)
    if phase.matches:
        assert len(phase.matches) == matches_needed(phase.groups)
        assert balanced(phase)


@settings(max_examples=HALF, deadline=None)
@given(st.integers(2, 5), st.booleans(), st.lists(attempts(), max_size=25))
def test_whatever_people_try_the_competition_stays_sound(
    players: int, drawn: bool, tries: list[Callable[[Desk], Events]]
) -> None:
    """An attempt is refused with a reason or valid, and any prefix replays equally."""
    desk = Desk(players, imported=bool(players % 2))
    if drawn:
        desk.draws()
    for attempt in tries:
        with suppress(EngineError):
            desk.append(attempt(desk))
        sound(desk.now)

    half = len(desk.log) // 2 or 1
    again = replay_competition(desk.log[:half])
    for event in desk.log[half:]:
        again = evolve_competition(again, event)
    assert again == desk.now == replay_competition(desk.log)
