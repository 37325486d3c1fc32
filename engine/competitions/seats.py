"""Changes to the players of a phase: entry, withdrawal, replacement, and filling a free seat."""

from collections.abc import Mapping
from dataclasses import replace

from engine.competitions.parts import Entry, WithdrawnPlayer
from engine.competitions.phase import PhaseState
from engine.ids import PersonId


def entered(phase: PhaseState, entry: Entry) -> PhaseState:
    """Return the phase with one more player."""
    return replace(
        phase,
        entries=(*phase.entries, entry),
        left=phase.left - frozenset((entry.player,)),
        replaced=_without_key(phase.replaced, entry.player),
    )


def filled(phase: PhaseState, entry: Entry, group: str) -> PhaseState:
    """Return the phase with a reserve in a free seat; `group` is empty if none is drawn.

    The matches must be listed again, because the colours of the group are balanced with the
    reserve.
    """
    after = entered(phase, entry)
    gaps = [one for one in phase.withdrawn if one.group == group][:1]
    groups = tuple(
        replace(one, players=(*one.players, entry.player)) if one.name == group else one
        for one in phase.groups
    )
    withdrawn = tuple(one for one in phase.withdrawn if one not in gaps)
    return replace(after, groups=groups, withdrawn=withdrawn, matches=())


def without(phase: PhaseState, player: PersonId) -> PhaseState:
    """Return the phase without the player; the colours of all matches must be drawn again.

    The player's leave no longer counts.
    """
    clubs = {entry.player: entry.club for entry in phase.entries}
    from_group = (
        WithdrawnPlayer(player=player, club=clubs[player], group=group.name)
        for group in phase.groups
        if player in group.players
    )
    return replace(
        phase,
        withdrawn=(*phase.withdrawn, *from_group),
        left=phase.left | {player},
        entries=tuple(entry for entry in phase.entries if entry.player != player),
        groups=tuple(
            replace(group, players=tuple(who for who in group.players if who != player))
            for group in phase.groups
        ),
        matches=(),
        leave=tuple(one for one in phase.leave if one[0] != player),
        asked=tuple(one for one in phase.asked if one[0] != player),
        dropped=(
            *(one for one in phase.dropped if one[0] != player),
            *(one for one in phase.asked if one[0] == player),
        ),
    )


def replaced(phase: PhaseState, player: PersonId, entry: Entry) -> PhaseState:
    """Return the phase with the entry in the player's seat; the player's leave is dropped."""
    entries = tuple(entry if old.player == player else old for old in phase.entries)
    leave = tuple(one for one in phase.leave if one[0] != player)
    asked = tuple(one for one in phase.asked if one[0] != player)
    withdrawn = tuple(one for one in phase.withdrawn if one.player != entry.player)
    after = renamed(phase, player, entry.player)
    return replace(
        after,
        entries=entries,
        leave=leave,
        asked=asked,
        withdrawn=withdrawn,
        left=(phase.left | {player}) - {entry.player},
        replaced=_without_key(after.replaced, entry.player) | {player: entry.player},
    )


def handed_over(phase: PhaseState, player: PersonId, place: PersonId) -> PhaseState:
    """Return the phase with the player's seat reserved for another; nothing else changes."""
    if player not in phase.players:
        return renamed(phase, player, place)
    after = renamed(phase, player, place)
    return replace(after, replaced={**after.replaced, player: place})


def _without_key(
    replaced: Mapping[PersonId, PersonId], player: PersonId
) -> dict[PersonId, PersonId]:
    return {old: new for old, new in replaced.items() if old != player}


def renamed(phase: PhaseState, old: PersonId, new: PersonId) -> PhaseState:
    """Return the phase with one person replaced by another everywhere.

    If `new` left the phase earlier, that no longer counts: they have a seat again.
    """

    def name(player: PersonId) -> PersonId:
        return new if player == old else player

    advanced = phase.advanced
    if advanced is not None:
        going = tuple(replace(each, player=name(each.player)) for each in advanced.players)
        reserves = tuple(map(name, advanced.reserves))
        advanced = replace(advanced, players=going, reserves=reserves)
    entries = tuple(replace(entry, player=name(entry.player)) for entry in phase.entries)
    playing = {entry.player for entry in entries}
    return replace(
        phase,
        entries=entries,
        groups=tuple(
            replace(group, players=tuple(map(name, group.players))) for group in phase.groups
        ),
        matches=tuple(
            replace(match, red=name(match.red), blue=name(match.blue)) for match in phase.matches
        ),
        excluded={name(player): treatment for player, treatment in phase.excluded.items()},
        lifted=frozenset(map(name, phase.lifted)),
        retired=frozenset(map(name, phase.retired)),
        left=frozenset(map(name, phase.left)) - playing,
        leave=tuple((name(player), period) for player, period in phase.leave),
        replaced={
            name(before): name(after)
            for before, after in phase.replaced.items()
            if name(before) != name(after) and name(before) not in playing
        },
        asked=tuple((name(player), period) for player, period in phase.asked),
        dropped=tuple((name(player), period) for player, period in phase.dropped),
        advanced=advanced,
    )
