"""The analysis of a finished game for a person: whether they may see it, and what is stored."""

from bot.analysis import refusals
from bot.analysis.analysed_games import AnalysedGame, names_of
from bot.analysis.stored_findings import current
from bot.runtime.embargo import keeps_closed
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from engine.errors import Fault, GameStateError
from engine.games.game import Game, Stage
from storage import log
from storage.analysis import analyses
from storage.streams import game_stream


async def check_open(readers: Readers, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Refuse the analysis of a game that the person may not see.

    Raises:
        GameStateError: `analysis_running`; `analysis_playing` or `analysis_homologation`, under
            embargo; `analysis_friendly`, for both reasons in a friendly match; `analysis_private`,
            without consent.
    """
    is_running = snapshot.game.stage is not Stage.ENDED
    embargo = await keeps_closed(readers.unit.tx, readers.shared, snapshot.game.id)
    if is_running or embargo is not None:
        # First, as one text covers both reasons where no approval is waited for.
        match = await readers.matches.get(snapshot.game.match)
        if not match.kind.has_arbiter:
            raise GameStateError(Fault("analysis_friendly", facts={"game": snapshot.game.id}))
    if is_running:
        raise GameStateError(Fault("analysis_running", "2.1", {"game": snapshot.game.id}))
    if embargo is not None:
        raise GameStateError(refusals.closed_fault(embargo))
    consents = await analyses.consents(readers.unit.tx, snapshot.game.id)
    private = refusals.private_fault(snapshot.game, user_input.person.id, consents)
    if private is not None:
        raise GameStateError(private)


async def access_fault(
    readers: Readers, user_input: UserInput, snapshot: GameSnapshot
) -> Fault | None:
    """Return why the person may not see the analysis of a game; None if they may."""
    try:
        await check_open(readers, user_input, snapshot)
    except GameStateError as error:
        return error.faults[0]
    return None


async def stored_analysis(context: Context, game: Game) -> AnalysedGame | None:
    """Return a game with the analysis of its present state; None if none is stored."""
    tx = context.unit.tx
    head = await log.head(tx, game_stream(game.id))
    findings = await current(tx, game.id, head.hash)
    if findings is None:
        return None
    return AnalysedGame(game=game, findings=findings, names=await names_of(tx, game))
