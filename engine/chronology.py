"""Checks that no event lies before the one that it follows.

Instants of recording never go back. An event's own instant may, for these reasons only: it was
imported with the beginning, or entered from a paper sheet (art. 9.6); its word was accepted after a
question (art. 5.3); a ruling repeats it; or its message waited. A move that waited still follows
the move that it answers.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from engine.folding import Recorded
from engine.games.events import Passed, PlacementMade, WordQueried

WAITED: Final = timedelta(hours=25)
"""The longest wait of a message: a day at Telegram, and an hour until its button is pressed."""


def backward_steps(log: Iterable[Recorded[Any]]) -> tuple[tuple[int, str], ...]:
    """Return the number, from 1, of each event that lies before the one it follows, and how."""
    entries = list(log)
    known = {asked for entry in entries for asked in _asked(entry.event)}
    """The instants that a later event may repeat."""
    stated = {(one.at, one.event.at) for one in entries if _is_entered(one.event)}
    """The instants of moves from paper sheets, each with the one at which it was recorded."""
    found: list[tuple[int, str]] = []
    latest = moved = datetime.min.replace(tzinfo=UTC)
    for number, entry in enumerate(entries, 1):
        event, at = entry.event, entry.event.at
        before = entries[number - 2] if number > 1 else entry
        is_move = isinstance(event, PlacementMade | Passed)
        # A sheet that exceeded the time is recorded with that finding, which has its instant.
        is_stated = entry.at == entries[0].at or (entry.at, at) in stated
        if entry.at < before.at:
            found.append(
                (number, f"recorded {_in_utc(entry.at)}, the one before {_in_utc(before.at)}")
            )
        elif at > entry.at:
            found.append((number, f"dated {_in_utc(at)}, recorded {_in_utc(entry.at)}"))
        elif is_stated or at in known:
            pass
        elif is_move and at < moved:
            found.append((number, f"dated {_in_utc(at)}, the move before {_in_utc(moved)}"))
        elif at < latest and not is_move and entry.at - at > WAITED:
            found.append((number, f"dated {_in_utc(at)}, the one before {_in_utc(latest)}"))
        known.add(at)
        latest, moved = max(latest, at), max(moved, at) if is_move else moved
    return tuple(found)


def _is_entered(event: object) -> bool:
    """Return whether the event is a move entered from a paper sheet (art. 9.6)."""
    return isinstance(event, PlacementMade | Passed) and event.entered_by is not None


def _asked(event: object) -> tuple[datetime, ...]:
    """Return the instants from which a placement counts once the queried word is accepted."""
    if not isinstance(event, WordQueried):
        return ()
    return (event.at,) if event.typed is None else (event.at, event.typed)


def _in_utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
