"""The statuses of players on rating lists."""

from enum import StrEnum


class RatedStatus(StrEnum):
    """What a player's rating on a list is worth."""

    ACTIVE = "active"
    """The rating counts, and gives a rank."""
    PROVISIONAL = "provisional"
    """There are too few games behind it."""
    NEW = "new"
    """The player had no rating before."""
    WAITING = "waiting"
    """The player has too few games for the list of the Polish system."""
    TEMPORARY = "temporary"
    """The player's games are padded until they have enough for the Polish system."""
