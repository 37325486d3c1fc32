"""`/stare`: an arbiter asks for the state of games; the players answer by buttons (art. 6.2).

A player's additional text is a letter to the arbiters, and part of the case file.
"""

from bot.chat.topics import LETTER
from bot.runtime.shared import UserInput
from bot.service.operations.matches import states
from bot.service.service import Service
from bot.texts.buttons.conversation import write_button
from bot.texts.buttons.matches import STATES, TELL_STATE
from bot.texts.messages import rows_of, say
from engine.competitions.competition import CompetitionStage
from engine.errors import Fault, GameStateError
from engine.ids import GameId, match_of
from engine.matches.states import report_state

MOST_OFFERED = 30
"""The most scopes to offer."""


async def stare(service: Service, user_input: UserInput) -> None:
    """Handle `/stare [GAME or COMPETITION]`: show the answers, and the button that asks."""
    if user_input.args:
        await _show(service, user_input, user_input.args.strip().upper())
        return
    buttons = [
        STATES.button(say("button.plain", label=snapshot.competition.title), "show", code)
        for snapshot in await service.competitions.all_ruled(user_input.person.id)
        if snapshot.competition.stage is CompetitionStage.RUNNING
        for code in [snapshot.competition.code]
    ]
    for game_snapshot in await service.games.running_ruled_by(user_input.person.id):
        if not (await service.matches.load(game_snapshot.game.match)).match.competition:
            label = say("button.plain", label=game_snapshot.game.id)
            buttons += [STATES.button(label, "show", game_snapshot.game.id)]
    text = say("stare.which") if buttons else say("stare.nothing")
    service.reply(user_input, text, rows_of(buttons[:MOST_OFFERED], 1))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `stare:show:SCOPE`, `stare:ask:SCOPE`, `stare:me:GAME`, `stare:say:GAME:STATE`."""
    verb, rest = STATES.read(user_input.args)
    if verb == "show":
        await _show(service, user_input, rest)
    elif verb == "ask":
        found = await states.running_in(service, user_input, rest)
        if not await service.previews.first_today(user_input, STATES.data(rest)):
            service.toast(user_input, say("stare.asked_already"), alert=True)
            return
        asked = await states.ask(service, user_input, found)
        service.edit(user_input, say("stare.asked", n=asked, scope=rest))
    elif verb == "me":
        await service.games.of_player(user_input, GameId(rest))
        service.edit(
            user_input, *await states.about_one(service, user_input.person.id, GameId(rest))
        )
    elif verb == "say":
        await _told(service, user_input, rest)
    else:
        raise GameStateError(Fault("button_unknown"))


async def _show(service: Service, user_input: UserInput, scope: str) -> None:
    """Show the answers for every running game of the scope, and the button that asks."""
    found = await states.running_in(service, user_input, scope)
    text = say("stare.list", rows=await states.listed(service, found) or [say("stare.nothing")])
    ask = STATES.button(say("button.stare.ask"), "ask", scope)
    service.answer(user_input, text, ((ask,),) if found else ())


async def _told(service: Service, user_input: UserInput, rest: str) -> None:
    """Store a player's answer, and wait for an additional text."""
    game, state = TELL_STATE.read(rest)
    snapshot = await service.matches.of_player(user_input, match_of(game))
    leg = states.leg_of(game)
    events = report_state(snapshot.match, user_input.person.id, leg, state, user_input.at)
    snapshot = await service.match_acts.advance(snapshot, events, user_input.at)
    more = await states.unanswered(service, user_input.person.id)
    change = STATES.button(say("button.stare.change", game=game), "me", game)
    add = ((change,), (write_button(game),))
    told = say("stare.noted", game=game, state=say(f"stare.said.{state.value}"))
    await service.questions.drop(user_input, LETTER)
    service.edit(user_input, told, (*add, *more))
    if events:
        await states.notify_if_all(service, snapshot.match)
