"""Questions that prevent the approval of proposed results: exceeded time, open cases (art. 9.4).

Exceeded time loses the game, by a claim or by the arbiter (art. 7.2). A result that ignores it
needs a ruling first.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import partial
from typing import NamedTuple

from engine.coefficients import Coefficients
from engine.errors import Fault
from engine.games.endings import absent, lost_as
from engine.games.events import Ending
from engine.games.game import Game
from engine.games.turns import counted_days, exceeded, overdrawn_in
from engine.ids import GameId, Leg, Seat
from engine.matches.match import Match
from engine.matches.result_events import BY_OWN_FAULT, LegEnded
from engine.matches.results import coefficients_after


@dataclass(frozen=True, slots=True, kw_only=True)
class Overdrawn:
    """Exceeded thinking time in a game whose result ignores it."""

    game: GameId
    leg: Leg
    seat: Seat
    allowance: int
    over: int
    """The days beyond the allowance."""
    round: int
    """The round in which the time was exceeded."""
    lost_as: Ending
    """The end if that player loses on time; `BOTH_TIME` if the opponent lost so, too."""
    silent: tuple[Seat, ...] = ()
    """The players who never moved in the game (art. 9.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outstanding:
    """The questions of a match that need a ruling before its results are official."""

    overdrawn: tuple[Overdrawn, ...] = ()
    """The players who exceeded their time in a game whose result ignores it."""
    cases: tuple[str, ...] = ()
    """Open cases about its games."""

    def __bool__(self) -> bool:
        """Return whether there is any question."""
        return bool(self.overdrawn or self.cases)

    @property
    def by_both(self) -> tuple[Overdrawn, ...]:
        """The first late player in each game whose time both have exceeded (art. 7.2)."""
        games = [one.game for one in self.overdrawn]
        first = {one.game: one for one in reversed(self.overdrawn)}
        return tuple(
            one
            for game, one in first.items()
            if games.count(game) == len(Seat) or one.lost_as is Ending.BOTH_TIME
        )

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The reasons why the results cannot be approved."""
        return (
            *(
                Fault("time_to_rule", "9.4", {"game": one.game, "days": one.over})
                for one in self.overdrawn
            ),
            *(Fault("case_to_rule", "7.2", {"case": case}) for case in self.cases),
        )


NOTHING_OUTSTANDING = Outstanding()


def overdrawn(match: Match, games: Iterable[Game]) -> tuple[Overdrawn, ...]:
    """Return the players with exceeded time in a finished game of the match without a ruling."""
    return tuple(
        _overdrawn_by(game, seat)
        for game in games
        for seat in sorted(Seat, key=partial(_exceeded_in, game))
        if is_overdrawn(game, seat)
        and not _is_ruled(game, seat)
        and (game.leg, seat) not in match.upheld
    )


def late_seats(game: Game, on: date) -> tuple[Seat, ...]:
    """Return the players with exceeded time by that day, the earliest first (art. 7.2)."""
    late = [seat for seat in Seat if exceeded(game, seat, on)]
    return tuple(sorted(late, key=partial(_exceeded_in, game)))


def worth_if_lost(match: Match, one: Overdrawn) -> Coefficients:
    """Return the coefficients if the game is lost by exceeded time, Red's first (art. 9.4).

    An opponent who never came wins nothing by it (art. 9.1).
    """
    if one.lost_as is Ending.BOTH_TIME or one.seat.partner in one.silent:
        return worth_if_both_lost(match, one)
    lost = replace(_end_of(match, one), ending=one.lost_as, by=one.seat)
    return coefficients_after(match, lost)


def worth_if_both_lost(match: Match, one: Overdrawn) -> Coefficients:
    """Return the coefficients if both lose the game by exceeded time, Red's first (art. 7.2)."""
    lost = replace(_end_of(match, one), ending=Ending.BOTH_TIME, by=None, silent=one.silent)
    return coefficients_after(match, lost)


def _end_of(match: Match, one: Overdrawn) -> LegEnded:
    """Return the end of the game, without losses on top."""
    return next(replace(end, acts=()) for end in match.ended if end.leg is one.leg)


def is_overdrawn(game: Game, seat: Seat) -> bool:
    """Return whether the seat's finished turns, or those of a finished game, exceed their time."""
    return exceeded(game, seat, game.received)


def _is_ruled(game: Game, seat: Seat) -> bool:
    """Return whether the end already counts the exceeded time, or is a ruling without fault."""
    ended = game.ended
    if ended is None or ended.ending in {Ending.LEVEL, Ending.BOTH_TIME}:
        return True
    return ended.ending in BY_OWN_FAULT and ended.by is seat


class _TimeRanOut(NamedTuple):
    """The turn in which a player's time ran out; the earlier one sorts first."""

    is_current: bool
    ended: datetime
    """The end of the turn; far in the future for the current one."""
    round: int


def _exceeded_in(game: Game, seat: Seat) -> _TimeRanOut:
    """Return the turn in which the time ran out: the current one if no finished turn did it."""
    turn = overdrawn_in(game, seat)
    if turn is not None:
        return _TimeRanOut(False, turn.at, turn.round)
    return _TimeRanOut(True, datetime.max.replace(tzinfo=UTC), game.side(seat).moves + 1)


def _lost_as(game: Game, seat: Seat) -> Ending:
    """Return the end if the seat loses the game: for both if the opponent has lost it so, too."""
    ended, partner = game.ended, seat.partner
    has_lost = ended is not None and ended.ending in {Ending.TIME, Ending.NO_SHOW}
    if has_lost and ended is not None and ended.by is partner and is_overdrawn(game, partner):
        return Ending.BOTH_TIME
    return lost_as(game, seat, Ending.TIME)


def _overdrawn_by(game: Game, seat: Seat) -> Overdrawn:
    allowance, gone = game.allowance(seat), absent(game)
    return Overdrawn(
        game=game.id,
        leg=game.leg,
        seat=seat,
        allowance=allowance,
        over=counted_days(game, seat, game.received) - allowance,
        round=_exceeded_in(game, seat).round,
        lost_as=_lost_as(game, seat),
        silent=() if gone is None else (gone,),
    )
