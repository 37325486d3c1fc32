"""Photos and files sent in a game: passed on as the player's own sheet (art. 2.2, 4.2, 6.1).

The picture is made anew before it is sent on, so that nothing hidden in it travels along.
"""

from bot.desk.desk import Desk
from bot.desk.games import SeenGame
from bot.handlers.coming import nothing_running
from bot.messages import Notice, Relayed, say
from bot.office.shared import Said
from engine.ids import Seat
from engine.notation import is_pass, looks_like_placement

PICTURES = (".jpg", ".jpeg", ".png", ".webp")
"""The files that can be made anew; whether they are what they say is seen when they are."""


def is_picture(sent: Relayed) -> bool:
    """Return whether the file may be a picture; it is looked into when it is made anew."""
    return sent.is_photo or sent.name.lower().endswith(PICTURES)


async def file(desk: Desk, said: Said) -> None:
    """Take a photo or document: it goes to the partner and the arbiter of the game it is about."""
    sent = said.incoming.file
    if sent is None or not is_picture(sent):
        desk.reply(said, say("relayed.no_picture"))
        return
    seen = await _game(desk, said)
    if seen is None:
        several = await desk.games.listed(said.person.id)
        none = await nothing_running(desk, said.person.id, say("play.no_games"))
        desk.reply(said, say("relayed.which") if several else none)
        return
    seat = desk.games.seat(said, seen.game)
    cast = await desk.games.cast(seen.game)
    for member in (cast.at(seat.partner), cast.arbiter):
        if member.chat not in {None, said.incoming.chat}:
            text = say(
                "relayed.sheet", who=cast.at(seat).name, game=seen.game.id, note=said.args or None
            )
            is_copy = member is cast.arbiter
            await desk.tell(
                Notice(to=member.chat, text=text, relayed=sent, about=seen.game.id, is_copy=is_copy)
            )
    partner = cast.at(seat.partner).name
    desk.reply(said, say("relayed.done", partner=partner, game=seen.game.id), about=seen.game.id)
    if seen.game.turn is seat and (looks_like_placement(said.args) or is_pass(said.args)):
        desk.reply(said, say("relayed.not_a_move", text=said.args))


async def wordless(desk: Desk, said: Said) -> None:
    """Take a voice note, a sticker, a film, a place …: nothing that could be read or passed on."""
    is_asked = await desk.questions.open(said) is not None
    desk.reply(said, say("relayed.wordless", asked=say("relayed.asked") if is_asked else None))


async def _game(desk: Desk, said: Said) -> SeenGame | None:
    """Return the game meant: replied to, the only one, or the one whose turn just passed."""
    replied = await desk.games.replied_to(said)
    if replied is not None:
        return replied
    found = await desk.games.running(said.person.id)
    if len(found) == 1:
        return found[0]
    mine: list[SeenGame] = []
    for seen in found:
        seat = seen.game.seat_of(said.person.id) or Seat.RED
        last = seen.game.last_move
        if last is not None and last.by is seat:
            mine.append(seen)
    return mine[0] if len(mine) == 1 else None
