"""Messages between opponents in a game: stored, forwarded, and stopped where necessary.

A message is part of the game's case file, which the arbiter may read. The arbiter may block the
messages of a game or match; a player may mute the opponent. A text that is no move is forwarded
only through the button that offers it. The rules are in `bot.service.conversation.messages`.
"""

from bot.chat.play.look import about_one
from bot.chat.play.writing import about_a_game, named_first
from bot.chat.reading import DASHES
from bot.chat.topics import LINE
from bot.runtime.shared import Said
from bot.service.conversation import messages
from bot.service.conversation.lines import block_buttons, conversation_text, mute_button
from bot.service.conversation.questions import way_out
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.buttons.conversation import WRITE
from bot.texts.messages import Buttons, say
from engine.correspondence import lines_of
from engine.ids import GameId
from storage.conversation import chat
from storage.conversation.chat import StopKind

SHOWN = 30
"""The most messages shown; the case file contains all."""


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
    await ask_about(service, said, await service.games.of_player(said, WRITE.read(said.args).game))


async def ask_about(service: Service, said: Said, seen: SeenGame) -> None:
    """Ask a player of the game for a message to their opponent."""
    partner = await messages.partner_of(service, said, seen)
    service.toast(said)
    if obstacle := await messages.closed(service, said, seen):  # no message could be sent
        service.reply(said, *obstacle)
        return
    await service.questions.ask(said, LINE, seen.game.id)
    question = say("chat.ask", partner=partner.name, game=seen.game.id)
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
    if obstacle := await messages.obstacle(service, said, seen, text):
        service.reply(said, *obstacle)
        return
    partner, game = await messages.send(service, said, seen, text), seen.game.id
    service.reply(said, say("chat.sent", partner=partner.name, game=game), about=lines_of(game))


async def conversation(service: Service, said: Said) -> None:
    """Handle `/mesaje [GAME]`: a game's messages, for its players and its arbiter."""
    await about_one(service, said, "lines", show_conversation)


async def show_conversation(service: Service, said: Said, seen: SeenGame) -> None:
    """Answer with a game's messages and the buttons that stop or resume them."""
    lines = await chat.lines_of(service.unit.tx, seen.game.id)
    if lines:
        await chat.read_upto(service.unit.tx, said.person.id, seen.game.id, lines[-1].id, said.at)
    text = await conversation_text(service, seen.game.id, lines, SHOWN)
    service.reply(said, text, await _stop_buttons(service, said, seen), about=seen.game.id)


async def _stop_buttons(service: Service, said: Said, seen: SeenGame) -> Buttons:
    """Return the buttons to stop or resume: for a player the opponent, for the arbiter both."""
    game = seen.game.id
    if seen.game.seat_of(said.person.id) is not None:
        muted = await messages.is_muted(service, said, game)
        return ((mute_button(game, muted=muted),),)
    stops = await chat.stops_of(service.unit.tx, game)
    ruled = {stop.scope for stop in stops if stop.kind is StopKind.RULED}
    return block_buttons(game, ruled)
