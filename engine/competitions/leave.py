"""Leave in a competition: it belongs to a player and a phase, not to a match (art. 7.2).

One announcement goes into every match of his in the phase, with the same ten days for all of them.
A period that runs over the border of a phase is cut there: each part counts in its own phase, and
the days between two phases, or after the last, count nowhere. What a match and its running game
make of it is `engine.matches.match`'s business.
"""

from dataclasses import dataclass
from itertools import dropwhile

from engine.competitions.competition import Competition
from engine.competitions.guards import Act, Events, check_living, refuse
from engine.competitions.phase import PhaseState
from engine.competitions.player_events import PlayerLeaveAnnounced, PlayerLeaveWithdrawn
from engine.errors import Fault, RuleViolation
from engine.ids import PersonId
from engine.rulesets import Phase
from engine.thinking_time import LeavePeriod, check_leave_withdrawal, day_of, leave_faults


@dataclass(frozen=True, slots=True)
class Part:
    """What of a period lies in one phase."""

    phase: Phase
    period: LeavePeriod


def parts(competition: Competition, period: LeavePeriod) -> tuple[Part, ...]:
    """Return what of the period lies in the present phase and in those to come, in order."""
    found = []
    for phase in competition.phases[competition.number :]:
        first = max(period.first, phase.started or phase.plan.start)
        last = min(period.last, phase.plan.closing)
        if first <= last:
            found.append(Part(phase.plan.phase, LeavePeriod(first, last)))
    return tuple(found)


def may_play(competition: Competition, player: PersonId) -> bool:
    """Return whether the player is entered in the present phase or in one to come."""
    return any(player in phase.players for phase in competition.phases[competition.number :])


def announce_leave(
    competition: Competition, act: Act, player: PersonId, period: LeavePeriod
) -> Events:
    """Announce leave in every phase that it touches; nothing if it touches none.

    Raises:
        RuleViolation: every rule that any part of it breaks.
        GameStateError: the competition is closed.
    """
    check_living(competition)
    today = day_of(act.at, competition.rules.time_zone)
    found = parts(competition, period)
    faults: list[Fault] = []
    for part in found:
        state = _state(competition, part.phase)
        own, allowance = state.leave_of(player), competition.rules.leave(state.plan.phase)
        faults += leave_faults(part.period, announced=today, own=own, allowance=allowance)
    if found and period.first <= today < found[0].period.first:
        facts = period.facts | {"announced": today.isoformat()}
        faults.append(Fault("leave_not_ahead", "7.2", facts))
    refuse(faults)
    return tuple(
        PlayerLeaveAnnounced(
            at=act.at, by=act.by, player=player, phase=part.phase, period=part.period
        )
        for part in found
    )


def withdraw_leave(
    competition: Competition, act: Act, player: PersonId, period: LeavePeriod
) -> Events:
    """Take back a period that stands in one of the phases and has not begun.

    Raises:
        RuleViolation: it has begun, or was never announced.
        GameStateError: the competition is closed.
    """
    check_living(competition)
    today = day_of(act.at, competition.rules.time_zone)
    present = competition.phases[competition.number :]
    holding = dropwhile(lambda phase: period not in phase.leave_of(player), present)
    phase = next(holding, None)
    if phase is None:
        raise RuleViolation(Fault("leave_unknown", "7.2", period.facts))
    check_leave_withdrawal(period, today=today, own=phase.leave_of(player))
    return (
        PlayerLeaveWithdrawn(
            at=act.at, by=act.by, player=player, phase=phase.plan.phase, period=period
        ),
    )


def _state(competition: Competition, phase: Phase) -> PhaseState:
    return next(state for state in competition.phases if state.plan.phase is phase)
