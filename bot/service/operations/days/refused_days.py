"""Days on which a phase was closed before its closing date was moved later (art. 7.1, 9.4).

The bot refused moves on these days, so they count for nobody.
"""

from datetime import timedelta

from bot.service.operations.days.outages import make_good
from bot.service.recording.recorder import Recorder
from engine.competitions.competition import Competition
from engine.games.orders import MOST_DAYS
from engine.games.ruling_events import Outage
from engine.thinking_time import day_of


async def give_back(recorder: Recorder, before: Competition, after: Competition) -> None:
    """Give every player the days on which the phase was closed and the bot refused moves.

    Players can still use the day on which the closing is moved, so it is not given.
    """
    today = day_of(recorder.unit.now, after.rules.time_zone)
    for old_phase, new_phase in zip(before.phases, after.phases, strict=False):
        first, last = old_phase.plan.closing + timedelta(days=1), today - timedelta(days=1)
        is_still_closed = new_phase.plan.closing < today
        if old_phase.started is None or last < first or is_still_closed:
            continue
        # No grant may have more than `MOST_DAYS`, so of a longer time the last days are given.
        refused = Outage(max(first, last - timedelta(days=MOST_DAYS - 1)), last)
        running = await recorder.game_lists.running_in(after.code)
        games = [snapshot for snapshot in running if snapshot.game.id in new_phase.games]
        arbiter = await recorder.persons.get(after.chief_arbiter)
        await make_good(recorder, games, refused, arbiter)
