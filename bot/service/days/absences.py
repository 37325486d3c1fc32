"""The bot's own absences, as far as they hold a flag back (art. 7.1, 7.2).

An outage too long for one order waits for the arbiters: no flag falls that would not have fallen
with its days. What is done about one is `bot.service.days.absence_rounds`.
"""

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.service.days.agenda import at_hour
from engine.games.deadlines import last_day
from engine.games.game import Game
from engine.games.outage import days_lost
from engine.games.ruling_events import Outage
from engine.thinking_time import day_of
from storage.days import outages
from storage.days.outages import Silence

if TYPE_CHECKING:
    from bot.service.context import Context
    from bot.service.days.arrivals import Arrivals

KEPT_BY_TELEGRAM: Final = timedelta(hours=24)
"""What is older when the bot asks for updates is gone."""
REMEMBERED: Final = timedelta(days=60)
"""For how long an outage may hold a flag back."""


class Absences:
    """What is known of outages."""

    def __init__(self, here: "Context", arrivals: "Arrivals") -> None:
        self._here, self._arrivals = here, arrivals

    async def grace(self, game: Game) -> datetime | None:
        """Return until when no flag falls, for outages took days of the player on turn; or None."""
        now, zone = self._here.unit.now, game.rules.time_zone
        today = day_of(now, zone)
        noted = await outages.after(self._here.unit.tx, now - REMEMBERED)
        known = [each for each in noted if each.until - each.since > KEPT_BY_TELEGRAM]
        game = await self._arrivals.judged(game)
        lost = sum(days_lost(game, game.turn, whole_days(each, zone), today) for each in known)
        until = last_day(game) + timedelta(days=lost)
        return at_hour(until + timedelta(days=1), 0, zone) if until >= today else None


def whole_days(silence: Silence, zone: str) -> Outage:
    """Return the days on which nobody could be sure to place: from the first it touched.

    The day of the return is left out: on it one can.
    """
    first, back = day_of(silence.since, zone), day_of(silence.until, zone)
    return Outage(first, max(first, _before(back)))


def _before(day: date) -> date:
    return day - timedelta(days=1)
