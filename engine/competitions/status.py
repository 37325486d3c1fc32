"""The status of a person in a phase, derived from all acts about them that are still in force.

A phase stores these acts and nothing else about who left it. Lifting an act removes it, so the
status is again as it was. Reserves, former players and free seats all use `status`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from engine.competitions.parts import Treatment
from engine.ids import PersonId


class Change(Enum):
    """The kinds of acts that change a person's status in a phase."""

    ENTERED = "entered"
    """Entered again after having left, or took the seat of a forgotten player."""
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
    REINSTATED = "reinstated"
    """The disqualification was lifted after the phase, whose results do not change."""
    FORGOTTEN = "forgotten"
    """The person's data was erased at their own wish."""


class Role(Enum):
    """The role of a person in a phase.

    `status` tells those of one phase apart; `participation` also looks at the others.
    """

    PLAYS = "plays"
    """Entered in the phase, which is running or over."""
    ENTERED = "entered"
    """Entered in the phase, which has not begun."""
    RESERVE = "reserve"
    """Not entered, but may be called until the phase begins."""
    ELIMINATED = "eliminated"
    """Played in an earlier phase but not in this one."""
    WITHDRAWN = "withdrawn"
    """Left the phase while it was running."""
    OFF_THE_LIST = "off the list"
    """Withdrew, or was withdrawn, before the phase began."""
    REPLACED = "replaced"
    """Had a seat that another player has now."""
    FORGOTTEN = "forgotten"
    """The person's data was erased at their own wish; a number is shown."""
    EXCLUDED = "excluded"
    STRANGER = "stranger"
    """Never entered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusAct:
    """One act about a person in a phase."""

    change: Change
    player: PersonId
    successor: PersonId | None = None
    """The person who has the seat now, after `REPLACED` or `VACATED`."""
    treatment: Treatment | None = None
    """The effect of a disqualification on the player's results."""
    by_exclusion: bool = False
    """Whether a disqualification took the seat."""
    at: datetime | None = None
    """The instant of `EXCLUDED` or `RETIRED`; games that ended with it ended at this instant."""


Acts = tuple[StatusAct, ...]

_LASTING = {
    Change.EXCLUDED: Role.EXCLUDED,
    Change.RETIRED: Role.WITHDRAWN,
    Change.FORGOTTEN: Role.FORGOTTEN,
}
"""The status after acts that no other act of the phase changes; the first one decides."""
_LEFT = {
    Change.ENTERED: Role.STRANGER,
    Change.WITHDREW: Role.OFF_THE_LIST,
    Change.REPLACED: Role.REPLACED,
    Change.VACATED: Role.REPLACED,
}


def status(acts: Acts, player: PersonId, seated: Role | None) -> Role:
    """Return the person's status in the phase with these acts; `seated`: by their seat, if any."""
    changes = {act.change for act in acts if act.player == player}
    if Change.REINSTATED in changes:
        changes.discard(Change.EXCLUDED)
    lasting = next((role for change, role in _LASTING.items() if change in changes), None)
    last = last_about_seat(acts, player)
    return lasting or seated or (Role.STRANGER if last is None else _LEFT[last.change])


def last_about_seat(acts: Iterable[StatusAct], player: PersonId) -> StatusAct | None:
    """Return the last act about the person's seat: entered, left, replaced; None without one."""
    found = [act for act in acts if act.player == player and act.change in _LEFT]
    return found[-1] if found else None


def entered(acts: Acts, player: PersonId) -> Acts:
    """Return the acts after the person got a seat; recorded only if they had left before."""
    last = last_about_seat(acts, player)
    if last is None or last.change is Change.ENTERED:
        return acts
    return (*acts, StatusAct(change=Change.ENTERED, player=player))
