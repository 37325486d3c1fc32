"""The cancellation of a match in which nobody has moved, without notices."""

from collections.abc import Sequence

from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.recording.recorder import Recorder
from engine.games.events import Ending
from engine.games.orders import Order, end
from engine.matches.events import MatchEvent
from storage.people import invitations


async def cancel(
    recorder: Recorder, snapshot: MatchSnapshot, events: Sequence[MatchEvent], order: Order
) -> MatchSnapshot:
    """Record the events that cancel the match, end its home game, and invalidate its links."""
    home = await recorder.games.home_of(snapshot.match)
    cancelled = await recorder.match_acts.advance(snapshot, events, order.at)
    if home is not None:
        ended = end(home.game, order, Ending.CANCELLED, by=None)
        await recorder.game_acts.record(home, ended, order.at, ruled=True)
    await invitations.void_match(recorder.unit.tx, snapshot.match.code, order.at)
    return cancelled
