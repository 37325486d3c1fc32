"""`/jurnal`: every change of both players' days, with author, reason, article and balance."""

from bot.chat.handlers.look import about_one
from bot.runtime.shared import Said
from bot.service.games import SeenGame
from bot.service.service import Service
from bot.texts.messages import say
from bot.texts.notices.ledger import player_text
from engine.ids import Seat
from engine.matches.ledger import ledger


async def show_all(service: Service, said: Said) -> None:
    """Handle `/jurnal`: the ledger of days of a game, for its players and arbiters."""
    await about_one(service, said, "ledger", show_ledger)


async def show_ledger(service: Service, said: Said, seen: SeenGame) -> None:
    """Show how each day of thinking time and leave came to be used, given or kept (art. 7)."""
    game = seen.game
    entries = ledger(await service.games.events(game.id), await service.matches.events(game.match))
    authors = {entry.author for entry in entries if entry.author is not None}
    names = await service.persons.names(authors | {game.side(seat).person for seat in Seat})
    players = [player_text(seat, names[game.side(seat).person], entries, names) for seat in Seat]
    service.reply(said, say("ledger.list", game=game.id, players=players), about=game.id)
