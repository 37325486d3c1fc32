"""A phase built again without an act of its preparation, as if the act had not been.

Later events that no longer fit are idle: they stay in the log and are not applied. So seats,
groups, matches, leave and the stage are again what they were, and nothing is stored twice. A player
who withdrew stays withdrawn.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.competitions.competition import Competition, CompetitionStage, Preparation
from engine.competitions.events import (
    CompetitionEvent,
    DrawAnnulled,
    GroupsDrawn,
    MatchesListed,
    PlayersAdvanced,
)
from engine.competitions.guards import PREPARING
from engine.competitions.participation import free_places
from engine.competitions.player_events import (
    ActLifted,
    Liftable,
    PersonsMerged,
    PlaceClaimed,
    PlaceFilled,
    PlaceReturned,
    PlaceVacated,
    PlayerEntered,
    PlayerReinstated,
    PlayerReplaced,
    PlayerWithdrawn,
    WithdrawalLifted,
)
from engine.competitions.seats import left
from engine.errors import BrokenLog
from engine.folding import changed, without
from engine.ids import PersonId

Evolve = Callable[[Competition, CompetitionEvent], Competition]
"""`engine.competitions.fold.evolve_competition`."""
Log = tuple[CompetitionEvent, ...]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A competition without an act, and the later events that no longer fit."""

    now: Competition
    idle: Log


def prepared(before: Competition, after: Competition, event: CompetitionEvent) -> Competition:
    """Return the competition after the event, which belongs to the preparation of its phase."""
    if after.stage in {CompetitionStage.RUNNING, CompetitionStage.CLOSED}:
        return after if after.preparation is None else changed(after, preparation=None)
    kept = before.preparation
    since, log = (before, ()) if kept is None else (kept.since, kept.log)
    return changed(after, preparation=Preparation(since, (*log, event)))


def last_act(competition: Competition, player: PersonId) -> tuple[Liftable, int] | None:
    """Return the player's last act about a seat in this preparation, and its index in the log.

    An act before the seat passed to the player counts as theirs, but none before they were merged
    with another person, because each of the two had acts of their own. None if there is none.
    """
    found: dict[PersonId, tuple[Liftable, int]] = {}
    for number, event in enumerate(competition.preparation.log if competition.preparation else ()):
        match event:
            case PlayersAdvanced():
                found.clear()
            case PlayerEntered():
                found[event.entry.player] = Liftable.ENTRY, number
            case PlaceFilled():
                found[event.entry.player] = Liftable.FILLING, number
            case PlayerReplaced():
                found[event.entry.player] = Liftable.REPLACEMENT, number
            case PlayerWithdrawn():
                found[event.player] = Liftable.WITHDRAWAL, number
            case PersonsMerged():
                found.pop(event.into, None)
            case (
                PlaceClaimed(invited=before, person=after)
                | PlaceVacated(person=before, place=after)
                | PlaceReturned(place=before, person=after)
            ):
                own = {after: found[before]} if before in found else {}
                found = without(found, after) | own
            case _:
                pass
    return found.get(player)


def rebuilt(
    competition: Competition, event: ActLifted | WithdrawalLifted, evolve: Evolve
) -> Rebuilt:
    """Return the competition without the act that the event takes back.

    Older logs took a withdrawal back before the start, too; then the matches were listed again.

    Raises:
        BrokenLog: there is no such act, so this program did not write the log.
    """
    kept = competition.preparation
    gone = _gone(competition, event)
    if kept is None or not gone:
        raise BrokenLog(f"there is no such act of {event.player} to take back")
    log = tuple(one for number, one in enumerate(kept.log) if number not in gone)
    now, idle = kept.since, list[CompetitionEvent]()
    for number, one in enumerate(log):
        opens = not number and not gone & {0}
        after = evolve(now, one) if opens else _applied(now, one, evolve)
        idle += [one] if after is None else []
        now = after or _without_seat(now, one)
    is_prepared = now.number == competition.number
    return Rebuilt(
        changed(now, preparation=Preparation(kept.since, log) if is_prepared else None),
        tuple(idle),
    )


def _without_seat(now: Competition, event: CompetitionEvent) -> Competition:
    """Return the competition after an event that no longer fits.

    A player who withdrew stays withdrawn, even if the seat they had left was another's after all.
    """
    if not isinstance(event, PlayerWithdrawn) or now.stage not in PREPARING:
        return now
    phase = left(now.phase, event.player, is_out=event.player in now.excluded)
    phases = (*now.phases[: now.number], phase, *now.phases[now.number + 1 :])
    return changed(now, phases=phases)


def _gone(competition: Competition, event: ActLifted | WithdrawalLifted) -> frozenset[int]:
    """Return the indexes of the events that the act consists of."""
    log = competition.preparation.log if competition.preparation else ()
    is_older = isinstance(event, WithdrawalLifted)
    act = Liftable.WITHDRAWAL if isinstance(event, WithdrawalLifted) else event.act
    if act is Liftable.ADVANCE:
        opened = bool(log) and isinstance(log[0], PlayersAdvanced)
        found = [number for number, one in enumerate(log) if isinstance(one, PlayersAdvanced)]
        return frozenset(found if opened else ())
    last = None if event.player is None else last_act(competition, event.player)
    if last is None or last[0] is not act:
        return frozenset()
    listed = (number for number, one in enumerate(log) if isinstance(one, MatchesListed))
    return frozenset({last[1], *(listed if is_older else ())})


def _applied(now: Competition, event: CompetitionEvent, evolve: Evolve) -> Competition | None:
    """Return the competition after the event, or None if it no longer fits."""
    try:
        return evolve(now, event) if _fits(now, event) else None
    except BrokenLog:
        return None


def _fits(now: Competition, event: CompetitionEvent) -> bool:  # noqa: PLR0911  (a line an event)
    """Return whether the event still means what it meant when it happened."""
    phase, players = now.phase, {*now.phase.players}
    match event:
        case PlayerEntered():
            return event.entry.player not in players
        case PlaceFilled():
            gaps = {one.group for one in phase.withdrawn} if phase.groups else {""}
            is_free = bool(free_places(now)) and event.group in gaps
            return is_free and event.entry.player not in players
        case PlayerReplaced():
            return event.player in players and event.entry.player not in players
        case PlayerWithdrawn():
            return event.player in players
        case PlayerReinstated():
            return event.player in now.excluded
        case PlaceClaimed():
            return event.invited in players
        case PlaceVacated():
            return event.person in players and event.since <= now.number
        case PlaceReturned():
            return event.place in players
        case GroupsDrawn():
            return {who for group in event.groups for who in group.players} == players
        case MatchesListed():
            return {who for match in event.matches for who in match.players} == players
        case DrawAnnulled() | PlayersAdvanced():
            return now.stage is not CompetitionStage.RUNNING
        case _:
            return True
