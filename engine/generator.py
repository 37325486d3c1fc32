"""Every legal play of a rack on a board: for finished games, practice, demonstrations and tests.

Players of a running game must never see these plays, so the parts of the bot that speak to players
may not import this module. Only `engine.opponent` plays with it, in practice games.

The compiled search (`engine.compiled`) finds the plays. Otherwise `engine.plain` finds the same.
"""

from collections import Counter
from collections.abc import Sequence

from engine.board import Board
from engine.compiled.machine import BudgetExceeded, FoundPlays, compiled_search
from engine.placement import new_tiles
from engine.plain import Play, plain_plays
from engine.rulesets import Ruleset
from engine.tiles import TileSet
from engine.words.dawg import Dawg


def plays(
    board: Board, rack: str, graph: Dawg, tile_set: TileSet, rules: Ruleset
) -> Sequence[Play]:
    """Return every play that the rules and the word list allow, best score first.

    Equal scores are sorted by position and then by word, as text. A single tile that forms a word
    in both directions appears twice, once for each direction, with the same points. A blank may be
    any letter of the tile set, and each letter is a separate play. The words already on the board
    are not checked.
    """
    machine = compiled_search(graph)
    if machine is not None:
        try:
            return machine.find(board, rack, tile_set, rules)
        except BudgetExceeded:
            pass
    return plain_plays(board, rack, graph, tile_set, rules)


def best_plays(found: Sequence[Play], board: Board, most: int) -> list[Play]:
    """Return the `most` best of these plays for each number of new tiles, best score first."""
    if isinstance(found, FoundPlays):
        return found.of_each_size(most)
    taken: Counter[int] = Counter()
    chosen = []
    for play in found:
        laid = len(new_tiles(board, play.placement))
        taken[laid] += 1
        if taken[laid] <= most:
            chosen.append(play)
    return chosen
