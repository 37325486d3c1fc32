"""The analysis of a finished game for a person: whether they may see it, and sending it."""

from typing import TYPE_CHECKING

from bot.analysis import messages
from bot.analysis.field_comparison import has_other_tables
from bot.analysis.messages import AnalysisReader
from bot.analysis.reading import KnownGame, names_of
from bot.analysis.stored import current
from bot.runtime.embargo import keeps_closed
from bot.runtime.shared import Said
from bot.texts.buttons.analysis import ANALYSIS
from bot.texts.messages import Text, say
from engine.errors import Fault, GameStateError
from engine.games.events import Passed
from engine.games.game import Game, Stage
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
    is_running = seen.game.stage is not Stage.ENDED
    barred = await keeps_closed(service.unit.tx, service.shared, seen.game.id)
    if is_running or barred is not None:
        match = (await service.matches.load(seen.game.match)).match
        if not match.has_arbiter:
            raise GameStateError(Fault("analysis_friendly", facts={"game": seen.game.id}))
    if is_running:
        raise GameStateError(Fault("analysis_running", "2.1", {"game": seen.game.id}))
    if barred is not None:
        raise GameStateError(messages.closed_fault(barred))
    consents = await analyses.consents(service.unit.tx, seen.game.id)
    private = messages.private_fault(seen.game, said.person.id, consents)
    if private is not None:
        raise GameStateError(private)


async def closed_fault(service: "Readers", said: Said, seen: "SeenGame") -> Fault | None:
    """Return why the person may not see the analysis of a game; None if they may."""
    try:
        await check_open(service, said, seen)
    except GameStateError as error:
        return error.faults[0]
    return None


def is_empty(game: Game) -> bool:
    """Return whether no tile was placed in the game, so that there is nothing to analyse."""
    return all(isinstance(move, Passed) for move in game.moves)


async def known(service: "Readers", game: Game) -> KnownGame | None:
    """Return a game with the analysis of its present state; None if none is stored."""
    tx = service.unit.tx
    head = await log.head(tx, game_stream(game.id))
    found = await current(tx, game.id, head.hash)
    return (
        None
        if found is None
        else KnownGame(game=game, findings=found, names=await names_of(tx, game))
    )


async def send(service: "Readers", said: Said, seen: "SeenGame") -> Text | None:
    """Send the analysis to the person's chat, or request it; None if it is sent at once.

    Otherwise return the message: the analysis is being made, or has no content.
    """
    game, tx = seen.game, service.unit.tx
    if is_empty(game):
        text = say("analysis.empty", game=game.id)
        service.reply(said, text, about=game.id)
        return text
    analysed = await known(service, game)
    if analysed is None:
        return await wait_for(service, said, game.id, GAME)
    reader = AnalysisReader(
        said.person.id,
        await analyses.consents(tx, game.id),
        has_tables=await has_other_tables(tx, service.shared, game),
    )
    service.unit.say(messages.told(analysed, reader).notice(said.incoming.chat))
    return None


async def wait_for(service: "Readers", said: Said, game: "GameId", what: str) -> Text:
    """Request an analysis; answer that it is in work, with a stop button; return that text."""
    await analyses.wish(service.unit.tx, said.person.id, game, what, service.unit.now)
    service.unit.has_work = True
    stop = ((ANALYSIS.button(say("button.analysis.stop"), "stop"),),)
    text = say("analysis.working", game=game)
    service.reply(said, text, stop, about=game)
    return text
