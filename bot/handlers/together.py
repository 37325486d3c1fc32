"""Between partners: the next game to move in, and a friendly nudge."""

from bot.desk import Desk
from bot.games import SeenGame
from bot.handlers.look import about_one, show_board
from bot.messages import Notice, say
from bot.relay import sheets, turn_text
from bot.shared import Said
from engine.deadlines import last_day
from engine.game import Stage


async def next_game(desk: Desk, said: Said) -> None:
    """Handle `/urmatoarea`: the board of the game to move in first, by its last day to answer."""
    person = said.person.id
    mine = [
        seen
        for seen in await desk.games.running(person)
        if seen.game.turn is seen.game.seat_of(person)
    ]
    if not mine:
        desk.reply(said, say("play.nothing_on_turn"))
        return
    await show_board(desk, said, min(mine, key=lambda seen: last_day(seen.game)))


async def nudge(desk: Desk, said: Said) -> None:
    """Handle `/aminteste`: remind the partner that it is his turn, once a day and game."""
    await about_one(desk, said, "nudge", send_nudge)


async def send_nudge(desk: Desk, said: Said, seen: SeenGame) -> None:
    """Send the partner the sheets again with a friendly word, unless today he has had one."""
    game, cast = seen.game, await desk.games.cast(seen.game)
    seat = desk.games.seat(said, game)
    partner = cast.at(seat.partner)
    if game.stage is not Stage.RUNNING or game.turn is seat:
        desk.reply(said, say("nudge.not_waiting", game=game.id))
        return
    if partner.chat is None or not await desk.previews.first_today(said, f"nudge:{game.id}"):
        desk.reply(said, say("nudge.once_a_day", partner=partner.name))
        return
    text = say(
        "nudge.partner",
        who=cast.at(seat).name,
        game=game.id,
        turn=turn_text(game, cast),
    )
    pictures = sheets(game.id, seen.seq)
    await desk.tell(Notice(to=partner.chat, text=text, pictures=pictures, about=game.id))
    desk.reply(said, say("nudge.done", partner=partner.name), about=game.id)
