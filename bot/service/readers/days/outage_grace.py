"""The grace that the bot's own outages give to deadlines (art. 7.1, 7.2).

After an outage too long for one order, the arbiters must act. Until then no time runs out that the
lost days would have covered. `bot.service.operations.days.outage_rounds` handles outages.
"""

from datetime import datetime, timedelta
from typing import Final

from bot.service.context import Context
from bot.service.pure.days.hours import at_hour
from bot.service.readers.days.arrivals import Arrivals
from engine.games.deadlines import last_day
from engine.games.game import Game
from engine.games.outage import days_lost
from engine.games.ruling_events import Outage
from engine.thinking_time import day_of
from storage.days import outages
from storage.days.outages import KEPT_BY_TELEGRAM, Downtime

REMEMBERED: Final = timedelta(days=60)
"""The time for which an outage may delay the end of thinking time."""


class OutageGrace:
    """The grace by the outages that the bot has recorded."""

    def __init__(self, context: Context, arrivals: Arrivals) -> None:
        self._context, self._arrivals = context, arrivals

    async def until(self, game: Game) -> datetime | None:
        """Return the end of the grace period for outages in the player's days, or None.

        It ends as many days after the last day as the player has lost; None if that is past.
        """
        now, zone = self._context.unit.now, game.rules.time_zone
        today = day_of(now, zone)
        recorded = await outages.ended_after(self._context.unit.tx, now - REMEMBERED)
        # Telegram keeps the updates of a shorter outage, so it costs nobody a day.
        long_ones = [
            downtime for downtime in recorded if downtime.until - downtime.since > KEPT_BY_TELEGRAM
        ]
        game = await self._arrivals.for_time_decisions(game)
        days = sum(
            days_lost(game, game.turn, whole_days(downtime, zone), today) for downtime in long_ones
        )
        last_day_with_grace = last_day(game) + timedelta(days=days)
        if last_day_with_grace < today:
            return None
        return at_hour(last_day_with_grace + timedelta(days=1), 0, zone)


def whole_days(downtime: Downtime, zone: str) -> Outage:
    """Return the days on which no player could be sure to move, from the first affected.

    The day of the return is excluded, because players could move on it.
    """
    first, back = day_of(downtime.since, zone), day_of(downtime.until, zone)
    return Outage(first, max(first, back - timedelta(days=1)))
