"""The status of a person in a phase, derived from all acts about them that are still in force.

A phase stores these acts and nothing else about who left it. Lifting an act removes it, so the
status is again as it was. Reserves, former players and free seats all use `status`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from engine.competitions.parts import Treatment
from engine.ids import PersonId


class Change(Enum):
    """The kinds of acts that change a person's status in a phase."""

    ENTERED = "entered"
    """Entered again, after having left."""
    WITHDREW = "withdrew"
    """Left before the start, by their own act or an arbiter's."""
    REPLACED = "replaced"
    """Left before the start, and another player took the seat."""
    VACATED = "vacated"
    """An arbiter took the seat for another person."""
    RETIRED = "retired"
    """Left the running phase and the competition (art. 9.1)."""
    EXCLUDED = "excluded"
    """Disqualified (art. 9.6, 10.3)."""
    FORGOTTEN = "forgotten"
    """The person's data was erased at their own wish."""


class Status(Enum):
    """A person's status in a phase; `NONE` for a person about whom there is no act and no seat."""

    EXCLUDED = "excluded"
    RETIRED = "retired"
    FORGOTTEN = "forgotten"
    ENTERED = "entered"
    REPLACED = "replaced"
    WITHDREW = "withdrew"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusAct:
    """One act about a person in a phase."""

    change: Change
    player: PersonId
    successor: PersonId | None = None
    """The person who has the seat now, after `REPLACED` or `VACATED`."""
    treatment: Treatment | None = None
    """The effect of a disqualification on the player's results."""
    is_lifted: bool = False
    """Whether a disqualification was lifted after the phase, whose results do not change."""
    by_exclusion: bool = False
    """Whether a disqualification took the seat."""
    at: datetime | None = None
    """The instant of `RETIRED`; the games that ended with it ended at this instant."""


Acts = tuple[StatusAct, ...]

_OF_SEATS = frozenset({Change.ENTERED, Change.WITHDREW, Change.REPLACED, Change.VACATED})
_LEFT = {
    Change.WITHDREW: Status.WITHDREW,
    Change.REPLACED: Status.REPLACED,
    Change.VACATED: Status.REPLACED,
}


def status(acts: Acts, player: PersonId, players: Collection[PersonId]) -> Status:
    """Return the person's status in the phase with these acts; `players` have its seats."""
    own = [act for act in acts if act.player == player and not act.is_lifted]
    changes = {act.change for act in own}
    if Change.EXCLUDED in changes:
        return Status.EXCLUDED
    if Change.RETIRED in changes:
        return Status.RETIRED
    if Change.FORGOTTEN in changes:
        return Status.FORGOTTEN
    if player in players:
        return Status.ENTERED
    last = last_about_seat(own, player)
    return Status.NONE if last is None else _LEFT.get(last.change, Status.NONE)


def last_about_seat(acts: Iterable[StatusAct], player: PersonId) -> StatusAct | None:
    """Return the last act about the person's seat: entered, left, replaced; None without one."""
    found = [act for act in acts if act.player == player and act.change in _OF_SEATS]
    return found[-1] if found else None


def lifted(acts: Acts, change: Change, player: PersonId) -> Acts:
    """Return the acts without the person's last one of that kind, as if it had not been."""
    numbers = [n for n, act in enumerate(acts) if (act.change, act.player) == (change, player)]
    return acts if not numbers else (*acts[: numbers[-1]], *acts[numbers[-1] + 1 :])


def reinstated(acts: Acts, player: PersonId, *, is_past: bool) -> Acts:
    """Return the acts after a disqualification was lifted; a finished phase keeps its results."""
    if not is_past:
        return lifted(acts, Change.EXCLUDED, player)
    return tuple(
        replace(act, is_lifted=True)
        if (act.change, act.player) == (Change.EXCLUDED, player)
        else act
        for act in acts
    )


def excluded_again(acts: Acts, player: PersonId) -> Acts:
    """Return the acts with the player's lifted disqualification in force again."""
    return tuple(replace(act, is_lifted=False) if act.player == player else act for act in acts)


def entered(acts: Acts, player: PersonId) -> Acts:
    """Return the acts after the person got a seat; recorded only if they had left before."""
    last = last_about_seat(acts, player)
    if last is None or last.change is Change.ENTERED:
        return acts
    return (*acts, StatusAct(change=Change.ENTERED, player=player))


def with_successor(acts: Acts, old: PersonId, new: PersonId) -> Acts:
    """Return the acts after a seat passed on: its earlier players have another successor."""
    return tuple(replace(act, successor=new) if act.successor == old else act for act in acts)


def renamed(acts: Acts, old: PersonId, new: PersonId) -> Acts:
    """Return the acts with one person replaced by another; an erased person stays erased."""
    return tuple(
        replace(act, player=new)
        if act.player == old and act.change is not Change.FORGOTTEN
        else act
        for act in with_successor(acts, old, new)
    )
