"""Taking back a withdrawal from the present phase, before its start or while it runs (art. 9.1).

The player has the status and the seat from before. `engine.cases.withdrawals` resumes the games.
"""

from functools import reduce
from typing import TYPE_CHECKING

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act, Events, check_arbiter, check_living
from engine.competitions.moved_leave import fit_leave
from engine.competitions.participation import free_places
from engine.competitions.player_events import PlayerLeaveAnnounced, WithdrawalLifted
from engine.competitions.status import Change, Status, last_about_seat
from engine.errors import Fault, GameStateError
from engine.ids import PersonId

if TYPE_CHECKING:
    from engine.competitions.events import CompetitionEvent


def lift_withdrawal(competition: Competition, act: Act, player: PersonId, reason: str) -> Events:
    """Take back a player's withdrawal from the present phase; their leave there counts again.

    Raises:
        GameStateError: `not_an_arbiter`, `competition_closed`, `not_withdrawn` (also for a
            disqualified player, and if the phase is over), `person_forgotten`, or
            `place_filled`, if another player has the seat.
    """
    check_arbiter(competition, act)
    check_living(competition)
    if player in competition.forgotten:
        raise GameStateError(Fault("person_forgotten", facts={"player": player}))
    found = competition.phase.status(player)
    is_running = competition.stage is CompetitionStage.RUNNING
    if found is not (Status.RETIRED if is_running else Status.WITHDREW):
        raise GameStateError(Fault("not_withdrawn", "9.1", {"player": player}))
    lifted = WithdrawalLifted(at=act.at, by=act.by, player=player, reason=reason)
    if is_running:
        return (lifted,)
    _check_seat(competition, player)
    events: list[CompetitionEvent] = [lifted]
    events += [
        PlayerLeaveAnnounced(
            at=act.at,
            by=act.by,
            player=player,
            phase=competition.phase.plan.phase,
            period=period,
            counts=False,
        )
        for period in competition.phase.dropped_by(player)
    ]
    after = reduce(evolve_competition, events, competition)
    return (*events, *fit_leave(after, act, (player,)))


def _check_seat(competition: Competition, player: PersonId) -> None:
    """Refuse a seat that another player has, or that the present groups do not have."""
    phase = competition.phase
    last = last_about_seat(phase.acts, player)
    gaps = {one.player for one in phase.withdrawn}
    is_kept = last is not None and last.change is Change.WITHDREW and last.seat is not None
    if competition.number and not free_places(competition):
        is_kept = False
    if not is_kept or (phase.groups and player not in gaps):
        raise GameStateError(Fault("place_filled", facts={"player": player}))


def may_be_lifted(competition: Competition, act: Act) -> tuple[PersonId, ...]:
    """Return the people whose withdrawal from the present phase may be taken back."""
    found = []
    for player in dict.fromkeys(each.player for each in competition.phase.acts):
        try:
            lift_withdrawal(competition, act, player, "")
        except GameStateError:
            continue
        found.append(player)
    return tuple(found)
