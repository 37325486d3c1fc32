"""Which acts in a game's log are in force, and which were taken back since (art. 10.1).

The place of an act in the log, from 0, identifies it. A lifting names the places that it takes
back; in older logs, it names a case or an instant instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

from engine.folding import Recorded
from engine.games.events import (
    Event,
    GameEnded,
    Passed,
    PlacementMade,
    PlacementReturned,
    WordQueried,
)
from engine.games.ruling_events import MovesAnnulled, RulingLifted, ScoreCorrected, TimeGranted

BY_RULING = (TimeGranted, MovesAnnulled, ScoreCorrected, GameEnded, RulingLifted)
"""The events that a ruling makes, and that know its case."""
LEFT = "left"
"""The `ruling` of an end that no case made: a player who has left loses a game that resumes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry(Recorded[Event]):
    """An event of the game's log, with what tells later whether it still applies.

    If an earlier act is taken back, `engine.games.lifting` builds the game again. The event applies
    if its move is there; the turn of that time was stopped if the game differs from `after`.
    """

    seen: PlacementMade | Passed | None
    """The move on which the event depends; of a lifting, the last valid one after it."""
    after: PlacementMade | Passed | None = None
    """The last valid move after the event."""
    runs: bool = True
    """Whether the game ran after the event."""
    takes_back: frozenset[int] = frozenset()
    """The places in the log of the acts that the event takes back; empty if it is no lifting."""


def took_moves(event: Event) -> TypeGuard[MovesAnnulled | PlacementReturned]:
    """Return whether the event takes moves back: a placement sent back, or an annulment."""
    return isinstance(event, MovesAnnulled | PlacementReturned)


def in_force(log: Sequence[LogEntry]) -> dict[int, LogEntry]:
    """Return the entries of the log whose acts were not taken back later, by their places."""
    kept: dict[int, LogEntry] = {}
    taken_back = set[int]()
    # The latest first: a lifting that was itself taken back takes nothing back.
    for place, entry in reversed([*enumerate(log)]):
        if place not in taken_back:
            kept[place] = entry
            taken_back |= entry.takes_back
    return dict(reversed(kept.items()))


def places_of_case(log: Sequence[LogEntry], case: str) -> set[int]:
    """Return the places of all acts that the rulings of the case made.

    An accepted word's placement has the instant and the author of the question (art. 5.3).
    """
    events = {place: entry.event for place, entry in enumerate(log)}
    questions = [event for event in events.values() if isinstance(event, WordQueried)]
    asked = {(question.since, question.by) for question in questions if question.case == case}
    return {
        place
        for place, event in events.items()
        if (isinstance(event, PlacementMade) and (event.at, event.by) in asked)
        or (isinstance(event, BY_RULING) and event.ruling == case)
    }


def places_taken_back(log: Sequence[LogEntry], lifting: RulingLifted) -> frozenset[int]:
    """Return the places of the acts that a lifting takes back, also in an older log."""
    if lifting.acts:
        return frozenset(lifting.acts)
    is_meant = _is_beside_case if lifting.case else _is_single_act
    meant = {place for place, entry in enumerate(log) if is_meant(entry.event, lifting)}
    if lifting.restarts:
        meant |= {place for place, entry in enumerate(log) if isinstance(entry.event, GameEnded)}
    return frozenset(meant | places_of_case(log, lifting.case) if lifting.case else meant)


def _is_beside_case(event: Event, lifting: RulingLifted) -> bool:
    """Return whether an older lifting of a case meant this act, which names no case.

    It meant the rulings of its instant, and of the ends by players only a withdrawal.
    """
    if event.at != lifting.ruled or not isinstance(event, BY_RULING):
        return False
    is_ruling = not isinstance(event, GameEnded) or event.withdrew or event.arbiter is not None
    return is_ruling and event.ruling in {"", LEFT}


def _is_single_act(event: Event, lifting: RulingLifted) -> bool:
    """Return whether an older lifting without a case meant this act of its instant.

    Its `move` is a number if the act took moves back, or had restored them.
    """
    if event.at != lifting.ruled:
        return False
    if lifting.move is None:
        return isinstance(event, TimeGranted | ScoreCorrected | GameEnded)
    return took_moves(event) or (isinstance(event, RulingLifted) and event.move == lifting.move)
