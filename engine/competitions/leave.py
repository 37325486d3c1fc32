"""Leave in a competition, which belongs to a player and a phase, not to a match (art. 7.2).

One announcement applies to all of the player's matches in the phase, with one allowance of days
from the ruleset. A period across the border of a phase is split there. Each part counts in its own
phase; days between phases or after the last do not count. Each part is accepted or refused on its
own. Days cut off are stored: if a phase gets new dates, `engine.competitions.moved_leave` says
which days count. `engine.matches.match` applies the leave to a match and its running game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import dropwhile

from engine.competitions.competition import Competition
from engine.competitions.guards import LIVING, Act, Events, check_stage, refuse
from engine.competitions.phase import PhaseState
from engine.competitions.player_events import PlayerLeaveAnnounced, PlayerLeaveWithdrawn
from engine.errors import Fault, RuleViolation
from engine.ids import PersonId
from engine.rulesets import Phase
from engine.thinking_time import LeavePeriod, check_leave_withdrawal, day_of, leave_faults


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a period that is in one phase."""

    phase: Phase
    period: LeavePeriod


@dataclass(frozen=True, slots=True)
class RefusedPart:
    """A part that its phase refuses, with the reasons."""

    part: Part
    faults: tuple[Fault, ...]


def span(phase: PhaseState, today: date | None = None) -> tuple[date, date]:
    """Return the first and last day of the phase; a late phase begins later.

    With `today`, a phase that has not started begins today at the earliest, because earlier days
    belong to no phase.
    """
    first = phase.started or phase.plan.start
    if today is not None and phase.started is None:
        first = max(first, today)
    return first, phase.plan.closing


def parts(competition: Competition, period: LeavePeriod) -> tuple[Part, ...]:
    """Return the parts of the period in the present and later phases, in order."""
    found = []
    for phase in competition.phases[competition.number :]:
        first, last = span(phase)
        first, last = max(period.first, first), min(period.last, last)
        if first <= last:
            found.append(Part(phase.plan.phase, LeavePeriod(first, last)))
    return tuple(found)


def may_play(competition: Competition, player: PersonId) -> bool:
    """Return whether the player is entered in the present phase or a later one."""
    return any(player in phase.players for phase in competition.phases[competition.number :])


def announce_leave(
    competition: Competition, act: Act, player: PersonId, period: LeavePeriod
) -> Events:
    """Announce leave in every phase that accepts its part of it (art. 7.2).

    A phase without any day of the period stores it, because its dates may change.

    Raises:
        RuleViolation: no phase accepts its part; the error lists every broken rule of any part.
    """
    check_stage(competition, LIVING)
    today = day_of(act.at, competition.rules.time_zone)
    touched = parts(competition, period)
    refused = refused_parts(competition, player, period, today)
    if len(refused) == len(touched):
        refuse([fault for one in refused for fault in one.faults])
    if period.first <= today:
        return ()
    noted = {part.phase: part for part in touched if part not in {one.part for one in refused}}
    not_noted = {one.part.phase for one in refused}
    return tuple(
        PlayerLeaveAnnounced(
            at=act.at,
            by=act.by,
            player=player,
            phase=kind,
            period=noted[kind].period if kind in noted else period,
            asked=period,
            counts=kind in noted,
        )
        for phase in competition.phases[competition.number :]
        if (kind := phase.plan.phase) not in not_noted
    )


def refused_parts(
    competition: Competition, player: PersonId, period: LeavePeriod, today: date
) -> tuple[RefusedPart, ...]:
    """Return the parts of a period that cannot be announced today, each with every fault."""
    found = parts(competition, period)
    late = period.first <= today < found[0].period.first if found else False
    refused = []
    for part in found:
        state = state_of(competition, part.phase)
        own, allowance = state.leave_of(player), competition.rules.leave(part.phase)
        faults = leave_faults(part.period, announced=today, own=own, allowance=allowance)
        if late:
            facts = period.facts | {"announced": today.isoformat()}
            faults = (Fault("leave_not_ahead", "7.2", facts), *faults)
        if faults:
            refused.append(RefusedPart(part, faults))
    return tuple(refused)


def withdraw_leave(
    competition: Competition, act: Act, player: PersonId, period: LeavePeriod
) -> Events:
    """Withdraw an announced period that has not begun.

    The days cut off it are also withdrawn; if it counts in no phase, the whole period is. The
    caller then lets other announced days use the allowance
    (`engine.competitions.moved_leave.fit_leave`).

    Raises:
        RuleViolation: it has begun, or was never announced.
    """
    check_stage(competition, LIVING)
    today = day_of(act.at, competition.rules.time_zone)
    present = competition.phases[competition.number :]
    holding = next(dropwhile(lambda phase: period not in phase.leave_of(player), present), None)
    if holding is not None:
        check_leave_withdrawal(period, today=today, own=holding.leave_of(player))
    elif period in outside(competition, player):
        check_leave_withdrawal(period, today=today, own=(period,))
    else:
        raise RuleViolation(Fault("leave_unknown", "7.2", period.facts))
    gone = [(holding, period)] if holding is not None else []
    gone += [
        (phase, asked)
        for phase in present
        if phase is not holding
        for asked in _idle(phase, player)
        if asked.overlap(period)
    ]
    return tuple(
        PlayerLeaveWithdrawn(
            at=act.at, by=act.by, player=player, phase=phase.plan.phase, period=taken
        )
        for phase, taken in gone
    )


def outside(competition: Competition, player: PersonId) -> tuple[LeavePeriod, ...]:
    """Return the player's announced periods without a day that counts in any phase, in order."""
    present = competition.phases[competition.number :]
    counted = [period for phase in present for period in phase.leave_of(player)]
    asked = {period for phase in present for period in phase.asked_by(player)}
    return tuple(sorted(one for one in asked if not any(map(one.overlap, counted))))


def state_of(competition: Competition, phase: Phase) -> PhaseState:
    """Return the current state of the phase of that kind."""
    return next(state for state in competition.phases if state.plan.phase is phase)


def _idle(phase: PhaseState, player: PersonId) -> Iterator[LeavePeriod]:
    """Yield the player's announced periods without a day that counts in the phase."""
    counted = phase.leave_of(player)
    return (one for one in phase.asked_by(player) if not any(map(one.overlap, counted)))
