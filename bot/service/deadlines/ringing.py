"""A deadline that has come, with all that may be said of it; a value, made by the sweep."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from bot.texts.notices.cast import Cast, Member
from engine.games.deadlines import Due
from engine.games.game import Game


class Delivery(Protocol):
    """What became of one message: when it was queued, and when Telegram took it."""

    @property
    def created_at(self) -> datetime:
        """Return when it was queued."""
        ...

    @property
    def sent_at(self) -> datetime | None:
        """Return when it was sent; None if it could not be."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ringing:
    """A deadline that has come, with everything its notices may speak of."""

    due: Due
    game: Game
    seq: int
    cast: Cast
    now: datetime
    local_day: date
    """The day it is where the player concerned lives."""
    arbiters: Sequence[Member] = ()
    """All who rule the match, the main arbiter first."""
    deliveries: Sequence[Delivery] = ()
    """What the player concerned was sent about this game, oldest first: sent, or not delivered."""
    is_reachable: bool = True
    """Whether the player concerned can be written to: he has not blocked the bot."""

    @property
    def concerned(self) -> Member:
        """Return the player the deadline is about."""
        return self.cast.at(self.due.seat)

    @property
    def partner(self) -> Member:
        """Return the other player."""
        return self.cast.at(self.due.seat.partner)
