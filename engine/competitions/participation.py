"""The role of a person in a competition: player, reserve, eliminated, disqualified and others.

Every card, list and table uses `participation`, so that all agree. For an earlier day the caller
passes the competition as its log was then. The regulation defines disqualification (art. 9.6,
10.3); reserves and free seats are the organisers' reading.
"""

from dataclasses import dataclass

from engine.competitions.competition import Competition
from engine.competitions.guards import PREPARING
from engine.competitions.parts import Entry
from engine.competitions.status import Role
from engine.ids import PersonId


@dataclass(frozen=True, slots=True)
class Participation:
    """A person's role, and for a reserve the number in line."""

    role: Role
    reserve: int | None = None
    """The number in line among reserves who can still be called, from 1; None for other roles."""
    by: PersonId | None = None
    """The person who now has a replaced player's seat; None for other roles."""

    @property
    def is_playing(self) -> bool:
        """Whether the person plays in the phase, now or when it begins."""
        return self.role in {Role.PLAYS, Role.ENTERED}


def participation(
    competition: Competition, player: PersonId, number: int | None = None
) -> Participation:
    """Return the player's role in the phase of that index, by default the present one."""
    which = competition.number if number is None else number
    if which == competition.number:
        waiting = [entry.player for entry in reserves(competition)]
        if player in waiting:
            return Participation(Role.RESERVE, waiting.index(player) + 1)
    # A finished phase keeps its table, even if the disqualification was lifted later (art. 10.3).
    was_excluded = which < competition.number and player in competition.phases[which].treatments
    role = Role.EXCLUDED if was_excluded else _role(competition, player, which)
    if role is not Role.REPLACED:
        return Participation(role)
    phases = competition.phases[: which + 1]
    heirs = [phase.replaced[player] for phase in phases if player in phase.replaced]
    return Participation(role, by=heirs[-1])


def _role(competition: Competition, player: PersonId, number: int) -> Role:
    """Return the role of a person who is not a reserve: the first one that applies."""
    phases = competition.phases[: number + 1]
    roles = [phase.status(player) for phase in phases]
    for role in (Role.EXCLUDED, Role.WITHDRAWN):
        if role in roles:
            return role
    if player in competition.forgotten:
        return Role.FORGOTTEN
    if roles[-1] is Role.STRANGER and any(player in phase.players for phase in phases):
        return Role.ELIMINATED
    return next((role for role in reversed(roles) if role is not Role.STRANGER), Role.STRANGER)


def everybody(competition: Competition) -> tuple[PersonId, ...]:
    """Return all people who play or were ever entered in any phase, each once."""
    found: dict[PersonId, None] = {}
    for phase in competition.phases:
        found |= dict.fromkeys(phase.players)
        found |= dict.fromkeys(sorted(phase.left | phase.replaced.keys()))
    return tuple(found)


def reserves(competition: Competition) -> tuple[Entry, ...]:
    """Return the reserves who can still be called, in order; none once the phase has begun.

    The order is that of the official tables, also after a correction. A player who withdrew, was
    disqualified, or was replaced, is not one. A player whose seat was filled while they were
    disqualified is the next one once the disqualification is lifted.
    """
    before = competition.previous_phase
    if before is None or competition.stage not in PREPARING:
        return ()
    advancing, others = before.qualified
    clubs = {entry.player: entry.club for entry in before.entries}
    return tuple(
        Entry(player=player, club=clubs[player])
        for player in (*(one.player for one in advancing), *others)
        if may_be_called(competition, player)
    )


def may_be_called(competition: Competition, player: PersonId) -> bool:
    """Return whether a player who has no seat in the present phase may get one.

    The placeholder of a forgotten player is nobody until another person has taken the seat.
    """
    gone = competition.former_players | competition.forgotten | competition.untaken
    phase = competition.phase
    # Nothing of a disqualification that was lifted counts against the player (art. 10.3).
    has_left = phase.status(player) is not Role.STRANGER and not phase.lost_by_exclusion(player)
    return player not in gone and not has_left


def free_places(competition: Competition) -> tuple[str, ...]:
    """Return the group of each free seat of an advanced player, before the phase begins.

    Before the groups are drawn, each group is an empty text. The smallest groups come first, so
    the order in which players left does not matter.
    """
    phase, before = competition.phase, competition.previous_phase
    if before is None or competition.stage not in PREPARING:
        return ()
    places = len(before.advanced.players) if before.advanced else 0
    free = max(places - len(phase.entries), 0)
    if not phase.groups:
        return ("",) * free
    sizes = {group.name: len(group.players) for group in phase.groups}
    gaps = (one.group for one in phase.withdrawn)
    return tuple(sorted(gaps, key=lambda name: (sizes[name], name))[:free])
