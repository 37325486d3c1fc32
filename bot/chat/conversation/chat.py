"""Messages between opponents in a game: stored, forwarded, and stopped where necessary.

A message goes only to the opponent. It is part of the game's case file, which the arbiter may read.
The arbiter may block the messages of a game or match; a player may mute the opponent. A text that
is no move is forwarded only through the button that offers it.
"""

from datetime import timedelta

from bot.chat.play.look import about_one
from bot.chat.play.writing import about_a_game, named_first
from bot.chat.reading import DASHES
from bot.chat.topics import LINE
from bot.runtime.shared import Said
from bot.service.conversation.lines import (
    block_buttons,
    conversation_text,
    line_buttons,
    mute_button,
)
from bot.service.conversation.questions import way_out
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.formats import clean
from bot.texts.messages import Buttons, Notice, Text, say
from bot.texts.notices.participants import Member, Participants
from engine.correspondence import lines_of
from engine.ids import GameId
from engine.matches.match import FINISHED
from storage.conversation import chat
from storage.conversation.chat import StopKind

LONGEST = 500
"""The most characters of one message."""
AN_HOUR = timedelta(hours=1)
MOST_AN_HOUR = 12
"""The most messages of one person in an hour, in all their games."""
SHOWN = 30
"""The most messages shown; the case file contains all."""
"""A message that begins so is a line to the partner, as in a printed dialogue."""


async def message(service: Service, said: Said) -> None:
    """Handle `/mesaj [GAME] [TEXT]`; ask for a missing text."""
    if (await named_first(service, said, said.args))[1]:
        await about_a_game(service, said, "line", said.args, send_line, by_partner=True)
    else:
        await about_one(service, said, "write", ask_about)


async def dash(service: Service, said: Said) -> None:
    """Handle a text that begins with a dash: the rest is a message to the opponent."""
    text = said.args.strip().lstrip("".join(DASHES)).strip()
    if text:
        await about_a_game(service, said, "line", text, send_line, by_partner=True)
    else:
        service.reply(said, say("chat.how"))


async def ask_line(service: Service, said: Said) -> None:
    """Handle the button that begins a message to the opponent: `write:GAME`."""
    await ask_about(service, said, await service.games.of_player(said, GameId(said.args)))


async def ask_about(service: Service, said: Said, seen: SeenGame) -> None:
    """Ask a player of the game for a message to their opponent."""
    participants = await service.games.participants(seen.game)
    partner = participants.at(service.games.seat(said, seen.game).partner).name
    service.toast(said)
    if obstacle := await _closed(service, said, seen, participants):  # no message could be sent
        service.reply(said, *obstacle)
        return
    await service.questions.ask(said, LINE, seen.game.id)
    question = say("chat.ask", partner=partner, game=seen.game.id)
    service.reply(said, question, (way_out(LINE),), about=lines_of(seen.game.id))


async def replied(service: Service, said: Said, game: GameId) -> None:
    """Forward a reply to the opponent's message, or to the question for one."""
    await service.questions.drop(said, LINE)
    await send_line(service, said, await service.games.of_player(said, game), said.args)


async def line_given(service: Service, said: Said, about: str) -> None:
    """Forward the requested message."""
    await service.questions.close(said)
    await send_line(service, said, await service.games.of_player(said, GameId(about)), said.args)


async def send_line(service: Service, said: Said, seen: SeenGame, text: str) -> None:
    """Store a player's message and forward it, unless there is an obstacle."""
    seat = service.games.seat(said, seen.game)
    participants = await service.games.participants(seen.game)
    partner, game = participants.at(seat.partner), seen.game.id
    obstacle = await _obstacle(service, said, seen, participants, text)
    if obstacle is not None:
        service.reply(said, *obstacle)
        return
    line = say("chat.line", who=participants.at(seat).name, game=game, text=text)
    await chat.add_line(service.unit.tx, game, said.person.id, text, said.at)
    if partner.chat is not None:  # otherwise an obstacle
        buttons = line_buttons(game, has_arbiter=participants.has_arbiter)
        about = lines_of(game)
        await service.tell(Notice(to=partner.chat, text=line, buttons=buttons, about=about))
    service.reply(said, say("chat.sent", partner=partner.name, game=game), about=lines_of(game))


Obstacle = tuple[Text, Buttons]
"""Why a message cannot be sent, and the button that removes the obstacle, if any."""


async def _obstacle(
    service: Service, said: Said, seen: SeenGame, participants: Participants, text: str
) -> Obstacle | None:
    """Return the obstacle to this message, or None."""
    if clean(text, longest=LONGEST, lines=True) == "—":
        return say("chat.how"), ()
    if len(text) > LONGEST:
        return say("chat.too_long", n=len(text), most=LONGEST), ()
    return await _closed(service, said, seen, participants) or await _too_many(service, said)


async def _closed(
    service: Service, said: Said, seen: SeenGame, participants: Participants
) -> Obstacle | None:
    """Return the obstacle to any message in the game, or None."""
    partner = participants.at(service.games.seat(said, seen.game).partner)
    match = (await service.matches.load(seen.game.match)).match
    if match.stage in FINISHED:
        return say("chat.over", match=match.code), ()
    reachable = (await service.persons.get(partner.id)).reachable
    if partner.chat is None or partner.is_elsewhere or not reachable:
        key = "chat.out_of_reach" if match.has_arbiter else "chat.out_of_reach_friendly"
        return say(key, partner=partner.name), ()
    return await _stopped(service, said, seen, partner)


async def _stopped(
    service: Service, said: Said, seen: SeenGame, partner: Member
) -> Obstacle | None:
    """Return the block or mute of messages as an obstacle, or None."""
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
    """Return that the person has reached the hourly limit, or None."""
    written = await chat.written_since(service.unit.tx, said.person.id, said.at - AN_HOUR)
    return (say("chat.too_many", n=written), ()) if written >= MOST_AN_HOUR else None


async def conversation(service: Service, said: Said) -> None:
    """Handle `/mesaje [GAME]`: a game's messages, for its players and its arbiter."""
    await about_one(service, said, "lines", show_conversation)


async def show_conversation(service: Service, said: Said, seen: SeenGame) -> None:
    """Answer with a game's messages and the buttons that stop or resume them."""
    lines = await chat.lines_of(service.unit.tx, seen.game.id)
    text = await conversation_text(service, seen.game.id, lines, SHOWN)
    service.reply(said, text, await _stop_buttons(service, said, seen), about=seen.game.id)


async def _stop_buttons(service: Service, said: Said, seen: SeenGame) -> Buttons:
    """Return the buttons to stop or resume: for a player the opponent, for the arbiter both."""
    game = seen.game.id
    stops = await chat.stops_of(service.unit.tx, game)
    if seen.game.seat_of(said.person.id) is not None:
        mine = (StopKind.MUTED, said.person.id)
        muted = any((stop.kind, stop.person) == mine for stop in stops)
        return ((mute_button(game, muted=muted),),)
    ruled = {stop.scope for stop in stops if stop.kind is StopKind.RULED}
    return block_buttons(game, ruled)
