"""Photos and files sent in a game: passed on as the player's own sheet (art. 2.2, 4.2, 6.1).

The picture is made anew before it is sent on, so that nothing hidden in it travels along.
"""

from dataclasses import replace

from bot.chat.handlers import play, preview
from bot.chat.handlers.coming import nothing_running
from bot.chat.typed import is_move
from bot.runtime.shared import Said
from bot.service.games import SeenGame
from bot.service.own_sheet import pass_on
from bot.service.service import Service
from bot.texts.messages import Relayed, say
from engine.games.game import Stage
from engine.ids import GameId, Seat

PICTURES = (".jpg", ".jpeg", ".png", ".webp")
"""The files that can be made anew; whether they are what they say is seen when they are."""


def is_picture(sent: Relayed) -> bool:
    """Return whether the file may be a picture; it is looked into when it is made anew."""
    return sent.is_photo or sent.name.lower().endswith(PICTURES)


async def file(service: Service, said: Said) -> None:
    """Take a photo or document: it goes to the partner and the arbiter of the game it is about.

    With a placement under it, from who is to move, it is that placement's preview, and goes on with
    the placement when that is sent (art. 4.2). So it is without a word, if one waits for its sheet.
    """
    sent = said.incoming.file
    if sent is None or not is_picture(sent):
        service.reply(said, say("relayed.no_picture"))
        return
    if is_move(said.args) and await _may_move(service, said):
        await play.with_photo(service, said, sent)
        return
    waiting = None if said.args.strip() else await _without_sheet(service, said)
    if waiting is not None:
        await preview.show(service, said, *waiting, sent)
        return
    await _pass_on(service, said, sent)


async def _pass_on(service: Service, said: Said, sent: Relayed) -> None:
    """Give a picture to the partner and the arbiter of the game it is about."""
    seen = await _game(service, said)
    if seen is None:
        several = await service.games.listed(said.person.id)
        none = await nothing_running(service, said.person.id, say("play.no_games"))
        service.reply(said, say("relayed.which") if several else none)
        return
    sent = replace(sent, by=said.person.id)
    seat = service.games.seat(said, seen.game)
    await pass_on(service, said.person.id, seen.game, sent, said.args)
    partner = (await service.games.cast(seen.game)).at(seat.partner).name
    service.reply(said, say("relayed.done", partner=partner, game=seen.game.id), about=seen.game.id)


async def wordless(service: Service, said: Said) -> None:
    """Take a voice note, a sticker, a film, a place …: nothing that could be read or passed on."""
    is_asked = await service.questions.open(said) is not None
    service.reply(said, say("relayed.wordless", asked=say("relayed.asked") if is_asked else None))


async def _without_sheet(service: Service, said: Said) -> tuple[SeenGame, str] | None:
    """Return the game and the move of the person that wait for the photograph of a sheet."""
    kept = await service.previews.recall(said, preview.WITHOUT_SHEET)
    if kept is None:
        return None
    game, _, move = kept.partition(" ")
    replied = await service.games.replied_to(said)
    seen = await service.games.of_player(said, GameId(game))
    about_it = replied is None or replied.game.id == seen.game.id
    is_his = seen.game.turn is service.games.seat(said, seen.game)
    return (seen, move) if about_it and is_his and seen.game.stage is Stage.RUNNING else None


async def _may_move(service: Service, said: Said) -> bool:
    """Return whether the person is to move in the game replied to, or in any that he plays."""
    replied = await service.games.replied_to(said)
    if replied is not None:
        seat = replied.game.seat_of(said.person.id)
        return replied.game.stage is Stage.RUNNING and replied.game.turn is seat
    games = await service.games.listed(said.person.id)
    return any(row.turn_person == said.person.id for row in games)


async def _game(service: Service, said: Said) -> SeenGame | None:
    """Return the game meant: replied to, the only one, or the one whose turn just passed."""
    replied = await service.games.replied_to(said)
    if replied is not None:
        return replied
    found = await service.games.running(said.person.id)
    if len(found) == 1:
        return found[0]
    mine: list[SeenGame] = []
    for seen in found:
        seat = seen.game.seat_of(said.person.id) or Seat.RED
        last = seen.game.last_move
        if last is not None and last.by is seat:
            mine.append(seen)
    return mine[0] if len(mine) == 1 else None
