"""Stops of messages between opponents: a player's mute, an arbiter's block, and reports."""

from bot.runtime.shared import Said
from bot.service.conversation import messages
from bot.service.conversation.lines import block_button, mute_button
from bot.service.service import Service
from bot.texts.buttons.conversation import BLOCK, MUTE, REPORT
from bot.texts.buttons.matches import KEEP
from bot.texts.messages import say
from engine.errors import Fault, GameStateError
from engine.ids import NO_ARBITER, GameId, Leg, game_id, match_of
from storage.conversation import chat
from storage.conversation.chat import ChatStop, StopKind


async def mute(service: Service, said: Said) -> None:
    """Handle a player's button that mutes the opponent in a match: `hush:GAME:on|off`."""
    game, wanted = MUTE.read(said.args)
    seen = await service.games.of_player(said, GameId(game))
    muted = wanted == "on"
    text = await messages.set_muted(service, said, seen, muted=muted)
    service.toast(said)
    service.reply(said, text, ((mute_button(seen.game.id, muted=muted),),), about=seen.game.id)


async def report(service: Service, said: Said) -> None:
    """Handle the buttons that report messages to the arbiter: `report:GAME`, `report:GAME:yes`.

    It takes two taps because it cannot be undone, and is possible once a day.
    """
    code, sure = REPORT.read(said.args)
    seen = await service.games.of_player(said, code)
    if not sure:
        game = seen.game.id
        yes = REPORT.button(say("button.report_sure"), game, sure=True)
        no = KEEP.button(say("button.undecide"))
        service.toast(said)
        arbiter = (await service.games.participants(seen.game)).arbiter
        key = "chat.report_ask_friendly" if arbiter.id == NO_ARBITER else "chat.report_ask"
        service.reply(said, say(key, game=game), ((yes, no),), about=game)
        return
    service.edit(said, await messages.report(service, said, seen))


async def block(service: Service, said: Said) -> None:
    """Handle the arbiter's button that blocks messages: `gag:GAME:on`, `gag:MATCH:off`."""
    scope, wanted = BLOCK.read(said.args)
    code = match_of(GameId(scope))
    match = (await service.matches.ruled_by(said, code)).match
    if wanted not in {"on", "off"} or scope not in {code, *(game_id(code, leg) for leg in Leg)}:
        raise GameStateError(Fault("button_unknown"))
    stopping = wanted == "on"
    if stopping:
        new = ChatStop(scope=scope, kind=StopKind.RULED, person=said.person.id, at=said.at)
        await chat.stop(service.unit.tx, new)
    else:
        await chat.resume(service.unit.tx, scope, StopKind.RULED)
    text = say("chat.gagged" if stopping else "chat.ungagged", scope=scope)
    for player in match.people:
        await service.tell_person(player, text, about=code)
    service.edit(said, text, ((block_button(scope, is_blocked=not stopping),),))
