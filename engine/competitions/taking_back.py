"""Taking back an act of a phase's preparation: an entry, a filled seat, a new player, the phase.

`engine.competitions.lifting` builds the phase again; this module says when that is possible, and
which later acts no longer apply. A withdrawal from the running phase can be taken back, too (art.
9.1); `engine.cases.leavers` resumes the games.
"""

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import CompetitionEvent
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import LIVING, PREPARING, Act, Events, check_arbiter, check_stage
from engine.competitions.lifting import Rebuilt, last_act, rebuilt
from engine.competitions.player_events import ActLifted, Liftable, PlaceFilled, WithdrawalLifted
from engine.competitions.status import Role
from engine.errors import BrokenLog, Fault, GameStateError
from engine.ids import PersonId


def lift_act(
    competition: Competition,
    act: Act,
    kind: Liftable,
    player: PersonId | None = None,
    reason: str = "",
) -> ActLifted:
    """Take back the player's last act of that kind, or the opening of the phase.

    Raises:
        GameStateError: `not_an_arbiter`, `competition_closed`, `phase_running`,
            `nothing_to_lift`, `entries_closed`, `person_forgotten`, `place_filled` if the
            player's seat is lost, or `drawn_since` if the groups were drawn with the player.
    """
    check_arbiter(competition, act, LIVING)
    check_stage(competition, PREPARING)
    if player in competition.forgotten:
        raise GameStateError(Fault("person_forgotten", facts={"player": player}))
    if kind is Liftable.ENTRY and competition.stage is not CompetitionStage.OPEN:
        raise GameStateError(Fault("entries_closed"))
    event = ActLifted(at=act.at, by=act.by, act=kind, player=player, reason=reason)
    found = _rebuilt(competition, event)
    if kind is Liftable.ADVANCE:
        return event
    loses_groups = bool(competition.phase.groups) and not found.now.phase.groups
    # A reserve who has left the seat since does not lose it.
    losing = {*competition.phase.players} - {*found.now.phase.players, player}
    is_lost = kind is Liftable.WITHDRAWAL
    has_none = is_lost and player not in found.now.phase.players
    is_filled = losing and any(isinstance(one, PlaceFilled) for one in found.idle)
    if loses_groups or is_filled or has_none:
        raise GameStateError(Fault("place_filled" if is_lost else "drawn_since"))
    return event


def idle_after(competition: Competition, event: ActLifted) -> tuple[CompetitionEvent, ...]:
    """Return the later acts that no longer apply once the act is taken back.

    Raises:
        GameStateError: `nothing_to_lift`.
    """
    return _rebuilt(competition, event).idle


def _rebuilt(competition: Competition, event: ActLifted) -> Rebuilt:
    try:
        return rebuilt(competition, event, evolve_competition)
    except BrokenLog:
        raise GameStateError(Fault("nothing_to_lift")) from None


def take_back(
    competition: Competition,
    act: Act,
    kind: Liftable,
    player: PersonId | None = None,
    reason: str = "",
) -> Events:
    """Take an act back, as `lift_act` allows; the leave of a player who is back counts again."""
    return (lift_act(competition, act, kind, player, reason),)


def liftable(competition: Competition, act: Act, player: PersonId | None = None) -> Liftable | None:
    """Return which act about the player's seat the person may take back now; None if none.

    Without a player: whether it is the opening of the phase.
    """
    last = None if player is None else last_act(competition, player)
    kind = Liftable.ADVANCE if player is None else last and last[0]
    if kind is None:
        return None
    try:
        lift_act(competition, act, kind, player)
    except GameStateError:
        return None
    return kind


def lift_withdrawal(competition: Competition, act: Act, player: PersonId, reason: str) -> Events:
    """Take back a player's withdrawal from the present phase; their leave there counts again.

    Raises:
        GameStateError: `not_an_arbiter`, `competition_closed`, `not_withdrawn` (also for a
            disqualified player, and if the phase is over), `person_forgotten`, or
            `place_filled`, if the seat is lost.
    """
    check_arbiter(competition, act, LIVING)
    if player in competition.forgotten:
        raise GameStateError(Fault("person_forgotten", facts={"player": player}))
    found = competition.phase.status(player)
    is_running = competition.stage is CompetitionStage.RUNNING
    if found is not (Role.WITHDRAWN if is_running else Role.OFF_THE_LIST):
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
