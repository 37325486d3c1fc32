"""What players say of a game that the closing date finds, or will find, unfinished."""

from enum import StrEnum


class Statement(StrEnum):
    """What a player says of a game that the closing date finds, or will find, unfinished."""

    FINISHING = "finishing"
    """Before the closing date: it will be over in time (art. 6.2)."""
    NOT_FINISHING = "not_finishing"
    """Before the closing date: it will not (art. 6.2)."""
    DECLARED = "declared"
    """At the closing date: it stands as its sheet shows; that is to count (art. 9.4)."""
    CONTESTED = "contested"
    """At the closing date: the partner has exceeded his thinking time (art. 9.4)."""
    CONTENT = "content"
    """At the closing date: he contests nothing (art. 9.4)."""

    @property
    def is_final(self) -> bool:
        """Return whether it was said at the closing date, and settles something."""
        return self in {Statement.DECLARED, Statement.CONTESTED, Statement.CONTENT}

    @property
    def declares(self) -> bool:
        """Return whether the game is to count as it stands, by the ordinary rules (art. 9.4)."""
        return self in {Statement.DECLARED, Statement.CONTESTED}
