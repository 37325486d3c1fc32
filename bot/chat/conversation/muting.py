"""Stops of messages between opponents: a player's mute, an arbiter's block, and reports."""

from bot.runtime.shared import Said
from bot.service.conversation.lines import (
    block_button,
    block_buttons,
    conversation_text,
    mute_button,
)
from bot.service.service import Service
from bot.texts.buttons.matches import KEEP
from bot.texts.messages import Button, Notice, Text, say
from engine.errors import Fault, GameStateError
from engine.ids import NO_ARBITER, GameId, Leg, game_id, match_of
from storage.conversation import chat
from storage.conversation.chat import ChatStop, StopKind

REPORTED = 10
"""The most messages shown to the arbiter in a report."""


async def mute(service: Service, said: Said) -> None:
    """Handle a player's button that mutes the opponent in a match: `hush:GAME:on|off`."""
    game, _, wanted = said.args.rpartition(":")
    seen = await service.games.of_player(said, GameId(game))
    participants = await service.games.participants(seen.game)
    partner = participants.at(service.games.seat(said, seen.game).partner)
    match, muted = match_of(seen.game.id), wanted == "on"
    if muted:
        new = ChatStop(scope=match, kind=StopKind.MUTED, person=said.person.id, at=said.at)
        await chat.stop(service.unit.tx, new)
    else:
        await chat.resume(service.unit.tx, match, StopKind.MUTED, said.person.id)
    service.toast(said)
    text = say("chat.hushed" if muted else "chat.unhushed", partner=partner.name)
    service.reply(said, text, ((mute_button(seen.game.id, muted=muted),),), about=seen.game.id)


async def report(service: Service, said: Said) -> None:
    """Handle the buttons that report messages to the arbiter: `report:GAME`, `report:GAME:yes`.

    It takes two taps because it cannot be undone, and is possible once a day.
    """
    code, _, sure = said.args.partition(":")
    seen = await service.games.of_player(said, GameId(code))
    game, arbiter = seen.game.id, (await service.games.participants(seen.game)).arbiter
    if sure != "yes":
        yes = Button(say("button.report_sure"), f"report:{game}:yes")
        no = KEEP.button(say("button.undecide"))
        service.toast(said)
        key = "chat.report_ask_friendly" if arbiter.id == NO_ARBITER else "chat.report_ask"
        service.reply(said, say(key, game=game), ((yes, no),), about=game)
        return
    if not await service.previews.first_today(said, f"report:{game}"):
        service.edit(said, say("chat.reported_already"))
        return
    lines = await chat.lines_of(service.unit.tx, game)
    shown = await conversation_text(service, game, lines, REPORTED)
    text = say("chat.report", who=said.person.name, lines=shown)
    if arbiter.id == NO_ARBITER:
        _tell_operators(service, said, text)
    elif arbiter.chat is not None:
        notice = Notice(to=arbiter.chat, text=text, buttons=block_buttons(game, ()), about=game)
        await service.tell(notice)
    key = "chat.reported_friendly" if arbiter.id == NO_ARBITER else "chat.reported"
    service.edit(said, say(key))


def _tell_operators(service: Service, said: Said, text: Text) -> None:
    """Send the report of a match without an arbiter to the operators, once a day."""
    for operator in service.shared.operators:
        key = f"report:{said.person.id}:{operator}:{service.today()}:{said.args}"
        service.unit.say(Notice(to=operator, text=text, dedup=key))


async def block(service: Service, said: Said) -> None:
    """Handle the arbiter's button that blocks messages: `gag:GAME:on`, `gag:MATCH:off`."""
    scope, _, wanted = said.args.rpartition(":")
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
