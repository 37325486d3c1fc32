"""Leave in a competition, which belongs to a player and a phase, not to a match (art. 7.2).

One announcement applies to all of the player's matches in the phase, with one allowance of days
from the ruleset. A period across the border of a phase is split there. Each part counts in its own
phase; days between phases or after the last do not count. Each part is accepted or refused alone.

A phase stores all announced days. Days outside its dates are given back; days that are inside again
count again. A past day never becomes leave. No event says so: the fold adapts the leave whenever
the dates, the announcements, or the players who may play, change. `engine.matches.match` applies
the leave to a match and its running game.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from engine.competitions.competition import Competition
from engine.competitions.events import PlayerLeaveChanged
from engine.competitions.guards import LIVING, Act, Events, check_stage
from engine.competitions.phase import Leave, PhaseState
from engine.errors import Fault, refuse
from engine.ids import PersonId
from engine.rulesets import Phase
from engine.thinking_time import (
    LeavePeriod,
    check_leave_withdrawal,
    day_of,
    leave_faults,
    not_ahead,
)


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
    given_up = _given_up(now, player, old, today)
    for phase in now.phases[now.number :]:
        kind, allowance = phase.plan.phase, now.rules.leave(phase.plan.phase)
        gone = given_up.get(kind)
        kept = [one for one in phase.leave_of(player) if gone is None or not one.overlap(gone)]
        for part in inside(phase, period):
            faults = leave_faults(part, announced=today, own=kept, allowance=allowance)
            if period.first <= today < part.first:  # no part of a period that has begun is ahead
                faults = (not_ahead(period, today), *faults)
            found.append(Part(kind, part, faults))
    return tuple(found)


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
    too; if they count in no phase, the whole period is. Other announced days then count.

    Raises:
        RuleViolation: the old days have begun or were never announced; the new ones have begun, or
            no phase accepts its part of them. The error lists every broken rule of any part.
    """
    check_stage(competition, LIVING)
    today = day_of(act.at, competition.rules.time_zone)
    given_up = _given_up(fitted(competition, act.at, {player}), player, old, today)
    touched = parts(competition, player, new, act.at, old) if new is not None else ()
    refused = {part.phase: part.faults for part in touched if part.faults}
    if new is not None and not touched and new.first <= today:  # no phase has a part to refuse
        refuse([not_ahead(new, today)])
    if len(refused) == len(touched):  # no phase accepts a part, or none has one
        refuse([fault for faults in refused.values() for fault in faults])
    kinds = [phase.plan.phase for phase in competition.phases[competition.number :]]
    announced = {kind: None if kind in refused else new for kind in kinds}
    return tuple(
        PlayerLeaveChanged(
            at=act.at,
            by=act.by,
            player=player,
            phase=kind,
            withdrawn=given_up.get(kind),
            announced=announced[kind],
        )
        for kind in kinds
        if kind in given_up or announced[kind] is not None
    )


def _given_up(
    competition: Competition, player: PersonId, old: LeavePeriod | None, today: date
) -> dict[Phase, LeavePeriod]:
    """Return the days that each phase gives up with the period `old`; none without it.

    The phase in which it counts gives up these days; any other, days that overlap and are idle.
    """
    if old is None:
        return {}
    present = competition.phases[competition.number :]
    counting = [phase.plan.phase for phase in present if old in phase.leave_of(player)][:1]
    known = (*(old for _ in counting), *outside(competition, player))
    check_leave_withdrawal(old, today=today, own=known)
    idle = {
        phase.plan.phase: one.asked
        for phase in present
        for one in phase.leave
        if one.player == player and not one.counts and one.asked.overlap(old)
    }
    return idle | dict.fromkeys(counting, old)


def leave_beside(
    competition: Competition, act: Act, player: PersonId, other: PersonId
) -> PlayerLeaveChanged | None:
    """Return the first change that gives up leave of the player, if the two are one person.

    Their days together are at most one player's allowance, and none is announced twice. None if
    nothing is to be given up (any longer).
    """
    for phase in competition.phases[competition.number :]:
        kind = phase.plan.phase
        left = competition.rules.leave(kind) - len(_days(phase.leave_of(other)))
        for one in (one for one in phase.leave if one.player == player):
            left -= len(_days(one.counts))
            if left < 0 or any(map(one.asked.overlap, phase.asked_by(other))):
                return PlayerLeaveChanged(
                    at=act.at, by=act.by, player=player, phase=kind, withdrawn=one.asked
                )
    return None


def no_longer_leave(
    before: Competition, after: Competition, numbers: Iterable[PersonId], into: PersonId
) -> tuple[LeavePeriod, ...]:
    """Return the days that were leave of one of these numbers, and are none of `into` after."""
    were = set[date]().union(*(_counted(before, number) for number in numbers))
    return _runs(were - _counted(after, into))


def _counted(competition: Competition, player: PersonId) -> set[date]:
    """Return the player's days that count in the present and later phases."""
    present = competition.phases[competition.number :]
    return _days(period for phase in present for period in phase.leave_of(player))


def outside(competition: Competition, player: PersonId) -> tuple[LeavePeriod, ...]:
    """Return the player's announced periods without a day that counts in any phase, in order."""
    present = competition.phases[competition.number :]
    counted = [period for phase in present for period in phase.leave_of(player)]
    asked = {period for phase in present for period in phase.asked_by(player)}
    return tuple(sorted(one for one in asked if not any(map(one.overlap, counted))))


