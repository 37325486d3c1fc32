"""`/urmatoarea`: the board of the next game to move in."""

from bot.chat.play.game_views import show_board
from bot.runtime.shared import UserInput
from bot.service.lookups.play.waiting_games import next_to_move_in
from bot.service.service import Service
from bot.texts.messages import say


async def next_game(service: Service, user_input: UserInput) -> None:
    """Handle `/urmatoarea`: the board of the game to move in with the earliest last day."""
    snapshot = await next_to_move_in(service, user_input.person.id)
    if snapshot is None:
        service.reply(user_input, say("play.nothing_on_turn"))
        return
    await service.previews.note_opened(user_input, snapshot.game.id)
    await show_board(service, user_input, snapshot)


async def next_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button for the next game to move in: `next`."""
    service.toast(user_input)
    await next_game(service, user_input)
