"""The proven coefficients of an endgame if both players play for coefficients, not for the spread.

The winner's coefficient is 1 plus their share of all points (art. 8.1), so a point matters more to
the player with fewer points. A player can reach n of every d points if they can bring (d − n) · own
− n · other to 0 or more. That is a search for the spread with different weights for the two
players. Such queries find the best share, so every result is proven.

Play for the spread is usually also best for the share, so the first query starts from its result.
With the two totals as weights it asks whether either player can improve. If not, the totals give
the coefficients. Two queries with the same weights cost little more than one.
"""

from collections.abc import Callable
from decimal import Decimal
from math import gcd
from typing import Final, TypeAlias

from engine.analysis.endgame import Endgame
from engine.board import Board
from engine.coefficients import MAXIMUM, ONE, PLACES, TWO, normal

_UNIT: Final = 10**PLACES
_HALF: Final = _UNIT // 2
_WIDER: Final = 4
"""The factor by which the step grows after each answer."""


def best_coefficients(  # noqa: PLR0913  (a position, its history and its budget)
    endgame: Endgame,
    board: Board,
    racks: tuple[str, str],
    scores: tuple[int, int],
    *,
    totals: tuple[int, int],
    passes: int,
    budget: int,
) -> tuple[Decimal, Decimal]:
    """Return the coefficients of the player to move and of the other (art. 8.1, 9.5).

    Both players play for their coefficient. `racks` and `scores` begin with the player to move.
    `totals` are the proven final scores if both play for the spread. `passes` is the number of
    passes in a row so far. Both scores must stay above 0 (`are_sound`); this is not checked.

    Raises:
        BudgetExceeded: all queries together take more than `budget` positions.
    """
    # If the best spread is 0, neither player can force a win.
    if totals[0] == totals[1]:
        return ONE, ONE
    most = endgame.looked_at + budget

    def reaches(own: int, other: int, wanted: int) -> bool:
        return endgame.reaches(
            board,
            *racks,
            passes=passes,
            weights=(own, other),
            wanted=wanted - (own * scores[0] - other * scores[1]),
            budget=most - endgame.looked_at,
        )

    return _from_queries(reaches, totals)


_Reaches: TypeAlias = Callable[[int, int, int], bool]


def _from_queries(reaches: _Reaches, totals: tuple[int, int]) -> tuple[Decimal, Decimal]:
    """Return both coefficients from queries about the player to move."""
    own, other = (total // gcd(*totals) for total in totals)
    if reaches(other, own, 0) and not reaches(other, own, 1):
        worth = normal(*totals)
        return worth.first, worth.second
    winner = ONE + Decimal(_share(reaches, totals)).scaleb(-PLACES)
    loser, winner = TWO - winner, min(winner, MAXIMUM)
    return (winner, loser) if own > other else (loser, winner)


def _share(reaches: _Reaches, totals: tuple[int, int]) -> int:
    """Return the winner's share in units of 1/10,000, rounded half up (art. 8.1).

    A share rounds to k if it is at least (2k − 1) / 20,000. `reaches(a, b, n)` says whether the
    player to move can bring a · own points − b · other points to n. The loser keeps it small.
    """

    def wins_by(k: int) -> bool:
        return reaches(2 * _UNIT - (2 * k - 1), 2 * k - 1, 0)

    def loses_by_more_than(k: int) -> bool:
        return not reaches(2 * k + 1, 2 * _UNIT - (2 * k + 1), 1)

    guess = min(_UNIT, (_UNIT * max(totals) + sum(totals) // 2) // sum(totals))
    if totals[0] > totals[1]:
        return _last(wins_by, guess)
    return _last(lambda k: k == _HALF or loses_by_more_than(k - 1), guess)


def are_sound(scores: tuple[int, int], held: tuple[int, int]) -> bool:
    """Return whether both scores stay above 0, even if each player loses the value of their rack.

    Otherwise the coefficients are fixed figures (art. 8.2, 8.3).
    """
    return scores[0] > held[0] and scores[1] > held[1]


def _last(is_so: Callable[[int], bool], guess: int) -> int:
    """Return the last k from 5,000 to 10,000 that meets the condition; all before it meet it too.

    The search starts near the guess, because each answer takes an endgame search.
    """
    low: int = _HALF
    high, step, at = _UNIT + 1, 1, guess  # `low` meets the condition, `high` does not
    while high - low > 1:
        if is_so(at):
            low = at
            at += step
        else:
            high = at
            at -= step
        step *= _WIDER
        if not low < at < high:
            at = (low + high) // 2
    return low
