"""What stands between proposed results and their homologation: exceeded time, open cases (9.4).

Who exceeds his time loses, on a claim or when the arbiter finds it (art. 7.2): a result that leaves
that out is ruled on before it counts, one way or the other. Pure: from the match and its games.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from engine.coefficients import Coefficients
from engine.errors import Fault
from engine.games.endings import absent, lost_as
from engine.games.events import Ending
from engine.games.game import Game, stopped_on, thinking_days, used_and_running
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
    """How the game ends if it is lost for that; with the partner where they have lost it so too."""
    silent: tuple[Seat, ...] = ()
    """Who never came to the game (art. 9.1)."""


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
    def by_both(self) -> tuple[Overdrawn, ...]:
        """Return of each game that both may be ruled to lose (art. 7.2) whoever was late first."""
        games = [one.game for one in self.overdrawn]
        first = {one.game: one for one in reversed(self.overdrawn)}
        return tuple(
            one
            for game, one in first.items()
            if games.count(game) == len(Seat) or one.lost_as is Ending.BOTH_TIME
        )

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
        for seat in sorted(Seat, key=lambda one: _exceeded_in(game, one))
        if is_overdrawn(game, seat)
        and not _is_ruled(game, seat)
        and (game.leg, seat) not in match.upheld
    )


def late_seats(game: Game, on: date) -> tuple[Seat, ...]:
    """Return who has exceeded their time by that day, whoever exceeded it first in front (7.2)."""
    late = [
        seat
        for seat in Seat
        if is_overdrawn(game, seat)
        or is_exceeded(used_and_running(game, seat, on), game.allowance(seat))
    ]
    return tuple(sorted(late, key=lambda seat: _exceeded_in(game, seat)))


def worth_if_lost(match: Match, one: Overdrawn) -> Coefficients:
    """Return what that game is worth if it is lost for the exceeded time, Red's first (9.4)."""
    if one.lost_as is Ending.BOTH_TIME:
        return worth_if_both_lost(match, one)
    return _worth_if(match, one.leg, ending=one.lost_as, by=one.seat)


def worth_if_both_lost(match: Match, one: Overdrawn) -> Coefficients:
    """Return what that game is worth if both have lost it for exceeded time, Red's first (7.2)."""
    return _worth_if(match, one.leg, ending=Ending.BOTH_TIME, by=None, silent=one.silent)


def _worth_if(match: Match, of: Leg, **parts: Any) -> Coefficients:
    """Return what the game would be worth with those parts of its end otherwise."""
    ended = tuple(replace(leg, **parts) if leg.leg is of else leg for leg in match.ended)
    found = match_coefficients(replace(match, ended=ended))
    return found[[leg.leg for leg in ended].index(of)]


def is_overdrawn(game: Game, seat: Seat) -> bool:
    """Return whether the seat has exceeded his thinking time, by a finding or by his days."""
    side = game.side(seat)
    return side.time_exceeded or is_exceeded(side.days, game.allowance(seat))


def _is_ruled(game: Game, seat: Seat) -> bool:
    """Return whether the end itself counts it, or was ruled to be nobody's fault."""
    ended = game.ended
    if ended is None or ended.ending in {Ending.LEVEL, Ending.BOTH_TIME}:
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


def _exceeded_in(game: Game, seat: Seat) -> tuple[bool, datetime, int]:
    """Return in which turn the time ran out: whether that turn still runs, its end and its round.

    It is the one that runs where no other explains it.
    """
    used = 0
    for at, number, days in sorted(_turns(game, seat)):
        used += days
        if is_exceeded(used, game.allowance(seat)):
            return False, at, number
    return True, datetime.max.replace(tzinfo=UTC), game.side(seat).moves + 1


def _lost_as(game: Game, seat: Seat) -> Ending:
    """Return how the game ends if the seat loses it: with the partner, who has lost it so too."""
    ended, partner = game.ended, seat.partner
    too = ended is not None and ended.ending in {Ending.TIME, Ending.NO_SHOW}
    if too and ended is not None and ended.by is partner and is_overdrawn(game, partner):
        return Ending.BOTH_TIME
    return lost_as(game, seat, Ending.TIME)


def _overdrawn(game: Game, seat: Seat) -> Overdrawn:
    side, allowance, gone = game.side(seat), game.allowance(seat), absent(game)
    running = 0
    if game.turn is seat and game.ended is not None:
        running = thinking_days(game, seat, stopped_on(game, game.ended))
    days = side.days if is_exceeded(side.days, allowance) else side.days + running
    return Overdrawn(
        game=game.id,
        leg=game.leg,
        seat=seat,
        allowance=allowance,
        over=max(days - allowance, 0),
        round=_exceeded_in(game, seat)[2],
        lost_as=_lost_as(game, seat),
        silent=() if gone is None else (gone,),
    )
