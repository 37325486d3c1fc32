"""An opened game: the arrival of its turn, if the turn's mail is still on its way (art. 7.1)."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.service import Service
from bot.texts.notices.play.turn_notices import turn_key
from engine.games.game import Game, Stage
from engine.ids import GameId, PersonId
from storage.people.addresses import is_browser
from storage.people.people import Person
from storage.queues import outbox


async def is_awaited(tx: AsyncConnection, person: Person, game: Game) -> bool:
    """Return whether the mail of the game's turn may be on its way to this person."""
    if not is_browser(person.address) or game.stage is not Stage.RUNNING:
        return False
    return await outbox.state_of(tx, turn_key(game)) == outbox.MessageState.QUEUED


async def note_opened(
    runtime: Runtime, shared: BotSettings, person: PersonId, game: GameId
) -> None:
    """Record that the person has opened the game.

    Raises:
        ConcurrentAppend: other writers were first each time.
    """

    async def seen(unit: UnitOfWork) -> None:
        await Service(unit, shared).arrival_acts.note_seen(game, person)

    await runtime.repeated(seen)
