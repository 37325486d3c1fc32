"""Stops of messages between opponents: a player's mute, an arbiter's block, and reports."""

from bot.runtime.shared import UserInput
from bot.service.notices.conversation import messages
from bot.service.service import Service
from bot.texts.buttons.conversation import BLOCK, MUTE, REPORT, Switch
from bot.texts.buttons.matches import KEEP
from bot.texts.messages import say
from bot.texts.notices.conversation.message_buttons import block_button, mute_button
from engine.errors import Fault, GameStateError
from engine.ids import NO_ARBITER, GameId, Leg, game_id, match_about
from storage.conversation import chat_stops
from storage.conversation.chat_stops import ChatStop, StopKind


async def mute(service: Service, user_input: UserInput) -> None:
    """Handle a player's button that mutes the opponent in a match: `hush:GAME:on|off`."""
    game, switch = MUTE.read(user_input.args)
    snapshot = await service.games.of_player(user_input, GameId(game))
    muted = switch is Switch.ON
    text = await messages.set_muted(service, user_input, snapshot, muted=muted)
    service.toast(user_input)
    service.reply(
        user_input, text, ((mute_button(snapshot.game.id, muted=muted),),), about=snapshot.game.id
    )


async def report(service: Service, user_input: UserInput) -> None:
    """Handle the buttons that report messages to the arbiter: `report:GAME`, `report:GAME:yes`.

    It takes two taps because it cannot be undone, and is possible once a day.
    """
    code, sure = REPORT.read(user_input.args)
    snapshot = await service.games.of_player(user_input, code)
    game = snapshot.game.id
    if not sure and await messages.is_reported(service, user_input, game):
        service.answer_late(user_input, say("chat.reported_already"))
        return
    if not sure:
        yes = REPORT.button(say("button.report_sure"), game, sure=True)
        no = KEEP.button(say("button.undecide"))
        service.toast(user_input)
        arbiter = (await service.participants.of(snapshot.game)).arbiter
        key = "chat.report_ask_friendly" if arbiter.id == NO_ARBITER else "chat.report_ask"
        service.reply(user_input, say(key, game=game), ((yes, no),), about=game)
        return
    service.edit(user_input, await messages.report(service, user_input, snapshot))


async def block(service: Service, user_input: UserInput) -> None:
    """Handle the arbiter's button that blocks messages: `gag:GAME:on`, `gag:MATCH:off`."""
    scope, switch = BLOCK.read(user_input.args)
    code = match_about(scope)
    match = (await service.matches.ruled_by(user_input, code)).match
    if scope not in {code, *(game_id(code, leg) for leg in Leg)}:
        raise GameStateError(Fault("button_unknown"))
    is_blocked = switch is Switch.ON
    if is_blocked:
        new_stop = ChatStop(
            scope=scope, kind=StopKind.RULED, person=user_input.person.id, at=user_input.at
        )
        await chat_stops.stop(service.unit.tx, new_stop)
    else:
        await chat_stops.resume(service.unit.tx, scope, StopKind.RULED)
    text = say("chat.gagged" if is_blocked else "chat.ungagged", scope=scope)
    for player in match.people:
        await service.notify_person(player, text, about=code)
    service.edit(user_input, text, ((block_button(scope, blocks=not is_blocked),),))
