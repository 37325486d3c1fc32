"""Leave after a phase gets new dates or starts late (art. 7.2).

Days outside the new dates are given back; days that are inside again count again. A past day never
becomes leave. No event says so: the fold adapts the leave whenever the dates, or the players who
may play, change. `engine.competitions.leave` stores the announced days in the phase.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from engine.competitions.competition import Competition
from engine.competitions.guards import Act, Events
from engine.competitions.leave import span
from engine.competitions.phase import PhaseState
from engine.competitions.player_events import PlayerLeaveAnnounced, PlayerLeaveWithdrawn
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


def fitted(
    competition: Competition, today: date, players: Collection[PersonId] | None = None
) -> Competition:
    """Return the competition with the leave of present and later phases adapted to their dates.

    `players` limits the players; None means all who may still play.
    """
    if not any(phase.asked for phase in competition.phases[competition.number :]):
        return competition  # as most are, and every replay comes here
    phases = [*competition.phases]
    for number in range(competition.number, len(phases)):
        for player in _asking(competition, phases[number]):
            if players is None or player in players:
                phases[number] = _fitted(competition, phases[number], player, today)
    return replace(competition, phases=tuple(phases))


def fit_leave(competition: Competition, act: Act, players: Collection[PersonId]) -> Events:
    """Return the events by which the days that these players have given up go to other days."""
    today = day_of(act.at, competition.rules.time_zone)
    return tuple(
        event
        for phase in competition.phases[competition.number :]
        for player in _asking(competition, phase)
        if player in players
        for event in _changes(competition, phase, player, act, today)
    )


def moved(before: Competition, after: Competition, today: date) -> tuple[MovedLeave, ...]:
    """Return the changes to leave between two states, for all players who may still play."""
    found = []
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
                out=_runs(earlier - later),
                back=_runs(later - earlier),
                unpaid=_runs(lacking),
                left=allowance - len(later),
            )
            if change.out or change.back or change.unpaid:
                found.append(change)
    return tuple(found)


def _asking(competition: Competition, phase: PhaseState) -> list[PersonId]:
    """Return the players with announced leave for the phase who may still play in it."""
    gone = {player for one in competition.phases for player in one.former_players}
    entered = {player for one in competition.phases[competition.number :] for player in one.players}
    return [who for who in dict.fromkeys(who for who, _ in phase.asked) if who in entered - gone]


def _fitted(
    competition: Competition, phase: PhaseState, player: PersonId, today: date
) -> PhaseState:
    """Return the phase with that player's leave adapted to its dates."""
    own = phase.leave_of(player)
    wanted = _wanted(phase, player, competition.rules.leave(phase.plan.phase), today)
    if {*own} == wanted.keys():
        return phase
    kept = (one for one in phase.leave if one[0] != player or one[1] in wanted)
    new = ((player, period) for period in wanted if period not in own)
    return replace(phase, leave=(*kept, *new))


def _changes(
    competition: Competition, phase: PhaseState, player: PersonId, act: Act, today: date
) -> Events:
    """Return the events that adapt one player's leave in a phase to its dates."""
    kind, own = phase.plan.phase, phase.leave_of(player)
    wanted = _wanted(phase, player, competition.rules.leave(kind), today)
    taken_back = (
        PlayerLeaveWithdrawn(
            at=act.at, by=act.by, player=player, phase=kind, period=period, is_asked_still=True
        )
        for period in own
        if period not in wanted
    )
    announced = (
        PlayerLeaveAnnounced(
            at=act.at, by=act.by, player=player, phase=kind, period=period, asked=asked
        )
        for period, asked in wanted.items()
        if period not in own
    )
    return (*taken_back, *announced)


def _wanted(
    phase: PhaseState, player: PersonId, allowance: int, today: date
) -> dict[LeavePeriod, LeavePeriod]:
    """Return the periods that should count, each with the announcement it comes from.

    Days that count already and are inside the phase stay. New announced days use the rest of the
    allowance, earlier announcements first.
    """
    first, last = span(phase, today)
    counted = {day for day in _days(phase.leave_of(player)) if first <= day <= last}
    left = allowance - len(counted)
    wanted: dict[LeavePeriod, LeavePeriod] = {}
    done: set[date] = set()
    for asked in phase.asked_by(player):
        inside = _within(phase, asked.dates, today)
        own = {day for day in asked.dates if day in counted} - done
        more = sorted(inside - counted - done)[: max(left, 0)]
        left -= len(more)
        done |= own | set(more)
        wanted |= dict.fromkeys(_runs(own | set(more)), asked)
    return wanted


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
