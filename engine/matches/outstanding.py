"""What stands between proposed results and their homologation: exceeded time, open cases (9.4).

Who exceeds his time loses, on a claim or when the arbiter finds it (art. 7.2): a result that leaves
that out is ruled on before it counts, one way or the other. Pure: from the match and its games.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from engine.coefficients import Coefficients
from engine.errors import Fault
from engine.games.endings import lost_as
from engine.games.events import Ending
from engine.games.game import Game, thinking_days
from engine.games.moving import charged_stops, held_turns, round_held, void_moves
from engine.ids import GameId, Leg, Seat
from engine.matches.match import Match
from engine.matches.results import match_coefficients
from engine.thinking_time import is_exceeded

_LOST = frozenset(
    {
        Ending.ABANDONED,
        Ending.TIME,
        Ending.NO_SHOW,
        Ending.CLOSED,
        Ending.FORFEITED,
        Ending.EXCLUDED,
    }
)
"""Ends in which `by` is who lost the game: his exceeded time takes nothing more from him."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overdrawn:
    """Thinking time exceeded in a game whose result does not count it."""

    game: GameId
    leg: Leg
    seat: Seat
    allowance: int
    over: int
    """Days beyond the allowance."""
    round: int
    """The round in which it was exceeded."""
    lost_as: Ending
    """How the game ends if it is lost for that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outstanding:
    """What of a match is to be ruled on before its results are homologated."""

    overdrawn: tuple[Overdrawn, ...] = ()
    cases: tuple[str, ...] = ()
    """Open cases about its games."""

    def __bool__(self) -> bool:
        """Return whether there is anything."""
        return bool(self.overdrawn or self.cases)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Return why the results cannot be homologated."""
        return (
            *(
                Fault("time_to_rule", "9.4", {"game": one.game, "days": one.over})
                for one in self.overdrawn
            ),
            *(Fault("case_to_rule", "7.2", {"case": case}) for case in self.cases),
        )


NOTHING_OUTSTANDING = Outstanding()


def overdrawn(match: Match, games: Iterable[Game]) -> tuple[Overdrawn, ...]:
    """Return who has exceeded his time in a finished game of the match without a ruling on it."""
    return tuple(
        _overdrawn(game, seat)
        for game in games
        for seat in Seat
        if is_overdrawn(game, seat)
        and not _is_ruled(game, seat)
        and (game.leg, seat) not in match.upheld
    )


def worth_if_lost(match: Match, one: Overdrawn) -> Coefficients:
    """Return what that game is worth if it is lost for the exceeded time, Red's first (9.4)."""
    ended = tuple(
        replace(leg, ending=one.lost_as, by=one.seat) if leg.leg is one.leg else leg
        for leg in match.ended
    )
    found = match_coefficients(replace(match, ended=ended))
    return found[[leg.leg for leg in ended].index(one.leg)]


def is_overdrawn(game: Game, seat: Seat) -> bool:
    """Return whether the seat has exceeded his thinking time, by a finding or by his days."""
    side = game.side(seat)
    return side.time_exceeded or is_exceeded(side.days, game.allowance(seat))


def _is_ruled(game: Game, seat: Seat) -> bool:
    """Return whether the end itself counts it, or was ruled to be nobody's fault."""
    ended = game.ended
    if ended is None or ended.ending is Ending.LEVEL:
        return True
    return ended.ending in _LOST and ended.by is seat


def _turns(game: Game, seat: Seat) -> Iterator[tuple[datetime, int, int]]:
    """Yield when each turn that stays charged ended, its round and its days (art. 7.1)."""
    made = (move for move in game.moves if move.by is seat)
    for move in (*made, *void_moves(game, seat)):
        yield move.at, move.round, move.days
    for placement, back in held_turns(game, seat):
        yield back.at, round_held(placement), back.days
    for stop in charged_stops(game, seat):
        yield stop.at, stop.move // 2 + 1, stop.days


def _overdrawn(game: Game, seat: Seat) -> Overdrawn:
    side, allowance = game.side(seat), game.allowance(seat)
    running = 0
    if game.turn is seat and game.ended is not None:
        running = thinking_days(game, seat, game.day_of(game.ended.at))
    used, since = 0, side.moves + 1
    for _, number, days in sorted(_turns(game, seat)):
        used += days
        if is_exceeded(used, allowance):
            since = number
            break
    days = side.days if is_exceeded(side.days, allowance) else side.days + running
    return Overdrawn(
        game=game.id,
        leg=game.leg,
        seat=seat,
        allowance=allowance,
        over=max(days - allowance, 0),
        round=since,
        lost_as=lost_as(game, seat, Ending.TIME),
    )
