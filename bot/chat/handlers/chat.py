"""Lines between partners inside a game: kept with it, passed on, and stopped where they must be.

A line goes to the partner alone. It becomes part of the game's file, which the arbiter may read; he
may stop the lines of a game or of a whole match, and a player may stop those of his partner. What
somebody writes that is no placement is passed on only by the button that offers it.
"""

import json
from datetime import timedelta

from bot.chat.handlers import letters
from bot.chat.handlers.look import about_one
from bot.chat.handlers.writing import about_a_game, split_game
from bot.runtime.shared import Said
from bot.service.conversation import (
    conversation_text,
    gag_button,
    gag_buttons,
    line_buttons,
    mute_button,
)
from bot.service.games import SeenGame
from bot.service.questions import way_out
from bot.service.service import Service
from bot.texts.formats import clean
from bot.texts.messages import Button, Buttons, Notice, Text, say
from bot.texts.notices.cast import Cast, Member
from engine.correspondence import lines_of
from engine.errors import Fault, GameStateError
from engine.ids import GameId, Leg, game_id, match_of
from engine.matches.match import FINISHED
from storage import chat
from storage.chat import ChatStop, StopKind

LONGEST = 500
"""Characters of one line."""
AN_HOUR = timedelta(hours=1)
MOST_AN_HOUR = 12
"""Lines that one person may write in an hour, in all his games together."""
SHOWN = 30
"""Lines of a conversation that are shown; the game's file has them all."""
TOPIC = "line"
"""The topic of the question for a line."""
DASHES = ("-", "–", "—")
"""A message that begins so is a line to the partner, as in a printed dialogue."""


async def message(service: Service, said: Said) -> None:
    """Handle `/mesaj [GAME] TEXT`."""
    if split_game(said.args)[1]:
        await about_a_game(service, said, "line", said.args, send_line, by_partner=True)
    else:
        service.reply(said, say("chat.how"))


async def dash(service: Service, said: Said) -> None:
    """Take a message that begins with a dash: what follows is a line to the partner."""
    text = said.args.strip().lstrip("".join(DASHES)).strip()
    if text:
        await about_a_game(service, said, "line", text, send_line, by_partner=True)
    else:
        service.reply(said, say("chat.how"))


async def ask_line(service: Service, said: Said) -> None:
    """Handle the press that asks for a line to the partner: `write:GAME`."""
    seen = await service.games.of_player(said, GameId(said.args))
    cast = await service.games.cast(seen.game)
    partner = cast.at(service.games.seat(said, seen.game).partner).name
    service.toast(said)
    await service.questions.ask(said, TOPIC, seen.game.id)
    question = say("chat.ask", partner=partner, game=seen.game.id)
    service.reply(said, question, (way_out(TOPIC),), about=lines_of(seen.game.id))


async def replied(service: Service, said: Said, game: GameId) -> None:
    """Pass on what answers a partner's line, or the question for one."""
    await service.questions.drop(said, TOPIC)
    await send_line(service, said, await service.games.of_player(said, game), said.args)


async def line_given(service: Service, said: Said, about: str) -> None:
    """Pass on the line that was asked for."""
    await service.questions.close(said)
    await send_line(service, said, await service.games.of_player(said, GameId(about)), said.args)


async def send_line(service: Service, said: Said, seen: SeenGame, text: str) -> None:
    """Keep a player's line with the game and pass it on, unless something stands against it."""
    seat = service.games.seat(said, seen.game)
    cast = await service.games.cast(seen.game)
    partner, game = cast.at(seat.partner), seen.game.id
    obstacle = await _obstacle(service, said, seen, cast, text)
    if obstacle is not None:
        service.reply(said, *obstacle)
        return
    line = say("chat.line", who=cast.at(seat).name, game=game, text=text)
    await chat.add_line(service.unit.tx, game, said.person.id, text, said.at)
    if partner.chat is not None:  # else it is an obstacle
        buttons = line_buttons(game)
        about = lines_of(game)
        await service.tell(Notice(to=partner.chat, text=line, buttons=buttons, about=about))
    service.reply(said, say("chat.sent", partner=partner.name, game=game), about=lines_of(game))


