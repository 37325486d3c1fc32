"""The players of a phase up to its start: entering, accepting, withdrawing, replacing, taking back.

Each function takes the competition and the act (person and time). It returns the new events or
refuses with every fault. `engine.competitions.drawing` makes the draws. If an act is taken back,
`engine.competitions.lifting` builds the phase again; a withdrawal from the running phase can be
taken back, too (art. 9.1), and `engine.cases.leavers` resumes the games.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import (
    ActLifted,
    CompetitionEvent,
    Liftable,
    PersonsMerged,
    PlaceClaimed,
    PlaceFilled,
    PlaceReturned,
    PlaceVacated,
    PlayerEntered,
    PlayerForgotten,
    PlayerReplaced,
    PlayerWithdrawn,
)
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import (
    LIVING,
    OPEN,
    PREPARING,
    Act,
    Events,
    check_access,
    check_arbiter,
    check_entered,
    check_stage,
    phase_running,
)
from engine.competitions.leave import leave_beside
from engine.competitions.lifting import Rebuilt, last_act, rebuilt
from engine.competitions.participation import free_places, participation, reserves
from engine.competitions.parts import Entry
from engine.competitions.status import Change, Role
from engine.errors import BrokenLog, Fault, GameStateError, refuse
from engine.ids import PersonId


def enter(competition: Competition, act: Act, entries: Iterable[Entry]) -> Events:
    """Enter players for the phase that is being prepared.

    Raises:
        RuleViolation: `already_entered`, `already_excluded`, `person_forgotten`,
            `arbiter_cannot_play` or `seeding_below_one`.
    """
    check_arbiter(competition, act, OPEN)
    wanted = tuple(entries)
    _check_entries(competition, wanted)
    return tuple(PlayerEntered(at=act.at, by=act.by, entry=entry) for entry in wanted)


def claim_place(competition: Competition, invited: PersonId, act: Act, via: str = "") -> Events:
    """Let a person take the seat that was reserved for them; `via` is `WEB` for a browser.

    Raises:
        GameStateError: there is no such seat, it is taken, the person has another one, was erased
            (`person_forgotten`), or is disqualified and would take another player's seat
            (`excluded_cannot_play`), or in a browser where none is allowed (`browser_seats_off`).
    """
    check_stage(competition, LIVING)
    check_access(competition, via)
    if invited not in competition.phase.players or invited in competition.claimed:
        raise GameStateError(Fault("place_taken"))
    _check_free(competition, act.by)
    if act.by != invited and act.by in competition.excluded:
        raise GameStateError(Fault("excluded_cannot_play", "10.3"))
    # The person must not appear twice in a finished phase that has the invited player, too.
    both = {invited, act.by}
    if len(both) > 1 and any(both <= set(phase.players) for phase in competition.phases):
        raise GameStateError(Fault("already_entered", facts={"player": act.by}))
    return (PlaceClaimed(at=act.at, invited=invited, person=act.by),)


def vacate(
    competition: Competition, act: Act, player: PersonId, place: PersonId, reason: str
) -> Events:
    """Take a seat from its player and reserve it for `place` until a new player accepts.

    Raises:
        GameStateError: the person is not an arbiter of it, it is closed, `place_not_taken`, or
            `place_of_excluded`, because a disqualification cannot pass to another person, nor
            can a withdrawal (`place_of_withdrawn`).
    """
    check_arbiter(competition, act, LIVING)
    if player in competition.excluded:
        raise GameStateError(Fault("place_of_excluded", "10.3"))
    if player in competition.former_players:
        raise GameStateError(Fault("place_of_withdrawn", "9.1"))
    if player not in competition.phase.players or player not in competition.claimed:
        raise GameStateError(Fault("place_not_taken"))
    return (
        PlaceVacated(
            at=act.at,
            by=act.by,
            person=player,
            place=place,
            reason=reason,
            since=competition.number,
        ),
    )


def former_holder(competition: Competition, place: PersonId) -> PersonId | None:
    """Return the last player of a freed seat; None if it is taken, or that player has another."""
    phase = competition.phase
    if place not in phase.players or place in competition.claimed:
        return None
    holders = [
        act.player for act in phase.acts if act.change is Change.VACATED and act.successor == place
    ]
    return holders[-1] if holders and holders[-1] not in phase.players else None


def return_place(competition: Competition, act: Act, place: PersonId, reason: str) -> Events:
    """Give a freed seat back to its former player, as long as nobody else has taken it.

    Raises:
        GameStateError: the person is not an arbiter of it, it is closed, `place_taken`,
            `person_forgotten`, or the former player rules or is disqualified.
    """
    check_arbiter(competition, act, LIVING)
    person = former_holder(competition, place)
    if person is None:
        raise GameStateError(Fault("place_taken"))
    _check_free(competition, person)
    if person in competition.excluded:
        raise GameStateError(Fault("excluded_cannot_play", "10.3"))
    return (PlaceReturned(at=act.at, by=act.by, place=place, person=person, reason=reason),)


def withdraw(competition: Competition, act: Act, player: PersonId) -> Events:
    """Withdraw a player before the start, by themselves or by an arbiter.

    If matches are listed, they must be listed again, because the colours must be balanced without
    the player. A group with only one player left waits for a reserve or another draw.

    Raises:
        GameStateError: the person may not do it, the player is not entered, or the phase has
            started.
    """
    if act.by != player:
        check_arbiter(competition, act)
    check_stage(competition, PREPARING)
    check_entered(competition, player)
    return (PlayerWithdrawn(at=act.at, by=act.by, player=player),)


def forget(
    competition: Competition, player: PersonId, at: datetime, place: PersonId | None = None
) -> Events:
    """Remove a person whose data was erased; return no events if they have no part in it.

    A seat in a phase that has not begun becomes free, one in a running phase is reserved for
    `place`. A closed competition does not change.
    """
    role = participation(competition, player).role
    if competition.stage is CompetitionStage.CLOSED or role in {Role.STRANGER, Role.FORGOTTEN}:
        return ()
    place = place if role is Role.PLAYS else None
    forgotten = PlayerForgotten(at=at, player=player, place=place)
    if role is not Role.ENTERED:
        return (forgotten,)
    return PlayerWithdrawn(at=at, by=player, player=player), forgotten


def replace_player(competition: Competition, act: Act, player: PersonId, entry: Entry) -> Events:
    """Replace a player before the start; the new player gets the same colours and opponents.

    Raises:
        RuleViolation: as `enter`.
        GameStateError: the person is not an arbiter of it, there is no such player, or the
            phase has started.
    """
    check_arbiter(competition, act, PREPARING)
    check_entered(competition, player)
    _check_entries(competition, (entry,))
    return (PlayerReplaced(at=act.at, by=act.by, player=player, entry=entry),)


def fill_place(competition: Competition, act: Act, player: PersonId) -> Events:
    """Give a reserve a seat of an advanced player that became free before the phase begins.

    Raises:
        GameStateError: `not_an_arbiter`, `no_free_place`, or `not_a_reserve`.
    """
    check_arbiter(competition, act, PREPARING)
    free = free_places(competition)
    if not free:
        raise GameStateError(Fault("no_free_place"))
    entry = next((one for one in reserves(competition) if one.player == player), None)
    if entry is None:
        raise GameStateError(Fault("not_a_reserve"))
    return (PlaceFilled(at=act.at, by=act.by, entry=entry, group=free[0]),)


def lift_act(
    competition: Competition,
    act: Act,
    kind: Liftable,
    player: PersonId | None = None,
    reason: str = "",
) -> Events:
    """Take back the player's last act of that kind, or the opening of the phase.

    In a running phase only a withdrawal can be taken back. The player's leave then counts again.

    Raises:
        GameStateError: `not_an_arbiter`, `competition_closed`, `phase_running` (not for a
            withdrawal), `person_forgotten`, `not_withdrawn` (only for a withdrawal: the player is
            disqualified, or the phase is over), `entries_closed`, `nothing_to_lift`,
            `place_filled` if the player's seat is lost, or `drawn_since` if the groups were drawn
            with the player.
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
    if kind is Liftable.ADVANCE:  # the present phase is then the one before
        return (event,)
    before, after = competition.phase, found.now.phase
    # A reserve who has left the seat since does not lose it.
    losing = {*before.players} - {*after.players, player}
    ousts_reserve = losing and any(isinstance(one, PlaceFilled) for one in found.idle)
    stays_out = is_withdrawal and player not in after.players
    loses_groups = before.groups and not after.groups
    if ousts_reserve or stays_out or loses_groups:
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

    Without a player, it is the opening of the phase.
    """
    if player is None:
        kind = Liftable.ADVANCE
    elif competition.stage is CompetitionStage.RUNNING:
        kind = Liftable.WITHDRAWAL
    elif (last := last_act(competition, player)) is not None:
        kind = last[0]
    else:
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


def _check_free(competition: Competition, person: PersonId) -> None:
    """Refuse a person who cannot play: their data was erased, or they are an arbiter (art. 1.1)."""
    if faults := _barred(competition, person):
        raise GameStateError(faults[0])


def _barred(competition: Competition, person: PersonId) -> list[Fault]:
    """Return every reason for which the person cannot play."""
    facts = {"player": person}
    faults = []
    if person in competition.forgotten:
        faults.append(Fault("person_forgotten", facts=facts))
    if person in competition.arbiters:
        faults.append(Fault("arbiter_cannot_play", "1.1", facts))
    return faults


def _check_entries(competition: Competition, entries: Sequence[Entry]) -> None:
    """Refuse new entries of the present phase with all their faults."""
    seats = Counter(competition.phase.players) + Counter(entry.player for entry in entries)
    faults = []
    for entry in entries:
        facts = {"player": entry.player}
        if seats[entry.player] > 1:
            faults.append(Fault("already_entered", facts=facts))
        if entry.player in competition.excluded:
            faults.append(Fault("already_excluded", "10.3", facts))
        faults += _barred(competition, entry.player)
        if entry.seeding is not None and entry.seeding < 1:
            faults.append(Fault("seeding_below_one", facts=facts))
    refuse(faults)


def merge(competition: Competition, act: Act, *, person: PersonId, into: PersonId) -> Events:
    """Give what `person` has in the competition to `into`; return no events if they have nothing.

    Two entries of a phase that takes entries become one. Before that, `person` gives up the leave
    that one player could not have beside that of `into` (art. 7.2).

    Raises:
        GameStateError: both are in a drawn, running or finished phase (`merge_in_phase`), one of
            them is an arbiter (`arbiter_cannot_play`), or only one of them has left
            (`merge_with_former`).
    """
    both = {person, into}
    if participation(competition, person).role is Role.STRANGER:
        return ()
    title = {"title": competition.title}
    for phase in competition.phases:
        is_open = phase is competition.phase and competition.stage is CompetitionStage.OPEN
        if both <= {*phase.players} and not is_open:
            raise GameStateError(Fault("merge_in_phase", facts=title))
    if arbiters := both.intersection(competition.arbiters):
        raise GameStateError(Fault("arbiter_cannot_play", "1.1", {"player": min(arbiters)}))
    gone = both.intersection(competition.former_players | competition.forgotten)
    both_in = participation(competition, into).role is not Role.STRANGER
    if both_in and len(gone) == 1:
        raise GameStateError(Fault("merge_with_former", facts=title))
    given_up: list[CompetitionEvent] = []
    if both <= {*competition.phase.players}:
        while (change := leave_beside(competition, act, person, into)) is not None:
            given_up.append(change)
            competition = evolve_competition(competition, change)
    return (*given_up, PersonsMerged(at=act.at, by=act.by, person=person, into=into))
