"""`/stare`: an arbiter asks how games stand, the players answer by buttons (art. 6.2).

What a player adds in words is a letter to his arbiters, and in the file with the rest.
"""

from bot.desk import states
from bot.desk.desk import Desk
from bot.handlers.letters import TOPIC
from bot.messages import Button, say
from bot.office.shared import Said
from bot.words.dialogue import rows_of, write_button
from engine.competitions.competition import CompetitionStage
from engine.errors import Fault, GameStateError
from engine.ids import GameId, match_of
from engine.matches.states import GameState, tell_state

MOST_OFFERED = 30
"""Scopes offered at once."""


async def stare(desk: Desk, said: Said) -> None:
    """Handle `/stare [GAME or COMPETITION]`: what was told, and the button that asks."""
    if said.args:
        await _show(desk, said, said.args.strip().upper())
        return
    buttons = [
        Button(say("button.plain", label=seen.competition.title), f"stare:show:{code}")
        for seen in await desk.competitions.all_ruled(said.person.id)
        if seen.competition.stage is CompetitionStage.RUNNING
        for code in [seen.competition.code]
    ]
    for one in await desk.games.running_ruled_by(said.person.id):
        if not (await desk.matches.load(one.game.match)).match.competition:
            label = say("button.plain", label=one.game.id)
            buttons += [Button(label, f"stare:show:{one.game.id}")]
    text = say("stare.which") if buttons else say("stare.nothing")
    desk.reply(said, text, rows_of(buttons[:MOST_OFFERED], 1))


async def pressed(desk: Desk, said: Said) -> None:
    """Handle `stare:show:SCOPE`, `stare:ask:SCOPE`, `stare:me:GAME`, `stare:say:GAME:STATE`."""
    verb, _, rest = said.args.partition(":")
    if verb == "show":
        await _show(desk, said, rest)
    elif verb == "ask":
        found = await states.running_in(desk, said, rest)
        if not await desk.previews.first_today(said, f"stare:{rest}"):
            desk.toast(said, say("stare.asked_already"), alert=True)
            return
        asked = await states.ask(desk, said, found)
        desk.edit(said, say("stare.asked", n=asked, scope=rest))
    elif verb == "me":
        await desk.games.of_player(said, GameId(rest))
        desk.edit(said, *await states.about_one(desk, said.person.id, GameId(rest)))
    elif verb == "say":
        await _told(desk, said, rest)
    else:
        raise GameStateError(Fault("button_unknown"))


async def _show(desk: Desk, said: Said, scope: str) -> None:
    """Show what was told of every running game of the scope, with the button that asks."""
    found = await states.running_in(desk, said, scope)
    text = say("stare.list", rows=await states.listed(desk, found) or [say("stare.nothing")])
    ask = Button(say("button.stare.ask"), f"stare:ask:{scope}")
    desk.answer(said, text, ((ask,),) if found else ())


async def _told(desk: Desk, said: Said, rest: str) -> None:
    """Note a player's answer, and take what he wants to add."""
    game, _, word = rest.partition(":")
    if word not in set(GameState):
        raise GameStateError(Fault("button_unknown"))
    seen = await desk.matches.of_player(said, match_of(GameId(game)))
    state, leg = GameState(word), states.leg_of(game)
    events = tell_state(seen.match, said.person.id, leg, state, said.at)
    seen = await desk.match_acts.advance(seen, events, said.at)
    more = await states.unanswered(desk, said.person.id)
    change = Button(say("button.stare.change", game=game), f"stare:me:{game}")
    add = ((change,), (write_button(game),))
    told = say("stare.noted", game=game, state=say(f"stare.said.{word}"))
    await desk.questions.drop(said, TOPIC)
    desk.edit(said, told, (*add, *more))
    if events:
        await states.tell_if_all(desk, seen.match)
