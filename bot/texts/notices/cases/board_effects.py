"""What a ruling changes on the board: the moves that leave it, return to it, or are new."""

from collections.abc import Sequence
from typing import Final

from bot.texts.messages import Text, say
from engine.games.events import PlacementMade
from engine.games.game import Game, Move, move_notation
from engine.games.orders import placements_made

MOST_NAMED: Final = 4
"""The most moves to name among those that leave the board or return; others are counted."""


def board_lines(before: Game, after: Game) -> list[Text]:
    """Return lines about the moves that leave the board and those that return to it.

    A move whose points alone are corrected stays (art. 5.3).
    """
    was_on_board = set(map(_identity, before.moves))
    now_on_board = set(map(_identity, after.moves))
    ever_placed = was_on_board | set(map(_identity, placements_made(before)))
    leaving = [move for move in before.moves if _identity(move) not in now_on_board]
    arriving = [move for move in after.moves if _identity(move) not in was_on_board]
    returning = [move for move in arriving if _identity(move) in ever_placed]
    new = [move for move in arriving if _identity(move) not in ever_placed]
    return [
        say(key, n=len(moves), placements=_move_names(moves))
        for key, moves in (("effect.off", leaving), ("effect.on", returning), ("effect.new", new))
        if moves
    ]


def _identity(move: Move) -> object:
    """Return the identity of a move regardless of its points: author, tiles and squares."""
    return (move.by, move_notation(move)) if isinstance(move, PlacementMade) else move


def _move_names(moves: Sequence[Move]) -> list[Text]:
    """Return the names of the first of these moves, and the number of the others."""
    named = [say("effect.move", move=move_notation(move)) for move in moves[:MOST_NAMED]]
    left = len(moves) - len(named)
    return [*named, say("effect.more_moves", n=left)] if left else named
