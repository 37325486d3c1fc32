"""The placement in dispute: its index in the game, and the moves since."""

from engine.board import EMPTY_BOARD
from engine.cases.case import Case
from engine.games.events import Passed, PlacementMade
from engine.games.game import Game, index_of, is_same, squares
from engine.games.restoring import placements_made
from engine.placement import Placement, score, survey


def recomputed(game: Game, place: int) -> int:
    """Return the points of the valid placement by the rules, before any cap (art. 5.3)."""
    board = EMPTY_BOARD
    for move in game.moves[:place]:
        if isinstance(move, PlacementMade):
            there = squares(move.square, move.axis, len(move.word))
            board = board.lay(zip(there, move.word, strict=True))
    made = game.moves[place]
    if not isinstance(made, PlacementMade):
        return 0
    laid = survey(board, Placement(made.square, made.axis, made.word))
    return score(laid, game.tile_set, game.rules)


def disputed(case: Case, game: Game) -> PlacementMade | None:
    """Return the placement in dispute, valid or not; None if the case is about no placement."""
    found = [made for made in placements_made(game) if _is_it(case, made)]
    standing = [made for made in found if made in game.moves]
    return next(iter(standing), None) or next(reversed(found), None)


def standing_place(case: Case, game: Game) -> int | None:
    """Return the index of the placement in dispute among the valid moves, or None."""
    made = disputed(case, game)
    return case.move if made is not None and made in game.moves else None


def played_since(game: Game, made: PlacementMade) -> int:
    """Return how many valid moves would no longer count if that placement were restored."""
    log = [entry.event for entry in game.log]
    later = log[log.index(made) + 1 :] if made in log else []
    moves = [event for event in later if isinstance(event, PlacementMade | Passed)]
    return sum(any(is_same(move, event) for event in moves) for move in game.moves)


def _is_it(case: Case, made: PlacementMade) -> bool:
    """Return whether the case is about that placement; old claims have only index and word."""
    by_place = (index_of(made), made.word) == (case.move, case.word)
    return by_place and case.placed in {None, made.at}
