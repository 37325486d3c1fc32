"""The kind of a missed play: how it connects to the words on the board."""

import re
from enum import StrEnum
from typing import NamedTuple

from engine.analysis.verdicts import Verdict
from engine.board import EMPTY, Board
from engine.placement import Placement, Survey, survey

_NEIGHBOURS = 2
"""The number of adjacent words from which a play counts as a parallel play."""
_LETTERS = re.compile(rf"[^{re.escape(EMPTY)}]+")
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
    best = None if verdict.best is None else verdict.best.placement
    if not verdict.lost or best is None:
        return None
    return kind_of(verdict.position.board, best)


def kind_of(board: Board, placement: Placement) -> Miss:
    """Return the kind of a placement, which must be legal on that board."""
    placed = survey(board, placement)
    runs = _runs(board, placement)
    words = [run for run in runs if run.length >= _WORD]
    if words:
        if max(run.before + run.after for run in words) > 1:
            return Miss.EXTENSION
        return Miss.FRONT_HOOK if any(run.before for run in words) else Miss.HOOK
    if len(placed.crosses) >= _NEIGHBOURS:
        return Miss.PARALLEL
    joined = Miss.THROUGH if runs or placed.crosses else Miss.OPENING
    return _on_adjacent(placed) or joined


class _Run(NamedTuple):
    """Letters on the board in a row that are part of the main word."""

    before: int
    """The letters of the main word before them."""
    length: int
    after: int
    """The letters of the main word after them."""


def _on_adjacent(placed: Survey) -> Miss | None:
    """Return the kind of play on an adjacent word; None if there is only a single letter."""
    crosses = [(len(front), len(back)) for _, front, _, back in placed.crosses]
    if any(front and back and max(front, back) >= _WORD for front, back in crosses):
        return Miss.EXTENSION  # the tile joins a word to what follows it
    if any(not front and back >= _WORD for front, back in crosses):
        return Miss.FRONT_HOOK
    if any(front >= _WORD and not back for front, back in crosses):
        return Miss.HOOK
    return None


def _runs(board: Board, placement: Placement) -> list[_Run]:
    """Return the runs of letters on the board that are part of the main word."""
    line = "".join(board[at] for at, _ in placement.letters)
    return [
        _Run(found.start(), len(found[0]), len(line) - found.end())
        for found in _LETTERS.finditer(line)
    ]
