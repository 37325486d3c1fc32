"""The board of a game as a view: its tiles, their players, and the tiles to come. Pure.

The board of a preview is made here too, so that all pictures agree.
"""

from dataclasses import replace

from bot.documents.render.theme import PlayerColour
from bot.documents.render.view import BoardPicture, LaidTile, LastMove, SequenceTile, mark_sequence
from bot.documents.views.setting import SIDES, labels
from bot.texts.messages import Plain
from engine.board import EMPTY, Square, squares
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.games.planned_moves import LINE, read_planned, variation
from engine.ids import Seat
from engine.placement import EVERY_WORD, Placement, survey


def board_picture(
    game: Game, seat: Seat, plain: Plain, placement: Placement | None = None
) -> BoardPicture:
    """Return the board from that seat's point of view, with a move not yet sent if given."""
    side = SIDES[seat]
    proposed: tuple[LaidTile, ...] = ()
    coming = game.sequence[game.drawn : game.drawn + game.rules.rack_size]
    if placement is not None:
        laid = survey(game.board, placement)
        places = squares(placement.square, placement.axis, len(laid.word))
        proposed = tuple(
            LaidTile(square, letter, side)
            for square, letter in zip(places, laid.word, strict=True)
            if game.board[square] == EMPTY
        )
        coming = coming[: len(proposed)]
    last = last_move(game)
    return BoardPicture(
        labels=labels(plain),
        tile_values=game.tile_set.values,
        tiles=tiles_laid(game),
        side=side,
        last=last.squares if last else frozenset(),
        proposed=proposed,
        rack=game.side(seat).rack,
        coming=coming,
    )


def plan_picture(game: Game, line: str, plain: Plain) -> BoardPicture:
    """Return the board after these planned moves, `H8 CASA; PAS`, marked as a plan.

    Moves are made as far as possible, each by the player whose turn it would be. The caller has
    already checked the words.
    """
    plies = variation(game, map(read_planned, line.split(LINE)), EVERY_WORD).plies
    after = plies[-1].after if plies else game
    tiles_after, tiles_now, last = tiles_laid(after), tiles_laid(game), last_move(game)
    return replace(
        board_picture(after, Seat.RED if after.ended else after.turn, plain),
        tiles=tiles_now,
        # Tiles are in the order in which they were placed, so the planned ones come last.
        planned=tiles_after[len(tiles_now) :],
        last=last.squares if last else frozenset(),
    )


def _laid(move: PlacementMade, taken: set[Square]) -> dict[Square, str]:
    """Return the tiles that the move placed, by square; `taken` are those with tiles before it."""
    places = squares(move.square, move.axis, len(move.word))
    return {
        square: letter
        for square, letter in zip(places, move.word, strict=True)
        if square not in taken
    }


def tiles_laid(game: Game) -> tuple[LaidTile, ...]:
    """Return the tiles on the board, in the order in which they were placed."""
    return tuple(tile for laid in laid_by_moves(game) for tile in laid)


def laid_by_moves(game: Game) -> tuple[tuple[LaidTile, ...], ...]:
    """Return the tiles placed by each move that counts; a pass places none."""
    taken: set[Square] = set()
    by_move = []
    for move in game.moves:
        laid = _laid(move, taken) if isinstance(move, PlacementMade) else {}
        taken |= laid.keys()
        side = SIDES[move.by]
        by_move.append(tuple(LaidTile(square, letter, side) for square, letter in laid.items()))
    return tuple(by_move)


def last_move(game: Game) -> LastMove | None:
    """Return the last move or pass; None before the first."""
    move = game.last_move
    if move is None:
        return None
    if not isinstance(move, PlacementMade):
        return LastMove(side=SIDES[move.by])
    filled = {
        square
        for earlier in game.moves[:-1]
        if isinstance(earlier, PlacementMade)
        for square in squares(earlier.square, earlier.axis, len(earlier.word))
    }
    return LastMove(
        side=SIDES[move.by],
        position=move.square.position(move.axis),
        word=move.word,
        adjacent=move.words[1:],
        score=move.points,
        counted=move.counted,
        squares=frozenset(_laid(move, filled)),
    )


def sequence_of(game: Game) -> tuple[SequenceTile, ...]:
    """Return the tile sequence, each tile with its state (art. 4.1)."""
    size = game.rules.rack_size
    draws = [(PlayerColour.RED, size), (PlayerColour.BLUE, size)]
    drawn = 2 * size
    for move in game.moves:
        if isinstance(move, PlacementMade):
            count = min(len(move.tiles), len(game.sequence) - drawn)
            draws.append((SIDES[move.by], count))
            drawn += count
    racks = {PlayerColour.RED: game.red.rack, PlayerColour.BLUE: game.blue.rack}
    return mark_sequence(game.sequence, draws, racks)
