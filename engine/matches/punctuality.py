"""The punctuality of a player: usual days for a move, and games lost on time."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median_low
from typing import Final

from engine.games.events import Ending
from engine.games.game import Game
from engine.ids import PersonId

LEAST_MOVES: Final = 5
"""The least number of moves from which a median is calculated."""
_LOST: Final = frozenset({Ending.TIME, Ending.BOTH_TIME, Ending.NO_SHOW})


@dataclass(frozen=True, slots=True, kw_only=True)
class Punctuality:
    """A player's usual speed, and the number of games lost on time."""

    days: int | None
    """The median of days from arrival to sending, without leave; None after too few moves."""
    lost: int
    """The number of games that the player lost on time, or by never moving."""


def punctuality(games: Iterable[Game], player: PersonId) -> Punctuality:
    """Return the player's punctuality in these games."""
    days: list[int] = []
    lost = 0
    for game in games:
        seat = game.seat_of(player)
        moves = [move for move in game.moves if move.by is seat]
        days += [move.days + 1 if move.sent > move.received else 0 for move in moves]
        end = game.ended
        lost += end is not None and end.ending in _LOST and end.by in {seat, None}  # None is both
    return Punctuality(days=median_low(days) if len(days) >= LEAST_MOVES else None, lost=lost)
