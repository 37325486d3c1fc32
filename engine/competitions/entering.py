"""The players of a phase up to its start: entering, accepting, withdrawing and replacing.

Each function takes the competition and the act (person and time). It returns the new events or
refuses with every fault. `engine.competitions.drawing` makes the draws.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.competitions.competition import Competition, CompetitionStage
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
    refuse,
)
from engine.competitions.participation import free_places, participation, reserves
from engine.competitions.parts import Entry
from engine.competitions.player_events import (
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
from engine.competitions.status import Change, Role
from engine.errors import Fault, GameStateError
from engine.ids import PersonId


def enter(competition: Competition, act: Act, entries: Iterable[Entry]) -> Events:
    """Enter players for the phase that is being prepared.

    Raises:
        RuleViolation: `already_entered`, `already_excluded`, `person_forgotten`,
            `arbiter_cannot_play` or `seeding_below_one`.
    """
    check_arbiter(competition, act, OPEN)
    wanted = tuple(entries)
    refuse(_entry_faults(competition, wanted, competition.phase.players))
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
    """Return the last player of a freed seat that nobody has taken since; None without one."""
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
    known = participation(competition, player).role
    if competition.stage is CompetitionStage.CLOSED or known in {Role.STRANGER, Role.FORGOTTEN}:
        return ()
    place = place if known is Role.PLAYS else None
    forgotten = PlayerForgotten(at=at, player=player, place=place)
    if known is not Role.ENTERED:
        return (forgotten,)
    return PlayerWithdrawn(at=at, by=player, player=player), forgotten


def replace_player(competition: Competition, act: Act, player: PersonId, entry: Entry) -> Events:
    """Replace a player before the start; the new player gets the same colours and opponents.

    Raises:
        RuleViolation: `already_entered`, `already_excluded`, `person_forgotten`,
            `arbiter_cannot_play` or `seeding_below_one`.
        GameStateError: the person is not an arbiter of it, there is no such player, or the
            phase has started.
    """
    check_arbiter(competition, act, PREPARING)
    check_entered(competition, player)
    refuse(_entry_faults(competition, (entry,), competition.phase.players))
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


def _check_free(competition: Competition, person: PersonId) -> None:
    """Refuse a person who cannot play: their data was erased, or they are an arbiter (art. 1.1)."""
    if faults := _barred(competition, person):
        raise GameStateError(faults[0])


def _barred(competition: Competition, person: PersonId) -> list[Fault]:
    facts = {"player": person}
    found = []
    if person in competition.forgotten:
        found.append(Fault("person_forgotten", facts=facts))
    if person in competition.arbiters:
        found.append(Fault("arbiter_cannot_play", "1.1", facts))
    return found


def _entry_faults(
    competition: Competition, entries: Sequence[Entry], players: Iterable[PersonId]
) -> list[Fault]:
    """Return all faults of new entries, given these other players."""
    count = Counter(players) + Counter(entry.player for entry in entries)
    faults = []
    for entry in entries:
        facts = {"player": entry.player}
        if count[entry.player] > 1:
            faults.append(Fault("already_entered", facts=facts))
        if entry.player in competition.excluded:
            faults.append(Fault("already_excluded", "10.3", facts))
        faults += _barred(competition, entry.player)
        if entry.seeding is not None and entry.seeding < 1:
            faults.append(Fault("seeding_below_one", facts=facts))
    return faults


def merge(competition: Competition, act: Act, *, person: PersonId, into: PersonId) -> Events:
    """Give what `person` has in the competition to `into`; return no events if they have nothing.

    Two entries of a phase that takes entries become one.

    Raises:
        GameStateError: both are in a drawn, running or finished phase (`merge_in_phase`), one of
            them is an arbiter (`arbiter_cannot_play`), or only one of them has left
            (`merge_with_former`).
    """
    both = {person, into}
    roles = {one: participation(competition, one).role for one in (person, into)}
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
