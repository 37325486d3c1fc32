"""The analysis of a finished game for a person: whether they may see it, and sending it."""

from typing import TYPE_CHECKING

from bot.analysis import messages
from bot.analysis.reading import Known, names_of
from bot.analysis.stored import current
from bot.runtime.embargo import keeps_closed
from bot.runtime.shared import Said
from bot.texts.buttons.analysis import ANALYSIS
from bot.texts.messages import Text, say
from engine.errors import Fault, GameStateError
from engine.games.events import Passed
from engine.games.game import Stage
from storage import log
from storage.analysis import analyses
from storage.analysis.analyses import GAME
from storage.streams import game_stream

if TYPE_CHECKING:
    from bot.service.play.games import SeenGame
    from bot.service.readers import Readers
    from engine.ids import GameId


async def check_open(service: "Readers", said: Said, seen: "SeenGame") -> None:
    """Refuse the analysis of a game that the person may not see.

    Raises:
        GameStateError: the game still runs, is under embargo, or lacks consent.
    """
    if seen.game.stage is not Stage.ENDED:
        raise GameStateError(Fault("analysis_running", "2.1", {"game": seen.game.id}))
    barred = await keeps_closed(service.unit.tx, service.shared, seen.game.id)
    if barred is not None:
        raise GameStateError(messages.closed_fault(barred))
    consents = await analyses.consents(service.unit.tx, seen.game.id)
    private = messages.private_fault(seen.game, said.person.id, consents)
    if private is not None:
        raise GameStateError(private)


async def send(service: "Readers", said: Said, seen: "SeenGame") -> Text | None:
    """Send the analysis to the person's chat, or request it; None if it is sent at once.

    Otherwise return what the chat was told instead: it is being made, or there is nothing to say.
    """
    game, tx = seen.game, service.unit.tx
    if all(isinstance(move, Passed) for move in game.moves):
        text = say("analysis.empty", game=game.id)
        service.reply(said, text, about=game.id)
        return text
    head = await log.head(tx, game_stream(game.id))
    found = await current(tx, game.id, head.hash)
    if found is None:
        return await wait_for(service, said, game.id, GAME)
    known = Known(game=game, findings=found, names=await names_of(tx, game))
    consents = await analyses.consents(tx, game.id)
    service.unit.say(messages.told(known, said.person.id, consents).notice(said.incoming.chat))
    return None


async def wait_for(service: "Readers", said: Said, game: "GameId", what: str) -> Text:
    """Request an analysis; say that it may be stopped, and return that text."""
    await analyses.wish(service.unit.tx, said.person.id, game, what, service.unit.now)
    service.unit.has_work = True
    stop = ((ANALYSIS.button(say("button.analysis.stop"), "stop"),),)
    text = say("analysis.working", game=game)
    service.reply(said, text, stop, about=game)
    return text
