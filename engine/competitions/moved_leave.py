"""Leave after a phase gets new dates or starts late (art. 7.2).

Days outside the new dates are given back; days that are inside again count again. A past day never
becomes leave. No event says so: the fold adapts the leave whenever the dates, or the players who
may play, change, or when a player announces leave or withdraws it. `engine.competitions.leave`
decides whether a player may.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from engine.competitions.competition import Competition
from engine.competitions.phase import Leave, PhaseState
from engine.competitions.player_events import PlayerLeaveChanged
from engine.ids import PersonId
from engine.rulesets import Phase
from engine.thinking_time import LeavePeriod, day_of


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
    """Announced days of the phase that cannot count, because the allowance is used up."""
    left: int
    """The player's remaining days of leave in the phase."""


def with_change(phase: PhaseState, event: PlayerLeaveChanged) -> PhaseState:
    """Return the phase after that change of leave, if it is the one meant.

    Of an announcement that has days given up, the other days stay if they count.
    """
    if phase.plan.phase is not event.phase:
        return phase
    leave: list[Leave] = []
    for one in phase.leave:
        if one.player == event.player and event.withdrawn and one.asked.overlap(event.withdrawn):
            own = (period for period in one.counts if not period.overlap(event.withdrawn))
            leave += [replace(one, asked=period, counts=(period,)) for period in own]
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
    if not any(phase.leave for phase in competition.phases[competition.number :]):
        return competition  # as most are, and every replay comes here
    phases, today = [*competition.phases], day_of(at, competition.rules.time_zone)
    for number in range(competition.number, len(phases)):
        allowance = competition.rules.leave(phases[number].plan.phase)
        for player in _asking(competition, phases[number]) if players is None else players:
            phases[number] = _fitted(phases[number], player, allowance, today)
    return replace(competition, phases=tuple(phases))


def span(phase: PhaseState, today: date | None = None) -> tuple[date, date]:
    """Return the first and last day of the phase; a late phase begins later.

    With `today`, a phase that has not started begins today at the earliest, because earlier days
    belong to no phase.
    """
    first = phase.started or phase.plan.start
    if today is not None and phase.started is None:
        first = max(first, today)
    return first, phase.plan.closing


def moved(
    before: Competition, after: Competition, today: date, own: Iterable[LeavePeriod] = ()
) -> tuple[MovedLeave, ...]:
    """Return the changes to leave between two states, for all players who may still play.

    The days of `own` are left out, because the player announced or withdrew them.
    """
    found, known = [], _days(own)
    present = slice(after.number, None)
    for was, now in zip(before.phases[present], after.phases[present], strict=False):
        for player in _asking(after, now):
            earlier, later = _days(was.leave_of(player)), _days(now.leave_of(player))
            asked = _days(now.asked_by(player))
            lacking = _within(now, asked, today) - later - _within(was, asked, today)
            allowance = after.rules.leave(now.plan.phase)
            change = MovedLeave(
                player=player,
                phase=now.plan.phase,
                out=_runs(earlier - later - known),
                back=_runs(later - earlier - known),
                unpaid=_runs(lacking),
                left=allowance - len(later),
            )
            if change.out or change.back or change.unpaid:
                found.append(change)
    return tuple(found)


def _asking(competition: Competition, phase: PhaseState) -> list[PersonId]:
    """Return the players with announced leave for the phase who may still play in it."""
    gone = {player for one in competition.phases for player in one.former_players}
    present = competition.phases[competition.number :]
    playing = {player for one in present for player in one.players} - gone
    return [who for who in dict.fromkeys(one.player for one in phase.leave) if who in playing]


def _fitted(phase: PhaseState, player: PersonId, allowance: int, today: date) -> PhaseState:
    """Return the phase with that player's leave adapted to its dates.

    Days that count already and are inside the phase stay. New announced days use the rest of the
    allowance, earlier announcements first.
    """
    first, last = span(phase, today)
    counted = {day for day in _days(phase.leave_of(player)) if first <= day <= last}
    left = allowance - len(counted)
    done: set[date] = set()
    leave = []
    for one in phase.leave:
        if one.player == player:
            own = {day for day in one.asked.dates if day in counted} - done
            new = sorted(_within(phase, one.asked.dates, today) - counted - done)[: max(left, 0)]
            left -= len(new)
            done |= own | {*new}
            one = replace(one, counts=_runs(own | {*new}))  # noqa: PLW2901
        leave.append(one)
    return replace(phase, leave=tuple(leave))


def _within(phase: PhaseState, days: Iterable[date], today: date) -> set[date]:
    """Return the days that are in the phase and not past."""
    first, last = span(phase, today)
    return {day for day in days if max(first, today) <= day <= last}


def _days(periods: Iterable[LeavePeriod]) -> set[date]:
    return {day for period in periods for day in period.dates}


def _runs(days: Iterable[date]) -> tuple[LeavePeriod, ...]:
    """Return the days as periods of consecutive days."""
    found: list[LeavePeriod] = []
    for day in sorted(days):
        if found and found[-1].last + timedelta(days=1) == day:
            found[-1] = LeavePeriod(found[-1].first, day)
        else:
            found.append(LeavePeriod(day, day))
    return tuple(found)
