"""First moves of people in browsers, who need an e-mail address in a match without an arbiter."""

from bot.service.readers.readers import Readers
from engine.errors import Fault, GameStateError
from engine.games.game import Game
from engine.ids import PersonId
from engine.matches.match import Match
from storage.people import mail_addresses
from storage.people.addresses import is_browser


async def lacks_mail(readers: Readers, match: Match, person: PersonId) -> bool:
    """Return whether the player must confirm an e-mail address before they move in the match.

    A person who loses their browser gets their seat back from the arbiter, or by a mail; never
    from the opponent, who could take it. Without a mail server, no player needs an address.
    """
    if not readers.shared.mail_key or not match.is_by_request or match.kind.has_arbiter:
        return False
    if not is_browser(await readers.persons.address(person)):
        return False
    return await mail_addresses.of(readers.unit.tx, person) is None


async def lacks_mail_in(readers: Readers, game: Game, person: PersonId) -> bool:
    """Return whether the player's first move in the game needs a confirmed address."""
    seat = game.seat_of(person)
    if not readers.shared.mail_key or seat is None or game.side(seat).moves:
        return False
    return await lacks_mail(readers, await readers.matches.get(game.match), person)


async def check_first_move(readers: Readers, game: Game, person: PersonId) -> None:
    """Refuse the first move of a player in a browser whom nobody could let in again.

    Raises:
        GameStateError: `mail_first`.
    """
    if await lacks_mail_in(readers, game, person):
        raise GameStateError(Fault("mail_first"))