Obstacle = tuple[Text, Buttons]
"""What stands against a line: what is said of it, and the button that removes it, if one does."""


async def _obstacle(
    service: Service, said: Said, seen: SeenGame, cast: Cast, text: str
) -> Obstacle | None:
    """Return what keeps the line from being passed on, or None."""
    if clean(text, longest=LONGEST, lines=True) == "—":
        return say("chat.how"), ()
    if len(text) > LONGEST:
        return say("chat.too_long", n=len(text), most=LONGEST), ()
    partner = cast.at(service.games.seat(said, seen.game).partner)
    match = (await service.matches.load(seen.game.match)).match
    if match.stage in FINISHED:
        return say("chat.over", match=match.code), ()
    if partner.chat is None or partner.is_elsewhere:
        return say("chat.out_of_reach", partner=partner.name), ()
    return await _stopped(service, said, seen, partner) or await _too_many(service, said)


async def _stopped(
    service: Service, said: Said, seen: SeenGame, partner: Member
) -> Obstacle | None:
    """Return who has stopped the lines, if somebody has."""
    game = seen.game.id
    stops = await chat.stops_of(service.unit.tx, game)
    if any(stop.kind is StopKind.RULED for stop in stops):
        return say("chat.ruled", game=game), ()
    muted = {stop.person for stop in stops if stop.kind is StopKind.MUTED}
    if said.person.id in muted:
        return say("chat.you_muted", partner=partner.name), ((mute_button(game, muted=True),),)
    if partner.id in muted:
        return say("chat.muted", partner=partner.name), ()
    return None


async def _too_many(service: Service, said: Said) -> Obstacle | None:
    """Return that the person has written enough for an hour, if he has."""
    written = await chat.written_since(service.unit.tx, said.person.id, said.at - AN_HOUR)
    return (say("chat.too_many", n=written), ()) if written >= MOST_AN_HOUR else None


async def conversation(service: Service, said: Said) -> None:
    """Handle `/mesaje [GAME]`: what was written in a game, to its players and its arbiter."""
    await about_one(service, said, "lines", show_conversation)


async def show_conversation(service: Service, said: Said, seen: SeenGame) -> None:
    """Answer with the lines of a game and with the buttons that stop or resume them."""
    lines = await chat.lines_of(service.unit.tx, seen.game.id)
    text = await conversation_text(service, seen.game.id, lines, SHOWN)
    service.reply(said, text, await _stop_buttons(service, said, seen), about=seen.game.id)


async def _stop_buttons(service: Service, said: Said, seen: SeenGame) -> Buttons:
    """Return what the person may stop or resume: a player his partner, the arbiter both."""
    game = seen.game.id
    stops = await chat.stops_of(service.unit.tx, game)
    if seen.game.seat_of(said.person.id) is not None:
        mine = (StopKind.MUTED, said.person.id)
        muted = any((stop.kind, stop.person) == mine for stop in stops)
        return ((mute_button(game, muted=muted),),)
    ruled = {stop.scope for stop in stops if stop.kind is StopKind.RULED}
    return gag_buttons(game, ruled)


KEPT = "line offered"
"""Under what the text waits for the press, with the number of the message that held it."""
TO_ARBITER = "!"
MOST = 3
"""Games offered at most; who plays more names the one he means."""


