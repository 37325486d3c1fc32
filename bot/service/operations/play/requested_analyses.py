"""The analysis of a finished game that a person asks for: sent, or requested."""

from bot.analysis import messages
from bot.analysis.messages import AnalysisReader
from bot.analysis.same_sequence import has_other_games
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.lookups.analysis.access import check_open, stored_analysis
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.texts.buttons.analysis import ANALYSIS, AnalysisAction
from bot.texts.messages import Text, say
from engine.ids import GameId
from storage.analysis import analyses
from storage.analysis.analyses import WishSubject


async def send_analysis(
    readers: Readers, user_input: UserInput, snapshot: GameSnapshot
) -> Text | None:
    """Send the analysis to the person's chat, or request it.

    Return None if it is sent at once. Otherwise return the reply's text, for a page that shows it,
    too: the analysis is being made, or the game has nothing to analyse.

    Raises:
        GameStateError: as `check_open`.
    """
    await check_open(readers, user_input, snapshot)
    game, tx = snapshot.game, readers.unit.tx
    if game.board.is_empty:
        text = say("analysis.empty", game=game.id)
        readers.reply(user_input, text, about=game.id)
        return text
    analysed = await stored_analysis(readers, game)
    if analysed is None:
        return await request_analysis(readers, user_input, game.id, WishSubject.GAME)
    reader = AnalysisReader(
        user_input.person.id,
        await analyses.consents(tx, game.id),
        has_tables=await has_other_games(tx, readers.shared, game),
    )
    readers.unit.say(messages.analysis_notice(analysed, reader, user_input.incoming.chat))
    return None


async def request_analysis(
    context: Context, user_input: UserInput, game: GameId, what: WishSubject
) -> Text:
    """Request an analysis; answer that it is in work, with a stop button; return that text."""
    await analyses.wish(context.unit.tx, user_input.person.id, game, what, context.unit.now)
    context.unit.has_work = True
    stop = ((ANALYSIS.button(say("button.analysis.stop"), AnalysisAction.STOP),),)
    text = say("analysis.working", game=game)
    context.reply(user_input, text, stop, about=game)
    return text
