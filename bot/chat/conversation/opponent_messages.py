"""Messages between opponents in a game: stored, forwarded, and stopped where necessary.

A message is part of the game's case file, which the arbiter may read. The arbiter may block the
messages of a game or match; a player may mute the opponent. A text that is no move is forwarded
only through the button that offers it. The rules are in
`bot.service.notices.conversation.messages`.
"""

from typing import Final

from bot.chat.play.games_meant import a_reader
from bot.chat.play.one_game import about_one
from bot.chat.play.writing import about_a_game, named_first
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.conversation.opponents_messages import conversation_text
from bot.service.notices.conversation import messages
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.conversation import WRITE
from bot.texts.buttons.play import TextKind, View
from bot.texts.messages import Buttons, say
from bot.texts.notices.conversation.message_buttons import block_buttons, mute_button
from engine.correspondence import chat_of
from engine.ids import GameId
from engine.typed import plain_signs
from storage.conversation import chat, chat_stops
from storage.conversation.chat_stops import StopKind

_MOST_SHOWN: Final = 30
"""The most messages shown; the case file contains all."""


async def write(service: Service, user_input: UserInput) -> None:
    """Handle `/mesaj [GAME] [TEXT]`; ask for a missing text."""
    if (await named_first(service, user_input, user_input.args)).text:
        await about_a_game(
            service,
            user_input,
            TextKind.LINE,
            user_input.args,
            send_line,
            needs=a_reader,
            by_partner=True,
        )
    else:
        await about_one(service, user_input, View.WRITE, ask_about, needs=a_reader)


async def send_after_dash(service: Service, user_input: UserInput) -> None:
    """Handle a text that begins with a dash: the rest is a message to the opponent."""
    typed = user_input.args.strip()
    # Cut as many characters as the plain form has dashes, so that the rest stays as typed.
    text = typed[len(typed) - len(plain_signs(typed).lstrip("-")) :].strip()
    if text:
        await about_a_game(
            service, user_input, TextKind.LINE, text, send_line, needs=a_reader, by_partner=True
        )
    else:
        service.reply(user_input, say("chat.how"))


async def ask_line(service: Service, user_input: UserInput) -> None:
    """Handle the button that begins a message to the opponent: `write:GAME`."""
    await ask_about(
        service,
        user_input,
        await service.games.of_player(user_input, WRITE.read(user_input.args).game),
    )


async def ask_about(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Ask a player of the game for a message to their opponent."""
    partner = await messages.partner_of(service, user_input, snapshot)
    service.toast(user_input)
    if obstacle := await messages.why_closed(service, user_input, snapshot):
        service.reply(user_input, *obstacle)
        return
    asked = await service.questions.ask(user_input, Topic.LINE, snapshot.game.id)
    question = say("chat.ask", partner=partner.name, game=snapshot.game.id)
    service.reply(user_input, question, (asked.way_out,), about=chat_of(snapshot.game.id))


async def send_reply(service: Service, user_input: UserInput, game: GameId) -> None:
    """Forward a reply to the opponent's message, or to the question for one."""
    snapshot = await service.games.of_player(user_input, game)
    if await _is_settled(service, user_input, snapshot, user_input.args):
        await service.questions.drop(user_input, Topic.LINE, game)


async def line_given(service: Service, user_input: UserInput, about: str) -> None:
    """Forward the requested message; the question stays open if only the text is an obstacle."""
    snapshot = await service.games.of_player(user_input, GameId(about))
    if await _is_settled(service, user_input, snapshot, user_input.args):
        await service.questions.close(user_input)


async def send_line(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, text: str
) -> None:
    """Store a player's message and forward it, or say what the obstacle is."""
    await try_to_send(service, user_input, snapshot, text)


async def _is_settled(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, text: str
) -> bool:
    """Send the message as `send_line` does; return False if another may still be sent instead."""
    if await try_to_send(service, user_input, snapshot, text):
        return True
    return await messages.why_closed(service, user_input, snapshot) is not None


async def try_to_send(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, text: str
) -> bool:
    """Send the message, or say what the obstacle is; return whether it is sent."""
    if obstacle := await messages.send(service, user_input, snapshot, text):
        service.reply(user_input, *obstacle)
        return False
    partner, game = await messages.partner_of(service, user_input, snapshot), snapshot.game.id
    service.reply(
        user_input, say("chat.sent", partner=partner.name, game=game), about=chat_of(game)
    )
    return True


async def show_messages(service: Service, user_input: UserInput) -> None:
    """Handle `/mesaje [GAME]`: a game's messages, for its players and its arbiter."""
    await about_one(service, user_input, View.MESSAGES, show_conversation, needs=a_reader)


async def show_conversation(
    service: Service, user_input: UserInput, snapshot: GameSnapshot
) -> None:
    """Answer with a game's messages, which count as read, and the buttons that stop them."""
    if not (await service.matches.load(snapshot.game.match)).match.kind.has_reader:
        service.reply(user_input, say("chat.practice_none"))
        return
    lines = await chat.lines_of(service.unit.tx, snapshot.game.id)
    if lines:
        await chat.read_upto(
            service.unit.tx, user_input.person.id, snapshot.game.id, lines[-1].id, user_input.at
        )
    text = await conversation_text(service, snapshot.game.id, lines, _MOST_SHOWN)
    service.reply(
        user_input, text, await _stop_buttons(service, user_input, snapshot), about=snapshot.game.id
    )


async def _stop_buttons(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> Buttons:
    """Return the buttons to stop or resume: for a player the opponent, for the arbiter both."""
    game = snapshot.game.id
    if snapshot.game.seat_of(user_input.person.id) is not None:
        muted = await messages.is_muted(service, user_input, game)
        return ((mute_button(game, muted=muted),),)
    stops = await chat_stops.stops_of(service.unit.tx, game)
    ruled = {stop.scope for stop in stops if stop.kind is StopKind.RULED}
    return block_buttons(game, ruled)
