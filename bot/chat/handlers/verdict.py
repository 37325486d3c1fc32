"""The press that begins an arbiter's finding about a silent player (art. 7.2, 9.1)."""

from bot.runtime.shared import Said
from bot.service.service import Service
from bot.service.verdicts import KIND, found
from bot.texts.messages import say
from engine.games.events import Ending


async def ask_reason(service: Service, said: Said) -> None:
    """Handle `verdict:GAME:ENDING:SEAT`: ask for the reason, one of which a tap gives."""
    seen, ending, seat = await found(service, said, said.args)
    cast = await service.games.cast(seen.game)
    who = cast.at(seat).name
    days = (service.games.today(seen.game) - seen.game.received).days
    usual = say("verdict.usual", n=days)
    if ending is Ending.NO_SHOW and not seen.game.moves:
        usual = say("verdict.usual_not_opened", n=days)
    question = say("verdict.ask", game=seen.game.id, how=say(f"ending.{ending.value}", who=who))
    await service.decisions.ask(said, KIND, said.args, question, usual=usual)
