"""Who has not shown up to a game, and how it is then lost: the same however the game ends (9.1).

Red has not shown up who never placed; Blue, who never answered the first placement. Whoever was not
to move has missed nothing.
"""

from engine.games.events import Ending
from engine.games.game import Game
from engine.ids import Seat


def has_moved(game: Game, seat: Seat) -> bool:
    """Return whether the seat has ever placed or passed, even if that no longer stands."""
    void = (move for move, _ in (*game.returned, *game.annulled))
    return bool(game.side(seat).moves) or any(move.by is seat for move in void)


def absent(game: Game) -> Seat | None:
    """Return who has not shown up: whoever is to move, if he has never moved (art. 9.1).

    Who sent the first placement back (art. 5.2) has answered it, and whose placement waits for the
    arbiter (art. 5.3) has made one.
    """
    seat = game.turn
    if game.query:
        return None
    # A restoration leaves nothing returned, and is no reason to have been away.
    sent_back = any(back.by is seat for _, back in (*game.returned, *game.held))
    answered = has_moved(game, seat) or sent_back
    return None if answered else seat


def lost_as(game: Game, seat: Seat, otherwise: Ending) -> Ending:
    """Return how the game is lost for the seat: as a no-show if he never came to it (art. 9.1)."""
    return Ending.NO_SHOW if absent(game) is seat else otherwise
