"""The press that begins an arbiter's finding about a silent player (art. 7.2, 9.1)."""

from bot.desk.desk import Desk
from bot.desk.verdicts import KIND, found
from bot.messages import say
from bot.office.shared import Said
from engine.games.events import Ending


async def ask_reason(desk: Desk, said: Said) -> None:
    """Handle `verdict:GAME:ENDING:SEAT`: ask for the reason, one of which a tap gives."""
    seen, ending, seat = await found(desk, said, said.args)
    cast = await desk.games.cast(seen.game)
    who = cast.at(seat).name
    days = (desk.games.today(seen.game) - seen.game.received).days
    usual = say("verdict.usual", n=days)
    if ending is Ending.NO_SHOW and not seen.game.moves:
        usual = say("verdict.usual_not_opened", n=days)
    question = say("verdict.ask", game=seen.game.id, how=say(f"ending.{ending.value}", who=who))
    await desk.decisions.ask(said, KIND, said.args, question, usual=usual)
