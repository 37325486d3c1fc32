"""Leave in a competition, which belongs to a player and a phase, not to a match (art. 7.2).

One announcement applies to all of the player's matches in the phase, with one allowance of days
from the ruleset. A period across the border of a phase is split there. Each part counts in its own
phase; days between phases or after the last do not count. Each part is accepted or refused on its
own. Days cut off are stored: if a phase gets new dates, `engine.competitions.moved_leave` says
which days count. `engine.matches.match` applies the leave to a match and its running game.
"""

from dataclasses import dataclass
from datetime import date, datetime

from engine.competitions.competition import Competition
from engine.competitions.guards import LIVING, Act, Events, check_stage, refuse
from engine.competitions.moved_leave import fitted, inside
from engine.competitions.player_events import PlayerLeaveChanged
from engine.errors import Fault
from engine.ids import PersonId
from engine.rulesets import Phase
from engine.thinking_time import LeavePeriod, check_leave_withdrawal, day_of, leave_faults


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a period that is in one phase."""

    phase: Phase
    period: LeavePeriod
    faults: tuple[Fault, ...] = ()
    """Every reason for which the phase refuses it."""


def parts(
    competition: Competition,
    player: PersonId,
    period: LeavePeriod,
    at: datetime,
    old: LeavePeriod | None = None,
) -> tuple[Part, ...]:
    """Return the parts of the period in the present and later phases, in order.

    Each has the faults with which its phase would refuse it then; `old` is given up for it.

    Raises:
        RuleViolation: `old` has begun, or was never announced.
    """
    found: list[Part] = []
    now, today = fitted(competition, at, {player}), day_of(at, competition.rules.time_zone)
    gone = _given_up(now, player, old, today)
    for phase in now.phases[now.number :]:
        kind, allowance = phase.plan.phase, now.rules.leave(phase.plan.phase)
        given_up = gone.get(kind)
        own = [one for one in phase.leave_of(player) if not given_up or not one.overlap(given_up)]
        for part in inside(phase, period):
            faults = leave_faults(part, announced=today, own=own, allowance=allowance)
            if period.first <= today < part.first:
                facts = period.facts | {"announced": today.isoformat()}
                faults = (Fault("leave_not_ahead", "7.2", facts), *faults)
            found.append(Part(kind, part, faults))
    return tuple(found)


def may_play(competition: Competition, player: PersonId) -> bool:
    """Return whether the player is entered in the present phase or a later one."""
    return any(player in phase.players for phase in competition.phases[competition.number :])


def change_leave(
    competition: Competition,
    act: Act,
    player: PersonId,
    *,
    old: LeavePeriod | None = None,
    new: LeavePeriod | None = None,
) -> Events:
    """Announce leave, withdraw it, or both (art. 7.2).

    The new days are announced in every phase that accepts its part of them. A phase without any of
    them stores them, because its dates may change. The days cut off the old ones are withdrawn,
    too; if they count in no phase, the whole period is. Other announced days then use the
    allowance.

    Raises:
        RuleViolation: the old days have begun or were never announced, or no phase accepts its part
            of the new ones; the error lists every broken rule of any part.
    """
    check_stage(competition, LIVING)
    today = day_of(act.at, competition.rules.time_zone)
    gone = _given_up(fitted(competition, act.at, {player}), player, old, today)
    touched = parts(competition, player, new, act.at, old) if new is not None else ()
    refused = {part.phase: part.faults for part in touched if part.faults}
    if len(refused) == len(touched):
        refuse([fault for faults in refused.values() for fault in faults])
    added = None if new is None or new.first <= today else new
    return tuple(
        PlayerLeaveChanged(
            at=act.at,
            by=act.by,
            player=player,
            phase=kind,
            withdrawn=gone.get(kind),
            announced=None if kind in refused else added,
        )
        for phase in competition.phases[competition.number :]
        if (kind := phase.plan.phase) in gone or (added is not None and kind not in refused)
    )


def _given_up(
    competition: Competition, player: PersonId, old: LeavePeriod | None, today: date
) -> dict[Phase, LeavePeriod]:
    """Return what each phase gives up of the period: in one the days, in others what is idle."""
    if old is None:
        return {}
    present = competition.phases[competition.number :]
    holding = [phase.plan.phase for phase in present if old in phase.leave_of(player)][:1]
    known = (*(old for _ in holding), *outside(competition, player))
    check_leave_withdrawal(old, today=today, own=known)
    idle = {
        phase.plan.phase: one.asked
        for phase in present
        for one in phase.leave
        if one.player == player and not one.counts and one.asked.overlap(old)
    }
    return idle | dict.fromkeys(holding, old)


def outside(competition: Competition, player: PersonId) -> tuple[LeavePeriod, ...]:
    """Return the player's announced periods without a day that counts in any phase, in order."""
    present = competition.phases[competition.number :]
    counted = [period for phase in present for period in phase.leave_of(player)]
    asked = {period for phase in present for period in phase.asked_by(player)}
    return tuple(sorted(one for one in asked if not any(map(one.overlap, counted))))
