"""Games as readers outside a unit of work see them.

Inside a unit, `bot.service.readers.days.arrivals` also knows the messages that the unit has queued.
"""

from datetime import date

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.folding import with_closing
from bot.runtime.recent_states import StateCache
from bot.texts.notices.play.turn_notices import turn_key
from engine.games.deadlines import awaited
from engine.games.game import Game, Stage
from engine.matches.match import Match
from storage.queues import outbox


async def as_read(
    tx: AsyncConnection,
    shared: StateCache,
    game: Game,
    today: date,
    match: Match | None = None,
) -> Game:
    """Return the game with its closing day and with pending sheets considered (7.1, 9.4).

    Pending sheets arrive today at the earliest.
    """
    game = await with_closing(tx, shared, game, match)
    if await are_sheets_queued(tx, game, today):
        return awaited(game, today)
    return game


async def are_sheets_queued(tx: AsyncConnection, game: Game, today: date) -> bool:
    """Return whether the sheets of the present turn are still queued."""
    if game.stage is not Stage.RUNNING or game.received >= today:
        return False
    return await outbox.state_of(tx, turn_key(game)) == outbox.MessageState.QUEUED
