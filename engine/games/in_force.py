"""Which acts in a game's log are in force, and which were taken back since (art. 10.1)."""

from collections.abc import Sequence
from typing import TypeVar

from engine.folding import Recorded
from engine.games.events import Event, GameEnded, PlacementMade, PlacementReturned, WordQueried
from engine.games.ruling_events import MovesAnnulled, RulingLifted, ScoreCorrected, TimeGranted

_Entry = TypeVar("_Entry", bound=Recorded[Event])

BY_RULING = (TimeGranted, MovesAnnulled, ScoreCorrected, GameEnded, RulingLifted)
"""The events that a ruling makes, and that know its case."""
LEFT = "left"
"""The ruling of an end that follows because a player has left, whatever resumed the game."""


def _takes_back_from(event: Event, move: int | None) -> bool:
    """Return whether the act took back, or gave back, the moves from this one on; None: neither."""
    match event:
        case MovesAnnulled():
            return event.keep == move
        case RulingLifted():
            return event.move == move is not None
        case PlacementReturned():
            return move is not None
        case _:
            return move is None and isinstance(event, BY_RULING)


def is_of(event: Event, lifted: RulingLifted) -> bool:
    """Return whether the event was made by that ruling; older events are known by their instant.

    Without a case the instant and the kind count, so that a player's act is lifted, too.
    """
    if lifted.restarts and isinstance(event, GameEnded):
        return True
    if not lifted.case:
        return event.at == lifted.ruled and _takes_back_from(event, lifted.move)
    if not isinstance(event, BY_RULING):
        return False
    if event.ruling not in {"", LEFT}:
        return event.ruling == lifted.case
    # A player's own withdrawal is lifted like a ruling.
    withdrew = isinstance(event, GameEnded) and event.withdrew
    return (withdrew or event.arbiter is not None) and event.at == lifted.ruled


def in_force(log: Sequence[_Entry]) -> list[_Entry]:
    """Return the entries of the log whose rulings were not lifted later.

    A placement that an accepted word inserted has the instant of its question (art. 5.3).
    """
    asked = {
        one.event.case: one.event.typed or one.event.at
        for one in log
        if isinstance(one.event, WordQueried)
    }
    kept: list[_Entry] = []
    back: list[RulingLifted] = []
    for entry in reversed(log):
        made = entry.event.at if isinstance(entry.event, PlacementMade) else None
        if any(is_of(entry.event, one) or (made and asked.get(one.case) == made) for one in back):
            continue
        kept.append(entry)
        if isinstance(entry.event, RulingLifted):
            back.append(entry.event)
    return kept[::-1]
