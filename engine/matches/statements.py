"""Players' statements about a game that is, or will be, unfinished at the closing date."""

from enum import StrEnum


class Statement(StrEnum):
    """A player's statement about a game that is, or will be, unfinished at the closing date."""

    FINISHING = "finishing"
    """Before the closing date: it will be over in time (art. 6.2)."""
    NOT_FINISHING = "not_finishing"
    """Before the closing date: it will not be over in time (art. 6.2)."""
    DECLARED = "declared"
    """At the closing date: the state on its sheet should count (art. 9.4)."""
    CONTESTED = "contested"
    """At the closing date: the opponent has exceeded their thinking time (art. 9.4)."""
    CONTENT = "content"
    """At the closing date: the player contests nothing (art. 9.4)."""

    @property
    def is_final(self) -> bool:
        """Whether the statement was made at the closing date and decides something."""
        return self in {Statement.DECLARED, Statement.CONTESTED, Statement.CONTENT}

    @property
    def declares(self) -> bool:
        """Whether the game should count in its present state, by the ordinary rules (art. 9.4)."""
        return self in {Statement.DECLARED, Statement.CONTESTED}
