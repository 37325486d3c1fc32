"""A deadline that has come, with all that may be said of it; a value, made by the sweep."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from bot.texts.notices.cast import Cast, Member
from engine.games.deadlines import Due
from engine.games.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Ringing:
    """A deadline that has come, with everything its notices may speak of."""

    due: Due
    game: Game
    seq: int
    cast: Cast
    today: date
    """The day it is where the game is played; later than the deadline's, if that rings late."""
    day_over: datetime
    """When that day is over."""
    local_day: date
    """The day it is where the player concerned lives."""
    arbiters: Sequence[Member] = ()
    """All who rule the match, the main arbiter first."""

    @property
    def concerned(self) -> Member:
        """Return the player the deadline is about."""
        return self.cast.at(self.due.seat)

    @property
    def partner(self) -> Member:
        """Return the other player."""
        return self.cast.at(self.due.seat.partner)
