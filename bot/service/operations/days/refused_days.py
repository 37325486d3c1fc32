"""Days on which a phase was closed before its closing date was moved later (art. 7.1, 9.4).

The bot refused moves on these days, so they count for nobody. They are given and stored as an
outage, however many they are, so that no day is given twice.
"""

from datetime import timedelta

from bot.service.operations.days.outages import make_good
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.recorder import Recorder
from engine.competitions.competition import Competition
from engine.games.ruling_events import Outage
from engine.thinking_time import day_of


async def give_back(recorder: Recorder, before: Competition, after: Competition) -> None:
    """Give every player the days on which the phase was closed and the bot refused moves.

    Players can still use the day on which the closing is moved, so it is not given. A reopened game
    could be played until its own last day.
    """
    yesterday = day_of(recorder.unit.now, after.rules.time_zone) - timedelta(days=1)
    arbiter = await recorder.persons.get(after.chief_arbiter)
    running = await recorder.game_lists.running_in(after.code)
    # The change may have added a phase, which comes last.
    for old_phase, new_phase in zip(before.phases, after.phases, strict=False):
        if old_phase.started is None or new_phase.plan.closing <= yesterday:
            continue
        refused_in: dict[Outage, list[GameSnapshot]] = {}
        for snapshot in running:
            if snapshot.game.id in new_phase.games:
                match = await recorder.matches.get(snapshot.game.match)
                first = match.last_day(old_phase.plan.closing) + timedelta(days=1)
                if first <= yesterday:
                    refused_in.setdefault(Outage(first, yesterday), []).append(snapshot)
        await make_good(recorder, refused_in, arbiter)
