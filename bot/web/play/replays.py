"""A game move by move as JSON. Pure."""

from bot.documents.views.boards import laid_by_moves
from bot.documents.views.record import racks_before
from bot.web.refusals import Json
from engine.board import EMPTY, SIZE
from engine.games.events import PlacementMade
from engine.games.game import Game, index_of
from engine.ids import Seat


def replay_json(game: Game) -> Json:
    """Return each move that counts: its number in `placements`, and the game right after it."""
    totals, rows = dict.fromkeys(Seat, 0), [[EMPTY] * SIZE for _ in range(SIZE)]
    steps = []
    for move, laid, rack in zip(game.moves, laid_by_moves(game), racks_before(game), strict=True):
        for tile in laid:
            rows[tile.square.row][tile.square.column] = tile.letter
        totals[move.by] += move.counted if isinstance(move, PlacementMade) else 0
        steps.append(
            {
                "number": index_of(move) + 1,
                "rack": rack,
                "board": ["".join(row) for row in rows],
                "scores": {seat.value: points for seat, points in totals.items()},
            }
        )
    return {"steps": steps}
