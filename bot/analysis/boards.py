"""The board before a turn of a finished game, and the tiles that another play would place. Pure."""

from dataclasses import replace

from bot.analysis.findings import PlayedMove, TurnFinding
from bot.documents.render.view import LaidTile
from bot.documents.views.setting import SIDES
from engine.board import EMPTY, EMPTY_BOARD
from engine.games.events import PlacementMade
from engine.games.game import Game, squares
from engine.notation import parse_position


def laid_by(game: Game, turn: TurnFinding, move: PlayedMove) -> tuple[LaidTile, ...]:
    """Return the tiles that a move would have placed at that turn; a pass places none."""
    return laid_on(before_turn(game, turn), turn, move)


def laid_on(before: Game, turn: TurnFinding, move: PlayedMove) -> tuple[LaidTile, ...]:
    """Return the tiles that a move would have placed; `before` is the game before the turn."""
    if not move.position:
        return ()
    start, axis = parse_position(move.position)
    places = squares(start, axis, len(move.word))
    return tuple(
        LaidTile(square, letter, SIDES[turn.seat])
        for square, letter in zip(places, move.word, strict=True)
        if before.board[square] == EMPTY
    )


def before_turn(game: Game, turn: TurnFinding) -> Game:
    """Return the game with the board before that turn; only its board may be used."""
    board, moves = EMPTY_BOARD, game.moves[: turn.move]
    for each in moves:
        if isinstance(each, PlacementMade):
            places = squares(each.square, each.axis, len(each.word))
            tiles = zip(places, each.word, strict=True)
            board = board.lay([(at, tile) for at, tile in tiles if board[at] == EMPTY])
    return replace(game, board=board, moves=moves, ended=None)
