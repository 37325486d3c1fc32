"""The coefficient of an end, proven: what both reach who play for it, and not for the spread.

The winner's coefficient is 1 and his share of all points (art. 8.1), so a point matters more to who
has fewer. Whether a share can be reached is a question like that for the spread, with points that
weigh differently for the two: who wants n of every d points wants (d − n) · his − n · theirs from 0
on. So the best share is found by asking, and nothing is known of it that was not proven.

Who plays for the spread mostly does the best for his share, too: how such play ends is asked about
first. If neither can have more than he has there, with points that weigh as the two totals do, that
is the coefficient; two questions about the same weights cost little more than one.
"""

from collections.abc import Callable
from decimal import Decimal
from math import gcd
from typing import Final, TypeAlias

from engine.analysis.proving import AnyEndgame
from engine.board import Board
from engine.coefficients import MAXIMUM, ONE, PLACES, TWO, normal

_UNIT: Final = 10**PLACES
_HALF: Final = _UNIT // 2
_WIDER: Final = 4
"""So many times further away is asked after each answer."""


def best_coefficients(  # noqa: PLR0913  (a position, how it came about, and what it may take)
    endgame: AnyEndgame,
    board: Board,
    hands: tuple[str, str],
    scores: tuple[int, int],
    *,
    totals: tuple[int, int],
    passes: int,
    budget: int,
) -> tuple[Decimal, Decimal]:
    """Return the coefficients of who moves and of the other, if both play for them (art. 8.1, 9.5).

    `hands` and `scores` are those of who moves first; `totals` are the final scores if both play
    for the spread, proven. Scores that are and stay above 0 are taken for granted (`are_sound`).

    Raises:
        OutOfBudget: all questions together take more than `budget` positions.
    """
    if (
        totals[0] == totals[1]
    ):  # who could win would have a better spread, who could lose a worse one
        return ONE, ONE
    most = endgame.looked_at + budget

    def reaches(own: int, other: int, wanted: int) -> bool:
        return endgame.reaches(
            board,
            *hands,
            passes=passes,
            weights=(own, other),
            wanted=wanted - (own * scores[0] - other * scores[1]),
            budget=most - endgame.looked_at,
        )

    return _asked(reaches, totals)


_Reaches: TypeAlias = Callable[[int, int, int], bool]


def _asked(reaches: _Reaches, totals: tuple[int, int]) -> tuple[Decimal, Decimal]:
    """Return both coefficients by asking what who moves can reach."""
    own, other = (total // gcd(*totals) for total in totals)
    if reaches(other, own, 0) and not reaches(other, own, 1):
        worth = normal(*totals)
        return worth.first, worth.second
    winner = ONE + Decimal(_share(reaches, totals)).scaleb(-PLACES)
    loser, winner = TWO - winner, min(winner, MAXIMUM)
    return (winner, loser) if own > other else (loser, winner)


def _share(reaches: _Reaches, totals: tuple[int, int]) -> int:
    """Return the winner's share in 10,000, as it is rounded half up (art. 8.1).

    It is k from 2k − 1 in 20,000 on. `reaches` says whether who moves can have so many times his
    points, less so many times the other's, come to that; whoever loses keeps the share small.
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
    """Return whether both scores stay above 0 whatever comes: each loses his own hand at most.

    Else the figures are those of a table (art. 8.2, 8.3).
    """
    return scores[0] > held[0] and scores[1] > held[1]


def _last(is_so: Callable[[int], bool], guess: int) -> int:
    """Return the last k from 5,000 to 10,000 for which it is so; it is so of all before it.

    It is asked near the guess first: each answer takes a search.
    """
    low: int = _HALF
    high, step, at = _UNIT + 1, 1, guess  # so of `low`, not so of `high`
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
