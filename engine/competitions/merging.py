"""Two known people who are one: all that they have in a competition becomes that of one number."""

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.guards import Act, Events
from engine.competitions.participation import Role, participation
from engine.competitions.player_events import PersonsMerged
from engine.errors import Fault, GameStateError
from engine.ids import PersonId


def merge(competition: Competition, act: Act, *, person: PersonId, into: PersonId) -> Events:
    """Give what `person` has in the competition to `into`; return no events if they have nothing.

    Two entries of a phase that takes entries become one.

    Raises:
        GameStateError: both are in a drawn, running or finished phase (`merge_in_phase`), one of
            them is an arbiter (`arbiter_cannot_play`), or only one of them has left
            (`merge_with_former`).
    """
    both = {person, into}
    roles = {player: participation(competition, player).role for player in (person, into)}
    if roles[person] is Role.STRANGER:
        return ()
    for number, phase in enumerate(competition.phases):
        is_open = number == competition.number and competition.stage is CompetitionStage.OPEN
        if both <= {*phase.players} and not is_open:
            where = Fault("merge_in_phase", facts={"title": competition.title})
            raise GameStateError(where)
    ruling = both.intersection(competition.arbiters)
    if ruling:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1", {"player": min(ruling)}))
    gone = both.intersection(competition.former_players | competition.forgotten)
    if roles[into] is not Role.STRANGER and len(gone) == 1:
        raise GameStateError(Fault("merge_with_former", facts={"title": competition.title}))
    return (PersonsMerged(at=act.at, by=act.by, person=person, into=into),)
