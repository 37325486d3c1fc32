"""The end that is proposed to the arbiter after days of silence (art. 7.2, 9.1).

Silence alone ends no game: the arbiter rules with a reason (`engine.games.orders.end`), or waits
some more days. Cases, cards of persons and the arbiter's list ask the same functions:
`check_no_show`, `may_be_abandoned` for a player who has moved before, and `check_finding` for both.
"""

from datetime import date, datetime, timedelta

from engine.coefficients import Coefficients
from engine.errors import Fault, GameStateError
from engine.games.deadlines import days_after, file_day, is_silent, last_day, left_seat, silent_seat
from engine.games.endings import absent, check_running, lost_as
from engine.games.events import Ending
from engine.games.game import Game, stopped_on, until_closing
from engine.games.turns import exceeded
from engine.ids import PersonId, Seat
from engine.matches.events import FindingPutOff
from engine.matches.leg_ends import leg_if_ended
from engine.matches.match import Match
from engine.matches.results import coefficients_after
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
    return coefficients_after(match, leg_if_ended(game, ending, by, at))


def check_no_show(game: Game, seat: Seat, at: datetime) -> None:
    """Refuse a no-show before the player has had the days for a first move (art. 9.1).

    The days are counted without leave, and none after the game's end or the closing; exceeded time
    is enough, too (art. 7.2, 9.4). For a free seat, the same days since it came free are enough.
    Opposite a free seat nobody is silent, so only exceeded time counts.

    Raises:
        GameStateError: `no_show_too_early`.
    """
    today = day_of(at, game.rules.time_zone)
    counted = until_closing(game, stopped_on(game, game.ended) if game.ended else today)
    if exceeded(game, seat, counted):
        return
    may_from = _no_show_day(game, seat)
    if left_seat(game) is seat.partner or counted < may_from:
        raise GameStateError(Fault("no_show_too_early", "9.1", {"from": may_from.isoformat()}))


def _no_show_day(game: Game, seat: Seat) -> date:
    """Return the first day on which a no-show may be ruled (art. 9.1)."""
    opening = days_after(game, game.rules.opening_days)
    return {
        None: opening,
        seat: min(opening, file_day(game)),
        seat.partner: last_day(game) + timedelta(days=1),
    }[left_seat(game)]


def finding_day(game: Game) -> date:
    """Return the first day on which the silent player's end may be ruled (art. 7.2, 9.1)."""
    seat = silent_seat(game)
    return _no_show_day(game, seat) if absent(game) is seat else file_day(game)


def check_finding(game: Game, ending: Ending, seat: Seat, at: datetime) -> None:
    """Refuse to find that the seat's player never came or has left, unless it is so (7.2, 9.1).

    Raises:
        GameStateError: the game is over, `no_show_too_early`, or `answered_since`, because another
            player is the silent one, or the player has moved.
    """
    check_running(game)
    is_absent = absent(game) is seat
    if is_absent and silent_seat(game) is seat:
        check_no_show(game, seat, at)
        return
    today = day_of(at, game.rules.time_zone)
    if is_absent or ending is Ending.NO_SHOW or not may_be_abandoned(game, seat, today):
        raise GameStateError(Fault("answered_since", "9.1", {"game": game.id}))


def may_be_found(game: Game, at: datetime) -> bool:
    """Return whether the silent player's end may be ruled now: a no-show, or a resignation."""
    try:
        check_finding(game, silent_ending(game), silent_seat(game), at)
    except GameStateError:
        return False
    return True


def may_be_abandoned(game: Game, seat: Seat, on: date) -> bool:
    """Return whether days of silence show that the seat has left the game (art. 7.2, 9.1)."""
    return is_silent(game, on) and silent_seat(game) is seat
