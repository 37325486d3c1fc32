"""The start of a return game: at once by its players, or late by its arbiter (art. 7.1)."""

from bot.chat.play.coming_games import coming_text
from bot.runtime.shared import UserInput
from bot.service.operations.matches import late_returns
from bot.service.service import Service
from bot.texts.buttons.matches import LATE_RETURN, RETURN_GAME
from bot.texts.messages import say
from bot.texts.notices.matches.lifting import undo_buttons
from engine.matches.decide import request_return, start_leg
from engine.matches.events import LiftableAct
from engine.matches.match import MatchStage


async def start_return(service: Service, user_input: UserInput) -> None:
    """Handle the button that starts the return game at once: `ret:MATCH`.

    It starts once both players have pressed it; after a disqualification it is not played.
    """
    snapshot = await service.matches.of_player(user_input, RETURN_GAME.read(user_input.args).match)
    is_excluded = await service.competitions.excluded_player(snapshot.match) is not None
    if is_excluded and snapshot.match.stage is MatchStage.BETWEEN:
        state = await coming_text(service, snapshot.match)
        service.edit(user_input, say("return_leg.off", match=snapshot.match.code, state=state))
        return
    await service.closings.check_match_open(snapshot.match, user_input.at)
    request_events = request_return(snapshot.match, user_input.person.id, user_input.at)
    snapshot = await service.match_acts.advance(snapshot, request_events, user_input.at)
    if start_leg(snapshot.match, user_input.at):
        service.edit(user_input, say("return_leg.starting", match=snapshot.match.code))
        await service.starts.start(snapshot, user_input.at)
    else:
        partner = await service.persons.get(snapshot.match.partner(user_input.person.id))
        state = await coming_text(service, snapshot.match)
        waiting = say(
            "return_leg.waiting", match=snapshot.match.code, partner=partner.name, state=state
        )
        service.edit(user_input, waiting)


async def confirm_late_return(service: Service, user_input: UserInput) -> None:
    """Handle the arbiter's button that confirms a late return game: `lateret:MATCH`."""
    snapshot = await service.matches.ruled_by(user_input, LATE_RETURN.read(user_input.args).match)
    snapshot = await late_returns.confirm(service, user_input, snapshot)
    day = f"{snapshot.match.return_day}"
    undo = undo_buttons(snapshot.match, LiftableAct.LATE_RETURN)
    service.edit(user_input, say("return_leg.late_done", match=snapshot.match.code, day=day), undo)
