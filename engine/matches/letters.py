"""Letters between a player and the arbiters of his match, as facts: their words are kept elsewhere.

What people write can be erased at their wish, and the log cannot: it has only a digest of each
letter, as it has of what is said in a case (art. 10.2). A letter of a player's waits until an
arbiter answers in the same correspondence, or says that he has read it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.correspondence import thread_of
from engine.ids import GameId, PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterWritten:
    """A player wrote to the arbiters, or an arbiter to him, outside any claim (art. 6.2, 9.7)."""

    at: datetime
    game: GameId
    """The game that it is about, or the match's code where it is about both."""
    player: PersonId
    """Whose correspondence with the arbiters it belongs to."""
    author: PersonId
    statement: str
    """The digest of the words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterRead:
    """An arbiter has read what a player wrote, and it asks for no answer (art. 9.7)."""

    at: datetime
    game: GameId
    """As in the letter."""
    player: PersonId
    arbiter: PersonId


Waiting = Mapping[str, datetime]
"""The correspondences in which a player waits, by name, and since when."""


def waiting_after(waiting: Waiting, event: LetterWritten | LetterRead) -> Waiting:
    """Return who waits for an answer after the event: a second letter waits since the first."""
    thread = thread_of(event.game, event.player)
    if isinstance(event, LetterWritten) and event.author == event.player:
        return {thread: event.at, **waiting}
    return {name: since for name, since in waiting.items() if name != thread}
