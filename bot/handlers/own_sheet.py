"""A player's own sheet, photographed: it goes on to his partner and the arbiter (art. 2.2, 4.2)."""

from bot.desk.desk import Desk
from bot.desk.games import SeenGame
from bot.messages import Notice, Relayed, say
from bot.office.shared import Said


async def pass_on(desk: Desk, said: Said, seen: SeenGame, sent: Relayed, note: str) -> None:
    """Send the photograph on, with what was written under it; whoever sent it does not get it."""
    seat = desk.games.seat(said, seen.game)
    cast = await desk.games.cast(seen.game)
    for member in (cast.at(seat.partner), cast.arbiter):
        if member.chat not in {None, said.incoming.chat}:
            who, game = cast.at(seat).name, seen.game.id
            text = say("relayed.sheet", who=who, game=game, note=note or None)
            is_copy = member is cast.arbiter
            await desk.tell(
                Notice(to=member.chat, text=text, relayed=sent, about=game, is_copy=is_copy)
            )
