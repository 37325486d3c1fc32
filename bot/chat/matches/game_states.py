"""`/stare`: an arbiter asks for the state of games; the players answer by buttons (art. 6.2).

A player's additional text is a letter to the arbiters, and part of the case file.
"""

from typing import Final

from bot.chat.choosing import titles_apart
from bot.runtime.shared import UserInput
from bot.service.operations.matches import states
from bot.service.service import Service
from bot.texts.buttons.conversation import write_button
from bot.texts.buttons.matches import STATES, TELL_STATE, StatesAction
from bot.texts.messages import rows_of, say
from engine.competitions.competition import CompetitionStage
from engine.ids import GameId, match_of
from engine.matches.states import report_state

_MOST_OFFERED: Final = 30
"""The most scopes to offer."""


async def show_choice(service: Service, user_input: UserInput) -> None:
    """Handle `/stare [GAME or COMPETITION]`: show the answers, and the button that asks."""
    if user_input.args:
        await _show(service, user_input, user_input.args.strip().upper())
        return
    ruled = await service.competitions.all_ruled(user_input.person.id)
    running = [
        snapshot.competition
        for snapshot in ruled
        if snapshot.competition.stage is CompetitionStage.RUNNING
    ]
    titles = titles_apart({competition.code: competition.title for competition in running})
    buttons = [
        STATES.button(say("button.plain", label=title), StatesAction.SHOW, code)
        for code, title in titles.items()
    ]
    for game_snapshot in await service.game_lists.running_ruled_by(user_input.person.id):
        if not (await service.matches.load(game_snapshot.game.match)).match.competition:
            label = say("button.plain", label=game_snapshot.game.id)
            buttons.append(STATES.button(label, StatesAction.SHOW, game_snapshot.game.id))
    text = say("stare.which") if buttons else say("stare.nothing")
    service.reply(user_input, text, rows_of(buttons[:_MOST_OFFERED], 1))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `stare:show:SCOPE`, `stare:ask:SCOPE`, `stare:me:GAME`, `stare:say:GAME:STATE`."""
    action, rest = STATES.read(user_input.args)
    match action:
        case StatesAction.SHOW:
            await _show(service, user_input, rest)
        case StatesAction.ASK:
            games = await states.running_in(service, user_input, rest)
            # A scope is asked once a day.
            if not await service.dialogues.first_today(user_input, f"{STATES.name}:{rest}"):
                service.toast(user_input, say("stare.asked_already"), alert=True)
                return
            number_asked = await states.ask(service, user_input, games)
            service.edit(user_input, say("stare.asked", n=number_asked, scope=rest))
        case StatesAction.ANSWER:
            await service.games.of_player(user_input, GameId(rest))
            service.edit(
                user_input, *await states.about_one(service, user_input.person.id, GameId(rest))
            )
        case StatesAction.SAY:
            await _store_answer(service, user_input, rest)


async def _show(service: Service, user_input: UserInput, scope: str) -> None:
    """Show the answers for every running game of the scope, and the button that asks."""
    games = await states.running_in(service, user_input, scope)
    text = say("stare.list", rows=await states.listed(service, games) or [say("stare.nothing")])
    ask = STATES.button(say("button.stare.ask"), StatesAction.ASK, scope)
    service.answer(user_input, text, ((ask,),) if games else ())


async def _store_answer(service: Service, user_input: UserInput, rest: str) -> None:
    """Store a player's answer, and offer to write more to the arbiter."""
    game, state = TELL_STATE.read(rest)
    snapshot = await service.matches.of_player(user_input, match_of(game))
    leg = states.leg_of(game)
    events = report_state(snapshot.match, user_input.person.id, leg, state, user_input.at)
    snapshot = await service.match_acts.advance(snapshot, events, user_input.at)
    unanswered = await states.unanswered(service, user_input.person.id)
    change = STATES.button(say("button.stare.change", game=game), StatesAction.ANSWER, game)
    own_rows = ((change,), (write_button(game),))
    text = say("stare.noted", game=game, state=say(f"stare.said.{state.value}"))
    service.edit(user_input, text, (*own_rows, *unanswered))
    if events:
        await states.notify_if_all(service, snapshot.match)
