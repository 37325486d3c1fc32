"""What ten days of silence come to: the end that is proposed to the arbiter (art. 7.2, 9.1).

Nothing ends by silence alone: the arbiter finds it, with a reason (`engine.games.orders.end`).
"""

from datetime import datetime

from engine.coefficients import Coefficients
from engine.games.events import Ending, GameEnded
from engine.games.game import Game
from engine.ids import Seat
from engine.matches.decide import leg_ended
from engine.matches.match import Match
from engine.matches.results import leg_coefficients


def has_moved(game: Game, seat: Seat) -> bool:
    """Return whether the seat has ever placed or passed, even if that no longer stands."""
    void = (move for move, _ in (*game.returned, *game.annulled))
    return bool(game.side(seat).moves) or any(move.by is seat for move in void)


def silent_ending(game: Game) -> Ending:
    """Return what the silence of the player to move amounts to.

    Who never opened, or never answered the first placement, did not show up; whoever falls silent
    later has abandoned the game. Rules: art. 9.1.
    """
    return Ending.ABANDONED if has_moved(game, game.turn) else Ending.NO_SHOW


def worth_of(
    match: Match, game: Game, ending: Ending, by: Seat | None, at: datetime
) -> Coefficients:
    """Return what the game would be worth if it ended so now, Red's coefficient first."""
    ended = GameEnded(at=at, ending=ending, by=by, red_adjustment=0, blue_adjustment=0)
    return leg_coefficients(leg_ended(match, game, ended, at), match.rules)
