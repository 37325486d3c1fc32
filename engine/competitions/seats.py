"""Changes to the players of a phase: entry, withdrawal, replacement, and filling a free seat."""

from dataclasses import replace

from engine.competitions import status
from engine.competitions.parts import Entry, WithdrawnPlayer
from engine.competitions.phase import PhaseState
from engine.competitions.status import Change, StatusAct
from engine.ids import PersonId


def entered(phase: PhaseState, entry: Entry) -> PhaseState:
    """Return the phase with one more player; a list made again dropped them in older logs only."""
    if entry.player in phase.players:
        return phase
    entries = (*phase.entries, entry)
    return replace(phase, entries=entries, acts=status.entered(phase.acts, entry.player))


def filled(phase: PhaseState, entry: Entry, group: str) -> PhaseState:
    """Return the phase with a reserve in a free seat (`group` may be empty) and without matches."""
    after = entered(phase, entry)
    gaps = [one for one in phase.withdrawn if one.group == group][:1]
    groups = tuple(
        replace(one, players=(*one.players, entry.player)) if one.name == group else one
        for one in phase.groups
    )
    withdrawn = tuple(one for one in phase.withdrawn if one not in gaps)
    return replace(after, groups=groups, withdrawn=withdrawn, matches=())


def without(phase: PhaseState, player: PersonId, *, is_out: bool) -> PhaseState:
    """Return the phase without the player; the colours of all matches must be drawn again.

    The player's leave no longer counts. `is_out`: the player is disqualified.
    """
    clubs = {entry.player: entry.club for entry in phase.entries}
    from_group = (
        WithdrawnPlayer(player=player, club=clubs[player], group=group.name)
        for group in phase.groups
        if player in group.players
    )
    return replace(
        left(phase, player, is_out=is_out),
        withdrawn=(*phase.withdrawn, *from_group),
        entries=tuple(entry for entry in phase.entries if entry.player != player),
        groups=tuple(
            replace(group, players=tuple(who for who in group.players if who != player))
            for group in phase.groups
        ),
        matches=(),
        leave=tuple(one for one in phase.leave if one.player != player),
    )


def left(phase: PhaseState, player: PersonId, *, is_out: bool) -> PhaseState:
    """Return the phase that the player has left, without a change to its seats."""
    act = StatusAct(change=Change.WITHDREW, player=player, by_exclusion=is_out)
    return with_act(phase, act)


def with_act(phase: PhaseState, act: StatusAct) -> PhaseState:
    """Return the phase after an act about a person that changes no seat."""
    return replace(phase, acts=(*phase.acts, act))


def without_act(phase: PhaseState, change: Change, player: PersonId) -> PhaseState:
    """Return the phase without the person's last act of that kind, as if it had not been."""
    numbers = [
        n for n, act in enumerate(phase.acts) if (act.change, act.player) == (change, player)
    ]
    acts = (act for n, act in enumerate(phase.acts) if n not in numbers[-1:])
    return replace(phase, acts=tuple(acts))


def replaced(phase: PhaseState, player: PersonId, entry: Entry) -> PhaseState:
    """Return the phase with the entry in the player's seat; the player's leave is dropped."""
    entries = tuple(entry if old.player == player else old for old in phase.entries)
    leave = tuple(one for one in phase.leave if one.player != player)
    withdrawn = tuple(one for one in phase.withdrawn if one.player != entry.player)
    after = renamed(phase, player, entry.player)
    # The player's own acts stay theirs; earlier players of the seat have another successor.
    acts = tuple(
        replace(act, successor=entry.player) if act.successor == player else act
        for act in phase.acts
    )
    lost = StatusAct(change=Change.REPLACED, player=player, successor=entry.player)
    acts = status.entered((*acts, lost), entry.player)
    return replace(after, entries=entries, leave=leave, withdrawn=withdrawn, acts=acts)


def handed_over(phase: PhaseState, player: PersonId, place: PersonId) -> PhaseState:
    """Return the phase with the player's seat reserved for another; nothing else changes."""
    after = renamed(phase, player, place)
    if player not in phase.players:
        return after
    return with_act(after, StatusAct(change=Change.VACATED, player=player, successor=place))


def taken(phase: PhaseState, place: PersonId, person: PersonId) -> PhaseState:
    """Return the phase with the person in the seat that was reserved for `place`."""
    after = renamed(phase, place, person)
    if person not in after.untaken:
        return after
    return with_act(after, StatusAct(change=Change.ENTERED, player=person))


def returned(phase: PhaseState, place: PersonId, person: PersonId) -> PhaseState:
    """Return the phase as if the person's seat had not been reserved for `place`."""
    if place not in phase.players:
        return renamed(phase, place, person)
    return renamed(without_act(phase, Change.VACATED, person), place, person)


def merged(phase: PhaseState, person: PersonId, into: PersonId) -> PhaseState:
    """Return the phase with the person in place of the other number; who has both is in it once."""
    if {person, into} <= {*phase.players}:
        entries = tuple(entry for entry in phase.entries if entry.player != person)
        phase = replace(phase, entries=entries)
    after = renamed(phase, person, into)
    withdrawn = tuple(
        replace(one, player=into) if one.player == person else one for one in after.withdrawn
    )
    acts = tuple(act for act in after.acts if act.player != act.successor)
    return replace(after, withdrawn=withdrawn, acts=acts)


def renamed(phase: PhaseState, old: PersonId, new: PersonId) -> PhaseState:
    """Return the phase with one person replaced by another everywhere.

    If `new` left the phase earlier, that no longer counts: they have a seat again. A person whose
    data was erased stays erased.
    """

    def name(player: PersonId) -> PersonId:
        return new if player == old else player

    advanced = phase.advanced
    if advanced is not None:
        going = tuple(replace(each, player=name(each.player)) for each in advanced.players)
        advanced = replace(advanced, players=going)
    entries = tuple(replace(entry, player=name(entry.player)) for entry in phase.entries)
    acts = tuple(
        replace(
            act,
            player=act.player if act.change is Change.FORGOTTEN else name(act.player),
            successor=None if act.successor is None else name(act.successor),
        )
        for act in phase.acts
    )
    if new in {entry.player for entry in entries}:
        acts = status.entered(acts, new)
    return replace(
        phase,
        entries=entries,
        groups=tuple(
            replace(group, players=tuple(map(name, group.players))) for group in phase.groups
        ),
        matches=tuple(
            replace(match, red=name(match.red), blue=name(match.blue)) for match in phase.matches
        ),
        acts=acts,
        leave=tuple(replace(one, player=name(one.player)) for one in phase.leave),
        advanced=advanced,
    )