async def offer(service: Service, said: Said, text: str) -> Buttons:
    """Return a button for each partner the text may be for, and keep it until one is pressed."""
    if len(text) > LONGEST:
        return ()
    found = await _meant(service, said)
    if not 0 < len(found) <= MOST:
        return ()
    await service.previews.remember(said, KEPT, json.dumps([said.incoming.message, text]))
    rows = []
    for seen in found:
        cast = await service.games.cast(seen.game)
        partner = cast.at(service.games.seat(said, seen.game).partner).name
        label = say("button.line", partner=partner, game=seen.game.id)
        rows.append((Button(label, f"line:{seen.game.id}:{said.incoming.message}"),))
    if len(found) == 1:
        about = f"{TO_ARBITER}{found[0].game.id}:{said.incoming.message}"
        rows.append((Button(say("button.letter"), f"line:{about}"),))
    return tuple(rows)


async def _meant(service: Service, said: Said) -> list[SeenGame]:
    """Return the games the text may be about: replied to, those that run, or the last one played.

    None whose match is homologated: nothing is written there any more.
    """
    replied = await service.games.replied_to(said)
    if replied is not None:
        found = [replied]
    else:
        rows = await service.games.listed(said.person.id)
        rows = rows or (await service.games.played(said.person.id))[:1]
        found = [await service.games.of_row(row) for row in rows[: MOST + 1]]
    own = [seen for seen in found if seen.game.seat_of(said.person.id) is not None]
    return [seen for seen in own if not await _is_settled(service, seen)]


async def _is_settled(service: Service, seen: SeenGame) -> bool:
    match = (await service.matches.load(seen.game.match)).match
    return match.stage in FINISHED


async def pressed(service: Service, said: Said) -> None:
    """Handle the press that sends the text to the partner, `line:GAME:MESSAGE`.

    Or to the arbiter: `line:!GAME:MESSAGE`.
    """
    game, _, message = said.args.removeprefix(TO_ARBITER).rpartition(":")
    seen = await service.games.of_player(said, GameId(game))
    kept = await service.previews.recall(said, KEPT)
    number, text = json.loads(kept) if kept else (0, "")
    if not text or str(number) != message:  # something else has been written since
        service.edit(said, say("button.unknown"))
        return
    service.edit(said, say("games.picked", game=seen.game.id))
    to = letters.send if said.args.startswith(TO_ARBITER) else send_line
    await to(service, said, seen, text)


REPORTED = 10
"""Lines that the arbiter is shown when they are brought to him."""


async def hush(service: Service, said: Said) -> None:
    """Handle a player's press that stops his partner's lines in a match: `hush:GAME:on|off`."""
    game, _, wanted = said.args.rpartition(":")
    seen = await service.games.of_player(said, GameId(game))
    cast = await service.games.cast(seen.game)
    partner = cast.at(service.games.seat(said, seen.game).partner)
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
    """Handle the presses that bring the lines to the arbiter: `report:GAME`, `report:GAME:yes`.

    At the second tap, for it cannot be taken back; and once a day.
    """
    code, _, sure = said.args.partition(":")
    seen = await service.games.of_player(said, GameId(code))
    game, arbiter = seen.game.id, (await service.games.cast(seen.game)).arbiter
    if sure != "yes":
        yes = Button(say("button.report_sure"), f"report:{game}:yes")
        no = Button(say("button.undecide"), "keep")
        service.toast(said)
        service.reply(said, say("chat.report_ask", game=game), ((yes, no),), about=game)
        return
    if not await service.previews.first_today(said, f"report:{game}"):
        service.edit(said, say("chat.reported_already"))
        return
    lines = await chat.lines_of(service.unit.tx, game)
    shown = await conversation_text(service, game, lines, REPORTED)
    text = say("chat.report", who=said.person.name, lines=shown)
    if arbiter.chat is not None:
        notice = Notice(to=arbiter.chat, text=text, buttons=gag_buttons(game, ()), about=game)
        await service.tell(notice)
    service.edit(said, say("chat.reported"))


async def gag(service: Service, said: Said) -> None:
    """Handle the arbiter's press that stops or resumes lines: `gag:GAME:on`, `gag:MATCH:off`."""
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
    service.edit(said, text, ((gag_button(scope, gag=not stopping),),))
