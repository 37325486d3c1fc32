"""The kind of a missed play: how it connects to the words on the board."""

from dataclasses import replace
from enum import StrEnum

from engine.analysis.verdicts import Verdict
from engine.board import EMPTY, Board, squares
from engine.notation import parse_placement
from engine.placement import Placement, Survey, survey

_NEIGHBOURS = 2
"""The number of adjacent words from which a play counts as a parallel play."""
_WORD = 2
"""The number of letters of the shortest word that can be extended."""


class Miss(StrEnum):
    """Kinds of plays by how they connect; the first kind that fits applies."""

    EXTENSION = "extension"
    """Two letters or more are added to a word on the board."""
    PARALLEL = "parallel"
    """The play is beside other words and forms two adjacent words or more."""
    FRONT_HOOK = "front_hook"
    """One letter is added before a word on the board."""
    HOOK = "hook"
    """One letter is added after a word on the board."""
    THROUGH = "through"
    """The play goes through, or touches, single letters."""
    OPENING = "opening"
    """The play touches nothing, because it is the first of the game."""


def missed(verdict: Verdict) -> Miss | None:
    """Return the kind of the best play, or None if no points were lost to a play."""
    best, made = verdict.best, verdict.position.placement
    if not verdict.lost or best is None or not best.position:
        return None
    where = parse_placement(f"{best.position} {made.word}")
    return kind_of(verdict.position.board, replace(where, word=best.word))


def kind_of(board: Board, placement: Placement) -> Miss:
    """Return the kind of a placement, which must be legal on that board."""
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
    """Return the kind of hook on an adjacent word; None if there is no hook."""
    crosses = [(len(front), len(back)) for _, front, _, back in placed.crosses]
    if any(not front and back >= _WORD for front, back in crosses):
        return Miss.FRONT_HOOK
    if any(front >= _WORD and not back for front, back in crosses):
        return Miss.HOOK
    return None


def _runs(board: Board, placement: Placement) -> list[tuple[int, int, int]]:
    """Return the words on the board that are part of the main word.

    Each is a tuple: letters added before it, its own letters, letters added after it.
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
