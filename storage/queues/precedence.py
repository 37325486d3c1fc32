"""The precedence of updates and messages."""

from enum import IntEnum
from typing import Final


class Precedence(IntEnum):
    """The kind of an update or a message, the most urgent first."""

    PREVIEW = -1
    """A message that a player waits for: the preview of a move, or its confirmation.

    It shares the rank of moves. If previews came before moves, a crowd that types invalid moves
    would delay real ones.
    """
    MOVE = 0
    """A move: its text and button, its board and sheets."""
    ASKED = 1
    """Any other question of a person, and its answer."""
    TOLD = 2
    """Messages that the bot sends without a request."""
    STRANGER = 3
    """Updates from, and messages in Telegram to, people with neither a role nor a game."""

    @property
    def rank(self) -> int:
        """Return the rank in the order of handling, the least first."""
        return max(self, Precedence.MOVE)


REQUESTED: Final = frozenset({Precedence.PREVIEW, Precedence.ASKED})
"""Messages that their reader has just requested; slow work must not delay them."""
