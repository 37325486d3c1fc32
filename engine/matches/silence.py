"""The end that is proposed to the arbiter after days of silence (art. 7.2, 9.1).

Silence alone ends no game: the arbiter rules with a reason (`engine.games.orders.end`), or waits
some more days.
"""

from datetime import date, datetime

from engine.coefficients import Coefficients
from engine.errors import Fault, GameStateError
from engine.games.endings import lost_as
from engine.games.events import Ending, GameEnded
from engine.games.game import Game, Stage
from engine.ids import PersonId, Seat
from engine.matches.events import FindingPutOff
from engine.matches.match import Match
from engine.matches.results import game_coefficients
from engine.matches.seating import untaken


def put_off(game: Game, arbiter: PersonId, until: date, at: datetime) -> tuple[FindingPutOff, ...]:
    """Wait with a running game until that day.

    Raises:
        GameStateError: the game is over.
    """
    if game.stage is not Stage.RUNNING:
        raise GameStateError(Fault("game_over", "4.3", {"game": game.id}))
    return (FindingPutOff(at=at, game=game.id, arbiter=arbiter, until=until),)


def silent_ending(game: Game) -> Ending:
    """Return the end for a silent player to move: a no-show, or a resignation."""
    return lost_as(game, game.turn, Ending.ABANDONED)


def worth_of(
    match: Match, game: Game, ending: Ending, by: Seat | None, at: datetime
) -> Coefficients:
    """Return the coefficients if the game ended this way now, Red's first."""
    ended = GameEnded(
        at=at,
        ending=ending,
        by=by,
        red_adjustment=0,
        blue_adjustment=0,
        untaken=untaken(match, game),
    )
    return game_coefficients(game, ended)
