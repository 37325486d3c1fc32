"""Who goes before whom, on the way in and on the way out."""

from enum import IntEnum
from typing import Final


class Precedence(IntEnum):
    """What an update or a message is, the first to go first."""

    PREVIEW = -1
    """What whoever plays looks out for: the preview of his move, and how it was taken. It goes
    among moves, and not before them: a crowd that types moves which are none would hold these up.
    """
    MOVE = 0
    """A move: what is typed and pressed for it, its board and sheets."""
    ASKED = 1
    """Whatever else somebody asks, and what he is answered."""
    TOLD = 2
    """What people are told unasked."""
    STRANGER = 3
    """Whatever comes from, or goes to, somebody who has neither a role nor a game."""

    @property
    def rank(self) -> int:
        """Return among whom it waits for its turn, the least first."""
        return max(self, Precedence.MOVE)


LOOKED_OUT_FOR: Final = frozenset({Precedence.PREVIEW, Precedence.ASKED})
"""Messages for which somebody has just asked: what takes long does not make them wait."""