def with_change(phase: PhaseState, event: PlayerLeaveChanged) -> PhaseState:
    """Return the phase after that change of leave.

    Of an announcement that has days given up, the other days stay if they count.
    """
    leave: list[Leave] = []
    for one in phase.leave:
        if one.player == event.player and event.withdrawn and one.asked.overlap(event.withdrawn):
            left = (period for period in one.counts if not period.overlap(event.withdrawn))
            leave += [replace(one, asked=period, counts=(period,)) for period in left]
        else:
            leave.append(one)
    # Older logs repeat announcements whose days count again.
    if event.announced is not None and event.announced not in phase.asked_by(event.player):
        counts = inside(phase, event.announced)
        leave.append(Leave(player=event.player, asked=event.announced, counts=counts))
    return replace(phase, leave=tuple(leave))


def inside(phase: PhaseState, period: LeavePeriod) -> tuple[LeavePeriod, ...]:
    """Return the part of the period that is in the phase, if there is one."""
    first, last = span(phase)
    return _runs(day for day in period.dates if first <= day <= last)


def fitted(
    competition: Competition, at: datetime, players: Collection[PersonId] | None = None
) -> Competition:
    """Return the competition with the leave of present and later phases as it counts at that time.

    `players` limits the players; None means all who may still play.
    """
    # Most competitions are without leave, and every replay comes here.
    if not any(phase.leave for phase in competition.phases[competition.number :]):
        return competition
    phases, today = [*competition.phases], day_of(at, competition.rules.time_zone)
    for number in range(competition.number, len(phases)):
        allowance = competition.rules.leave(phases[number].plan.phase)
        for player in _with_leave(competition, phases[number]):
            if players is None or player in players:
                phases[number] = _fitted(phases[number], player, allowance, today)
    return replace(competition, phases=tuple(phases))


def span(phase: PhaseState, today: date = date.min) -> tuple[date, date]:
    """Return the first and last day of the phase; a late phase begins later.

    With `today`, a phase that has not started begins today at the earliest; no past day is in it.
    """
    return phase.started or max(phase.plan.start, today), phase.plan.closing


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedLeave:
    """The effect of new dates on one player's leave in one phase."""

    player: PersonId
    phase: Phase
    out: tuple[LeavePeriod, ...]
    """Days that stop counting, because they are outside the phase."""
    back: tuple[LeavePeriod, ...]
    """Days that count from now on."""
    unpaid: tuple[LeavePeriod, ...]
    """Announced days of the phase that do not count, because the allowance is used up."""
    left: int
    """The player's remaining days of leave in the phase."""


def moved(
    before: Competition, after: Competition, today: date, own: Iterable[LeavePeriod] = ()
) -> tuple[MovedLeave, ...]:
    """Return the changes to leave between two states, for all players who may still play.

    The days of `own` are left out, because the player announced or withdrew them.
    """
    changes, known = [], _days(own)
    present = slice(after.number, None)
    for was, now in zip(before.phases[present], after.phases[present], strict=False):
        for player in _with_leave(after, now):
            earlier, later = _days(was.leave_of(player)), _days(now.leave_of(player))
            announced = _days(now.asked_by(player))
            new = _within(now, announced, today) - _within(was, announced, today)
            change = MovedLeave(
                player=player,
                phase=now.plan.phase,
                out=_runs(earlier - later - known),
                back=_runs(later - earlier - known),
                unpaid=_runs(new - later),
                left=after.rules.leave(now.plan.phase) - len(later),
            )
            if change.out or change.back or change.unpaid:
                changes.append(change)
    return tuple(changes)


def _with_leave(competition: Competition, phase: PhaseState) -> list[PersonId]:
    """Return the players with announced leave for the phase who may still play in it."""
    present = competition.phases[competition.number :]
    playing = {player for one in present for player in one.players} - competition.former_players
    return [who for who in dict.fromkeys(one.player for one in phase.leave) if who in playing]


def _fitted(phase: PhaseState, player: PersonId, allowance: int, today: date) -> PhaseState:
    """Return the phase with that player's leave adapted to its dates.

    Days that count already and are inside the phase stay. New announced days use the rest of the
    allowance, earlier announcements first.
    """
    first, last = span(phase, today)
    counted = {day for day in _days(phase.leave_of(player)) if first <= day <= last}
    left = allowance - len(counted)
    done: set[date] = set()  # a day that was announced twice counts once
    leave = []
    for one in phase.leave:
        if one.player != player:
            leave.append(one)
            continue
        stays = {day for day in one.asked.dates if day in counted} - done
        free = sorted(_within(phase, one.asked.dates, today) - counted - done)
        added = {*free[: max(left, 0)]}
        left -= len(added)
        done |= stays | added
        leave.append(replace(one, counts=_runs(stays | added)))
    return replace(phase, leave=tuple(leave))


def _within(phase: PhaseState, days: Iterable[date], today: date) -> set[date]:
    """Return the days that are in the phase and not past."""
    first, last = span(phase, today)
    return {day for day in days if max(first, today) <= day <= last}


def joined(periods: Iterable[LeavePeriod]) -> tuple[LeavePeriod, ...]:
    """Return the days of the periods as periods of consecutive days."""
    return _runs(_days(periods))


def _days(periods: Iterable[LeavePeriod]) -> set[date]:
    return {day for period in periods for day in period.dates}


def _runs(days: Iterable[date]) -> tuple[LeavePeriod, ...]:
    """Return the days as periods of consecutive days."""
    periods: list[LeavePeriod] = []
    for day in sorted(days):
        if periods and periods[-1].last + timedelta(days=1) == day:
            periods[-1] = LeavePeriod(periods[-1].first, day)
        else:
            periods.append(LeavePeriod(day, day))
    return tuple(periods)
