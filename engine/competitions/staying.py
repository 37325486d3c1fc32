"""Taking back a withdrawal from the present phase, before its start or while it runs (art. 9.1).

The player has the status and the seat from before. `engine.cases.leavers` resumes the games.
"""

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.guards import Act, Events, check_arbiter, check_living
from engine.competitions.player_events import Liftable, WithdrawalLifted
from engine.competitions.status import Status
from engine.competitions.taking_back import take_back
from engine.errors import Fault, GameStateError
from engine.ids import PersonId


def lift_withdrawal(competition: Competition, act: Act, player: PersonId, reason: str) -> Events:
    """Take back a player's withdrawal from the present phase; their leave there counts again.

    Raises:
        GameStateError: `not_an_arbiter`, `competition_closed`, `not_withdrawn` (also for a
            disqualified player, and if the phase is over), `person_forgotten`, or
            `place_filled`, if the seat is lost.
    """
    check_arbiter(competition, act)
    check_living(competition)
    if player in competition.forgotten:
        raise GameStateError(Fault("person_forgotten", facts={"player": player}))
    found = competition.phase.status(player)
    is_running = competition.stage is CompetitionStage.RUNNING
    if found is not (Status.RETIRED if is_running else Status.WITHDREW):
        raise GameStateError(Fault("not_withdrawn", "9.1", {"player": player}))
    if is_running:
        return (WithdrawalLifted(at=act.at, by=act.by, player=player, reason=reason),)
    return take_back(competition, act, Liftable.WITHDRAWAL, player, reason)


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
