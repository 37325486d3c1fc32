"""What kind of placement it was that was missed: how it lies to the words on the board."""

from enum import StrEnum

from engine.board import EMPTY, Board
from engine.games.game import squares
from engine.placement import Placement, Survey, survey

_NEIGHBOURS = 2
"""So many words side by side make a placement a parallel one."""
_WORD = 2
"""Letters of the shortest word that can be lengthened."""


class Miss(StrEnum):
    """Kinds of placements, by how they lie; each is of the first kind that fits."""

    EXTENSION = "extension"
    """A word on the board is lengthened by two letters or more."""
    PARALLEL = "parallel"
    """It lies along others and makes two words or more across."""
    FRONT_HOOK = "front_hook"
    """A letter is set before a word on the board."""
    HOOK = "hook"
    """A letter is set behind a word on the board."""
    THROUGH = "through"
    """It runs through, or lies at, single letters."""
    OPENING = "opening"
    """It touches nothing: the first of the game."""


def kind_of(board: Board, placement: Placement) -> Miss:
    """Return the kind of a placement that may be laid on that board."""
    before = survey(board, placement)
    is_parallel = len(before.crosses) >= _NEIGHBOURS and len(before.new) > 1
    side = Miss.PARALLEL if is_parallel else _hooked(before)
    runs = _runs(board, placement)
    if any(length >= _WORD for _, length, _ in runs):
        added = max(start + end for start, length, end in runs if length >= _WORD)
        if added > 1:
            return Miss.EXTENSION
        front = any(start for start, length, _ in runs if length >= _WORD)
        return Miss.FRONT_HOOK if front else Miss.HOOK
    if side is not None:
        return side
    return Miss.THROUGH if runs or before.crosses else Miss.OPENING


def _hooked(placed: Survey) -> Miss | None:
    """Return what a tile does to a word across, by the letters before it and behind it."""
    crosses = [(len(front), len(back)) for _, front, _, back in placed.crosses]
    if any(not front and back >= _WORD for front, back in crosses):
        return Miss.FRONT_HOOK
    if any(front >= _WORD and not back for front, back in crosses):
        return Miss.HOOK
    return None


def _runs(board: Board, placement: Placement) -> list[tuple[int, int, int]]:
    """Return the words on the board that the main word takes in.

    Each as the letters added before it, its own, and those added behind it.
    """
    line = [board[at] for at in squares(placement.square, placement.axis, len(placement.word))]
    found, start = [], 0
    while start < len(line):
        if line[start] == EMPTY:
            start += 1
            continue
        end = start
        while end < len(line) and line[end] != EMPTY:
            end += 1
        found.append((start, end - start, len(line) - end))
        start = end
    return found
