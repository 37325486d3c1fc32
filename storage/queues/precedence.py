"""The precedence of updates and messages."""

from enum import IntEnum
from typing import Final


class Precedence(IntEnum):
    """The kind of an update or a message, the most urgent first."""

    PREVIEW = -1
    """What a player awaits: the preview of a move, and its confirmation.

    It shares the rank of moves. Before them, a crowd that types invalid moves would delay real
    ones.
    """
    MOVE = 0
    """A move: its text and button, its board and sheets."""
    ASKED = 1
    """Any other question of a person, and its answer."""
    TOLD = 2
    """Messages that nobody asked for."""
    STRANGER = 3
    """Updates from, and messages to, people with neither a role nor a game."""

    @property
    def rank(self) -> int:
        """Return the rank in the order of handling, the least first."""
        return max(self, Precedence.MOVE)


LOOKED_OUT_FOR: Final = frozenset({Precedence.PREVIEW, Precedence.ASKED})
"""Messages whose reader has just asked for them; slow work must not delay them."""
