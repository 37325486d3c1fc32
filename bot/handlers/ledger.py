"""`/jurnal`: every change of both players' days, with author, reason, article and balance."""

from bot.desk.desk import Desk
from bot.desk.games import SeenGame
from bot.handlers.look import about_one
from bot.messages import say
from bot.office.shared import Said
from bot.words.ledger import player_text
from engine.ids import Seat
from engine.matches.ledger import ledger


async def show_all(desk: Desk, said: Said) -> None:
    """Handle `/jurnal`: the ledger of days of a game, for its players and arbiters."""
    await about_one(desk, said, "ledger", show_ledger)


async def show_ledger(desk: Desk, said: Said, seen: SeenGame) -> None:
    """Show how each day of thinking time and leave came to be used, given or kept (art. 7)."""
    game = seen.game
    entries = ledger(await desk.games.events(game.id), await desk.matches.events(game.match))
    authors = {entry.author for entry in entries if entry.author is not None}
    names = await desk.persons.names(authors | {game.side(seat).person for seat in Seat})
    players = [player_text(seat, names[game.side(seat).person], entries, names) for seat in Seat]
    desk.reply(said, say("ledger.list", game=game.id, players=players), about=game.id)
