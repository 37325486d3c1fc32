"""Who goes before whom, on the way in and on the way out."""

from enum import IntEnum


class Precedence(IntEnum):
    """What an update or a message is, the first to go first."""

    MOVE = 0
    """A move: what is typed and pressed for it, its preview, its sheets."""
    ASKED = 1
    """Whatever else somebody asks, and what he is answered."""
    TOLD = 2
    """What people are told unasked."""
    STRANGER = 3
    """Whatever comes from, or goes to, somebody who has neither a role nor a game."""
