"""Taking back an act of a phase's preparation: an entry, a filled seat, a new player, the phase.

`engine.competitions.lifting` builds the phase again; this module says when that is possible, and
which later acts no longer apply. A withdrawal from the running phase can be taken back, too (art.
9.1); `engine.cases.leavers` resumes the games.
"""

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import (
    LIVING,
    Act,
    Events,
    check_arbiter,
    phase_running,
)
from engine.competitions.lifting import Rebuilt, last_act, rebuilt
from engine.competitions.player_events import ActLifted, Liftable, PlaceFilled
from engine.competitions.status import Role
from engine.errors import BrokenLog, Fault, GameStateError
from engine.ids import PersonId


def lift_act(
    competition: Competition,
    act: Act,
    kind: Liftable,
    player: PersonId | None = None,
    reason: str = "",
) -> Events:
    """Take back the player's last act of that kind, or the opening of the phase.

    In a running phase only a withdrawal can be taken back. The leave of a player who is back counts
    again.

    Raises:
        GameStateError: `not_an_arbiter`, `competition_closed`, `phase_running`,
            `person_forgotten`, `not_withdrawn` (also for a disqualified player, and if the phase
            is over), `entries_closed`, `nothing_to_lift`, `place_filled` if the player's seat is
            lost, or `drawn_since` if the groups were drawn with the player.
    """
    check_arbiter(competition, act, LIVING)
    is_withdrawal = kind is Liftable.WITHDRAWAL
    is_running = competition.stage is CompetitionStage.RUNNING
    if is_running and not is_withdrawal:
        raise GameStateError(phase_running(competition))
    if player in competition.forgotten:
        raise GameStateError(Fault("person_forgotten", facts={"player": player}))
    if kind is Liftable.ENTRY and competition.stage is not CompetitionStage.OPEN:
        raise GameStateError(Fault("entries_closed"))
    has_left = Role.WITHDRAWN if is_running else Role.OFF_THE_LIST
    if is_withdrawal and (player is None or competition.phase.status(player) is not has_left):
        raise GameStateError(Fault("not_withdrawn", "9.1"))
    event = ActLifted(at=act.at, by=act.by, act=kind, player=player, reason=reason)
    if is_running:
        return (event,)
    found = lifted(competition, event)
    if kind is Liftable.ADVANCE:
        return (event,)
    before, after = competition.phase, found.now.phase
    # A reserve who has left the seat since does not lose it.
    losing = {*before.players} - {*after.players, player}
    is_filled = losing and any(isinstance(one, PlaceFilled) for one in found.idle)
    has_none = is_withdrawal and player not in after.players
    if is_filled or has_none or (before.groups and not after.groups):
        raise GameStateError(Fault("place_filled" if is_withdrawal else "drawn_since"))
    return (event,)


def lifted(competition: Competition, event: ActLifted) -> Rebuilt:
    """Return the competition before the start without the act, and what no longer applies.

    Raises:
        GameStateError: `nothing_to_lift`.
    """
    try:
        return rebuilt(competition, event, evolve_competition)
    except BrokenLog:
        raise GameStateError(Fault("nothing_to_lift")) from None


def liftable(competition: Competition, act: Act, player: PersonId | None = None) -> Liftable | None:
    """Return which act about the player's seat the person may take back now; None if none.

    Without a player: whether it is the opening of the phase.
    """
    is_running = competition.stage is CompetitionStage.RUNNING
    last = (Liftable.WITHDRAWAL,) if is_running else last_act(competition, player)
    kind = Liftable.ADVANCE if player is None else last and last[0]
    if kind is None:
        return None
    try:
        lift_act(competition, act, kind, player)
    except GameStateError:
        return None
    return kind


def may_be_lifted(competition: Competition, act: Act) -> tuple[PersonId, ...]:
    """Return the people whose withdrawal from the present phase may be taken back."""
    return tuple(
        player
        for player in dict.fromkeys(each.player for each in competition.phase.acts)
        if liftable(competition, act, player) is Liftable.WITHDRAWAL
    )
