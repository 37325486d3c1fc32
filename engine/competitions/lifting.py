"""A phase built again without an act of its preparation, as if the act had not been.

Later events that no longer fit are idle: they stay in the log and are not applied. So seats,
groups, matches, leave and the stage are again what they were, and nothing is stored twice. A player
who withdrew stays withdrawn.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import (
    ActLifted,
    CompetitionEvent,
    DrawAnnulled,
    GroupsDrawn,
    Liftable,
    MatchesListed,
    PersonsMerged,
    PlaceClaimed,
    PlaceFilled,
    PlaceReturned,
    PlaceVacated,
    PlayerEntered,
    PlayerReinstated,
    PlayerReplaced,
    PlayersAdvanced,
    PlayerWithdrawn,
)
from engine.competitions.guards import PREPARING
from engine.competitions.participation import free_places
from engine.competitions.parts import Entry
from engine.competitions.seats import left
from engine.errors import BrokenLog
from engine.folding import changed
from engine.ids import PersonId

Evolve = Callable[[Competition, CompetitionEvent], Competition]
"""`engine.competitions.fold.evolve_competition`."""
_ABOUT_SEATS = {
    PlayerEntered: Liftable.ENTRY,
    PlaceFilled: Liftable.FILLING,
    PlayerReplaced: Liftable.REPLACEMENT,
    PlayerWithdrawn: Liftable.WITHDRAWAL,
}


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A competition without an act, and the later events that no longer fit."""

    now: Competition
    idle: tuple[CompetitionEvent, ...]


def prepared(before: Competition, after: Competition, event: CompetitionEvent) -> Competition:
    """Return the competition after the event, which belongs to the preparation of its phase."""
    if after.stage in PREPARING:
        log = (*before.preparation, event)
        return changed(after, opened=before.opened or before, preparation=log)
    return after if after.opened is None else changed(after, opened=None, preparation=())


def last_act(competition: Competition, player: PersonId | None) -> tuple[Liftable, int] | None:
    """Return the player's last act about a seat in this preparation, and its index in the log.

    An act before the seat passed to the player counts as theirs, but none before they were merged
    with another person, because each of the two had acts of their own. None if there is none.
    """
    for number, event in reversed([*enumerate(competition.preparation)]):
        match event:
            case (
                PlayerEntered(entry=Entry(player=own))
                | PlaceFilled(entry=Entry(player=own))
                | PlayerReplaced(entry=Entry(player=own))
                | PlayerWithdrawn(player=own)
            ) if own == player:
                return _ABOUT_SEATS[type(event)], number
            case (
                PlaceClaimed(invited=before, person=own)
                | PlaceVacated(person=before, place=own)
                | PlaceReturned(place=before, person=own)
            ) if own == player:
                player = before
            case PersonsMerged(into=own) if own == player:
                return None
            case PlayersAdvanced():
                return None
            case _:
                pass
    return None


def rebuilt(competition: Competition, event: ActLifted, evolve: Evolve) -> Rebuilt:
    """Return the competition without the act that the event takes back.

    Raises:
        BrokenLog: there is no such act, so this program did not write the log.
    """
    gone, now = _indexes_of(competition, event), competition.opened
    if now is None or not gone:
        raise BrokenLog(f"there is no such act of {event.player} to take back")
    opened = now
    kept = [one for one in enumerate(competition.preparation) if one[0] not in gone]
    idle: list[CompetitionEvent] = []
    for number, one in kept:
        after: Competition | None = None
        with suppress(BrokenLog):
            after = evolve(now, one) if not number or _fits(now, one) else None
        idle += [one] if after is None else []
        now = after or _without_seat(now, one)
    if now.number == competition.number:
        now = changed(now, opened=opened, preparation=tuple(one for _, one in kept))
    return Rebuilt(now, tuple(idle))


def _without_seat(now: Competition, event: CompetitionEvent) -> Competition:
    """Return the competition after an event that no longer fits.

    A player who withdrew stays withdrawn, even if the seat they had left was another's after all.
    """
    if not isinstance(event, PlayerWithdrawn) or now.stage not in PREPARING:
        return now
    return now.with_phase(left(now.phase, event.player, is_out=event.player in now.excluded))


def _indexes_of(competition: Competition, event: ActLifted) -> frozenset[int]:
    """Return the indexes in the preparation's log of the events that the act consists of."""
    if event.act is Liftable.ADVANCE:
        log = enumerate(competition.preparation)
        lists = frozenset(number for number, one in log if isinstance(one, PlayersAdvanced))
        return lists if 0 in lists else frozenset()
    last = last_act(competition, event.player)
    return frozenset({last[1]} if last is not None and last[0] is event.act else ())


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
        case DrawAnnulled():
            return now.stage is not CompetitionStage.RUNNING
        case _:
            return True
