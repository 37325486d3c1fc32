"""Which acts in a game's log are in force, and which were taken back since (art. 10.1).

The place of an act in the log identifies it. Older logs know an act by its case or instant.
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
"""The `ruling` of an end that belongs to no case: a player who has left loses a resumed game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry(Recorded[Event]):
    """An event of the game's log, with the game in which it happened."""

    seen: PlacementMade | Passed | None
    """The move on which the event depends; the last valid one, for a ruling that was lifted."""
    after: PlacementMade | Passed | None = None
    """The last valid move after the event."""
    runs: bool = True
    """Whether the game ran after the event."""
    acts: frozenset[int] = frozenset()
    """The places in the log of the acts that the event takes back."""


def took_moves(event: Event) -> TypeGuard[MovesAnnulled | PlacementReturned]:
    """Return whether the event takes moves back: a placement sent back, or an annulment."""
    return isinstance(event, MovesAnnulled | PlacementReturned)


def in_force(log: Sequence[LogEntry]) -> dict[int, LogEntry]:
    """Return the entries of the log whose acts were not taken back later, by their places.

    The latest come first, because a lifting that was itself taken back takes nothing back.
    """
    kept: dict[int, LogEntry] = {}
    back = set[int]()
    for place, entry in reversed([*enumerate(log)]):
        if place not in back:
            kept[place] = entry
            back |= entry.acts
    return dict(reversed(kept.items()))


def acts_of_case(log: Sequence[LogEntry], case: str) -> set[int]:
    """Return the places of all acts that the rulings of the case made.

    An accepted word's placement has the instant and the author of the question (art. 5.3).
    """
    events = {place: entry.event for place, entry in enumerate(log)}
    questions = [one for one in events.values() if isinstance(one, WordQueried)]
    asked = {(one.typed or one.at, one.by) for one in questions if one.case == case}
    return {
        place
        for place, one in events.items()
        if (isinstance(one, PlacementMade) and (one.at, one.by) in asked)
        or (isinstance(one, BY_RULING) and one.ruling == case)
    }


def acts_of(log: Sequence[LogEntry], lifted: RulingLifted) -> frozenset[int]:
    """Return the places of the acts that a lifting takes back, also in an older log."""
    if lifted.acts:
        return frozenset(lifted.acts)
    found = {place for place, one in enumerate(log) if _was_lifted(one.event, lifted)}
    return frozenset(found | acts_of_case(log, lifted.case) if lifted.case else found)


def _was_lifted(event: Event, lifted: RulingLifted) -> bool:
    """Return whether an older log says by its instant that the act was taken back.

    With a case, its lifting took back the rulings that know no case, and a player's own withdrawal
    like a ruling. Without a case, any act is meant, and `move` says whether it took moves back.
    """
    if lifted.restarts and isinstance(event, GameEnded):
        return True
    if event.at != lifted.ruled:
        return False
    if lifted.case:
        if not isinstance(event, BY_RULING) or event.ruling not in {"", LEFT}:
            return False
        return not isinstance(event, GameEnded) or event.withdrew or event.arbiter is not None
    if lifted.move is None:
        return isinstance(event, BY_RULING) and not isinstance(event, MovesAnnulled | RulingLifted)
    return took_moves(event) or (isinstance(event, RulingLifted) and event.move == lifted.move)
