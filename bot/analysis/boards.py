"""The board before a turn of a finished game: its tiles, and those of another play. Pure."""

from bot.analysis.findings import PlayedMove, TurnFinding
from bot.documents.render.view import LaidTile
from bot.documents.views.boards import laid_by_moves
from bot.documents.views.setting import SIDES
from engine.board import squares
from engine.games.game import Game
from engine.notation import parse_position


def tiles_before(game: Game, turn: TurnFinding) -> tuple[LaidTile, ...]:
    """Return the tiles on the board before that turn, in the order in which they were placed."""
    return tuple(tile for laid in laid_by_moves(game)[: turn.move] for tile in laid)


def laid_by(game: Game, turn: TurnFinding, move: PlayedMove) -> tuple[LaidTile, ...]:
    """Return the tiles that a move would have placed at that turn; a pass places none."""
    if not move.position:
        return ()
    taken = {tile.square for tile in tiles_before(game, turn)}
    start, axis = parse_position(move.position)
    places = squares(start, axis, len(move.word))
    return tuple(
        LaidTile(square, letter, SIDES[turn.seat])
        for square, letter in zip(places, move.word, strict=True)
        if square not in taken
    )
