"""Events for letters between a player and the arbiters; their texts are stored elsewhere.

People may have their texts erased, but the log cannot be erased. So it has only a digest of each
letter, as of each statement in a case (art. 10.2). A player's letter waits until an arbiter answers
in the same correspondence or marks it as read.
"""

from collections.abc import Mapping
from datetime import datetime

from engine.acts import event
from engine.correspondence import thread_of
from engine.ids import GameId, PersonId
from engine.matches.events import MatchEvent


@event("match.letter")
class LetterWritten(MatchEvent):
    """A player wrote to the arbiters, or they to the player, without a claim (art. 6.2, 9.7)."""

    game: GameId
    """The game in question, or the match's code for both."""
    player: PersonId
    """The player in the correspondence with the arbiters."""
    author: PersonId
    statement: str
    """The digest of the text."""


@event("match.letter_read")
class LetterRead(MatchEvent):
    """An arbiter marked a player's letter as read without an answer (art. 9.7)."""

    game: GameId
    """The game in question, or the match's code, as in the letter."""
    player: PersonId
    arbiter: PersonId


WaitingLetters = Mapping[str, datetime]
"""The correspondences in which a player waits, by name, with the instant of the first letter."""


def waiting_after(waiting: WaitingLetters, event: LetterWritten | LetterRead) -> WaitingLetters:
    """Return the waiting correspondences after the event; the first letter sets the instant."""
    thread = thread_of(event.game, event.player)
    if isinstance(event, LetterWritten) and event.author == event.player:
        return {thread: event.at, **waiting}
    return {name: since for name, since in waiting.items() if name != thread}
