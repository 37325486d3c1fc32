"""`/stare`: an arbiter asks for the state of games; the players answer by buttons (art. 6.2).

A player's additional text is a letter to the arbiters, and part of the case file.
"""

from bot.chat.topics import LETTER
from bot.runtime.shared import Said
from bot.service.matches import states
from bot.service.service import Service
from bot.texts.buttons.conversation import write_button
from bot.texts.buttons.matches import STATES, TELL_STATE
from bot.texts.messages import rows_of, say
from engine.competitions.competition import CompetitionStage
from engine.errors import Fault, GameStateError
from engine.ids import GameId, match_of
from engine.matches.states import tell_state

MOST_OFFERED = 30
"""The most scopes to offer."""


async def stare(service: Service, said: Said) -> None:
    """Handle `/stare [GAME or COMPETITION]`: show the answers, and the button that asks."""
    if said.args:
        await _show(service, said, said.args.strip().upper())
        return
    buttons = [
        STATES.button(say("button.plain", label=seen.competition.title), "show", code)
        for seen in await service.competitions.all_ruled(said.person.id)
        if seen.competition.stage is CompetitionStage.RUNNING
        for code in [seen.competition.code]
    ]
    for one in await service.games.running_ruled_by(said.person.id):
        if not (await service.matches.load(one.game.match)).match.competition:
            label = say("button.plain", label=one.game.id)
            buttons += [STATES.button(label, "show", one.game.id)]
    text = say("stare.which") if buttons else say("stare.nothing")
    service.reply(said, text, rows_of(buttons[:MOST_OFFERED], 1))


async def pressed(service: Service, said: Said) -> None:
    """Handle `stare:show:SCOPE`, `stare:ask:SCOPE`, `stare:me:GAME`, `stare:say:GAME:STATE`."""
    verb, rest = STATES.read(said.args)
    if verb == "show":
        await _show(service, said, rest)
    elif verb == "ask":
        found = await states.running_in(service, said, rest)
        if not await service.previews.first_today(said, STATES.data(rest)):
            service.toast(said, say("stare.asked_already"), alert=True)
            return
        asked = await states.ask(service, said, found)
        service.edit(said, say("stare.asked", n=asked, scope=rest))
    elif verb == "me":
        await service.games.of_player(said, GameId(rest))
        service.edit(said, *await states.about_one(service, said.person.id, GameId(rest)))
    elif verb == "say":
        await _told(service, said, rest)
    else:
        raise GameStateError(Fault("button_unknown"))


async def _show(service: Service, said: Said, scope: str) -> None:
    """Show the answers for every running game of the scope, and the button that asks."""
    found = await states.running_in(service, said, scope)
    text = say("stare.list", rows=await states.listed(service, found) or [say("stare.nothing")])
    ask = STATES.button(say("button.stare.ask"), "ask", scope)
    service.answer(said, text, ((ask,),) if found else ())


async def _told(service: Service, said: Said, rest: str) -> None:
    """Store a player's answer, and wait for an additional text."""
    game, state = TELL_STATE.read(rest)
    seen = await service.matches.of_player(said, match_of(game))
    leg = states.leg_of(game)
    events = tell_state(seen.match, said.person.id, leg, state, said.at)
    seen = await service.match_acts.advance(seen, events, said.at)
    more = await states.unanswered(service, said.person.id)
    change = STATES.button(say("button.stare.change", game=game), "me", game)
    add = ((change,), (write_button(game),))
    told = say("stare.noted", game=game, state=say(f"stare.said.{state.value}"))
    await service.questions.drop(said, LETTER)
    service.edit(said, told, (*add, *more))
    if events:
        await states.tell_if_all(service, seen.match)
