"""Stopping lines between partners: by a player for himself, by the arbiter for both."""

from bot.desk.conversation import conversation_text, gag_button, gag_buttons, mute_button
from bot.desk.desk import Desk
from bot.messages import Button, Notice, say
from bot.office.shared import Said
from engine.errors import Fault, GameStateError
from engine.ids import GameId, Leg, game_id, match_of
from storage import chat
from storage.chat import ChatStop, StopKind

REPORTED = 10
"""Lines that the arbiter is shown when they are brought to him."""


async def hush(desk: Desk, said: Said) -> None:
    """Handle a player's press that stops his partner's lines in a match: `hush:GAME:on|off`."""
    game, _, wanted = said.args.rpartition(":")
    seen = await desk.games.of_player(said, GameId(game))
    cast = await desk.games.cast(seen.game)
    partner = cast.at(desk.games.seat(said, seen.game).partner)
    match, muted = match_of(seen.game.id), wanted == "on"
    if muted:
        new = ChatStop(scope=match, kind=StopKind.MUTED, person=said.person.id, at=said.at)
        await chat.stop(desk.unit.tx, new)
    else:
        await chat.resume(desk.unit.tx, match, StopKind.MUTED, said.person.id)
    desk.toast(said)
    text = say("chat.hushed" if muted else "chat.unhushed", partner=partner.name)
    desk.reply(said, text, ((mute_button(seen.game.id, muted=muted),),), about=seen.game.id)


async def report(desk: Desk, said: Said) -> None:
    """Handle the presses that bring the lines to the arbiter: `report:GAME`, `report:GAME:yes`.

    At the second tap, for it cannot be taken back; and once a day.
    """
    code, _, sure = said.args.partition(":")
    seen = await desk.games.of_player(said, GameId(code))
    game, arbiter = seen.game.id, (await desk.games.cast(seen.game)).arbiter
    if sure != "yes":
        yes = Button(say("button.report_sure"), f"report:{game}:yes")
        no = Button(say("button.undecide"), "keep")
        desk.toast(said)
        desk.reply(said, say("chat.report_ask", game=game), ((yes, no),), about=game)
        return
    if not await desk.previews.first_today(said, f"report:{game}"):
        desk.edit(said, say("chat.reported_already"))
        return
    lines = await chat.lines_of(desk.unit.tx, game)
    shown = await conversation_text(desk, game, lines, REPORTED)
    text = say("chat.report", who=said.person.name, lines=shown)
    if arbiter.chat is not None:
        notice = Notice(to=arbiter.chat, text=text, buttons=gag_buttons(game, ()), about=game)
        await desk.tell(notice)
    desk.edit(said, say("chat.reported"))


async def gag(desk: Desk, said: Said) -> None:
    """Handle the arbiter's press that stops or resumes lines: `gag:GAME:on`, `gag:MATCH:off`."""
    scope, _, wanted = said.args.rpartition(":")
    code = match_of(GameId(scope))
    match = (await desk.matches.ruled_by(said, code)).match
    if wanted not in {"on", "off"} or scope not in {code, *(game_id(code, leg) for leg in Leg)}:
        raise GameStateError(Fault("button_unknown"))
    stopping = wanted == "on"
    if stopping:
        new = ChatStop(scope=scope, kind=StopKind.RULED, person=said.person.id, at=said.at)
        await chat.stop(desk.unit.tx, new)
    else:
        await chat.resume(desk.unit.tx, scope, StopKind.RULED)
    text = say("chat.gagged" if stopping else "chat.ungagged", scope=scope)
    for player in match.people:
        await desk.tell_person(player, text, about=code)
    desk.edit(said, text, ((gag_button(scope, gag=not stopping),),))
