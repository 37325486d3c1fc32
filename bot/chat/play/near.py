"""The nearest reading of a refused move: the same letters, written a little differently.

Only a move that is allowed in every respect is suggested; often there is none.
"""

from collections.abc import Container, Iterator
from datetime import date
from typing import Final

from engine.board import SIZE, Axis, Square
from engine.games.appraisal import appraise
from engine.games.game import Game
from engine.placement import Placement, survey
from engine.rulesets import WordPolicy

_BESIDE: Final = ((0, -1), (0, 1), (-1, 0), (1, 0))


def nearest(
    game: Game, placement: Placement, on: date, lexicon: Container[str]
) -> Placement | None:
    """Return the first allowed move among the player's likely intentions, or None.

    Where only the opponent checks words, there is none: it would say which words are valid.
    """
    if game.rules.word_policy is WordPolicy.PARTNER:
        return None
    for meant in _meant(game, placement):
        judged = appraise(game, game.turn, meant, on, lexicon)
        if not judged.faults and not judged.unknown:
            return meant
    return None


def _meant(game: Game, placement: Placement) -> Iterator[Placement]:
    """Yield the word in full, then the other direction, then the squares beside."""
    square, axis, word = placement.square, placement.axis, placement.word
    laid = survey(game.board, placement)
    if laid.whole != laid.word and not laid.overhang:
        row, column = square
        lead = laid.lead
        start = (row, column - lead) if axis is Axis.ACROSS else (row - lead, column)
        yield Placement(Square(*start), axis, laid.whole)
    yield Placement(square, Axis.DOWN if axis is Axis.ACROSS else Axis.ACROSS, word)
    for down, right in _BESIDE:
        row, column = square.row + down, square.column + right
        if 0 <= row < SIZE and 0 <= column < SIZE:
            yield Placement(Square(row, column), axis, word)
