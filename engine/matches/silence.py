"""The end that is proposed to the arbiter after days of silence (art. 7.2, 9.1).

Silence alone ends no game: the arbiter rules with a reason (`engine.games.orders.end`), or waits
some more days.
"""

from datetime import date, datetime

from engine.coefficients import Coefficients
from engine.errors import Fault, GameStateError
from engine.games.deadlines import days_after, silent_seat
from engine.games.endings import check_running, lost_as
from engine.games.events import Ending
from engine.games.game import Game, Stage
from engine.games.turns import exceeded
from engine.ids import PersonId, Seat
from engine.matches.events import FindingPutOff
from engine.matches.match import Match
from engine.matches.results import game_coefficients
from engine.matches.seating import end_of
from engine.thinking_time import day_of


def put_off(game: Game, arbiter: PersonId, until: date, at: datetime) -> tuple[FindingPutOff, ...]:
    """Postpone the ruling on a running game until that day.

    Raises:
        GameStateError: the game is over.
    """
    check_running(game)
    return (FindingPutOff(at=at, game=game.id, arbiter=arbiter, until=until),)


def silent_ending(game: Game) -> Ending:
    """Return the end for a silent player or a free seat: a no-show, or a resignation."""
    return lost_as(game, silent_seat(game), Ending.ABANDONED)


def worth_of(
    match: Match, game: Game, ending: Ending, by: Seat | None, at: datetime
) -> Coefficients:
    """Return the coefficients if the game ended this way now, Red's first."""
    return game_coefficients(game, end_of(match, game, ending, by, at))


def check_no_show(game: Game, seat: Seat, at: datetime) -> None:
    """Refuse a no-show of a running game before the player has had the days for a first move.

    The days are counted without leave; exceeded time is enough, too (art. 7.2, 9.1).

    Raises:
        GameStateError: `no_show_too_early`.
    """
    today = day_of(at, game.rules.time_zone)
    first = days_after(game, game.rules.opening_days)
    if game.stage is Stage.RUNNING and today < first and not exceeded(game, seat, today):
        raise GameStateError(Fault("no_show_too_early", "9.1", {"from": first.isoformat()}))
