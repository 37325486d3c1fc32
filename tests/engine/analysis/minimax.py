"""The end of a game by complete search, without pruning or cache, with every pass."""

from engine.board import Board
from engine.placement import new_tiles
from engine.rulesets import EndBonus, Ruleset
from engine.tiles import TileSet, value_of, without
from tests.engine.tried import tried


def minimax(
    board: Board,
    hands: tuple[str, str],
    words: frozenset[str],
    game: tuple[TileSet, Ruleset],
    passes: int = 0,
) -> int:
    """Return the spread that the player to move, with the first rack, gains by best play."""
    tiles, rules = game
    mine, theirs = hands
    values = []
    for play in tried(board, mine, words, tiles):
        laid = new_tiles(board, play.placement)
        left = without(mine, [tile for _, tile in laid])
        if left:
            after = minimax(board.lay(laid), (theirs, left), words, game)
            values.append(play.score - after)
        else:
            held = value_of(theirs, tiles)
            swing = held if rules.end_bonus is EndBonus.DEDUCT_ONLY else 2 * held
            values.append(play.score + swing)
    if passes + 1 == rules.passes_to_end:
        values.append(value_of(theirs, tiles) - value_of(mine, tiles))
    else:
        values.append(-minimax(board, (theirs, mine), words, game, passes + 1))
    return max(values)
