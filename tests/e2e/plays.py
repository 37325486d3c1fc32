"""Moves for tests, found by the generator on the present board."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations

from engine.board import EMPTY, Axis, offset
from engine.games.appraisal import appraise, refused_words
from engine.games.game import Game
from engine.generator import plays
from engine.notation import format_placement, parse_placement
from engine.plain import Play
from engine.words.lexicon import Lexicon, open_lexicon


@cache
def words() -> Lexicon:
    """Return the word list of the tests' matches."""
    return open_lexicon()


def legal(game: Game) -> Sequence[Play]:
    """Return every legal move of the player to move, best score first."""
    rack = game.side(game.turn).rack
    return plays(game.board, rack, words().graph, game.tile_set, game.rules)


def written(play: Play) -> str:
    """Return a move in a player's typed form: `H8 CASA`."""
    return format_placement(play.placement)


def best(game: Game) -> str | None:
    """Return the highest-scoring move, or `None`."""
    found = legal(game)
    return written(found[0]) if found else None


def longest(game: Game, *, blanks: bool = True) -> str | None:
    """Return a move of as many tiles as possible, or `None`; such games are short.

    Without `blanks`, the player keeps them.
    """
    found = [play for play in legal(game) if blanks or play.placement.word.isupper()]
    if not found:
        return None
    return written(max(found, key=lambda play: (_laid(game, play), play.score)))


def _laid(game: Game, play: Play) -> int:
    placed = play.placement
    line = game.board.across if placed.axis is Axis.ACROSS else game.board.down
    start = offset(placed.square, placed.axis)
    return line.count(EMPTY, start, start + len(placed.word))


def some(game: Game, wanted: Callable[[Play], bool]) -> str:
    """Return the highest-scoring move that meets the condition."""
    return written(next(play for play in legal(game) if wanted(play)))


def refused(game: Game) -> str:
    """Return a move that is legal except for its unlisted words."""
    seat = game.turn
    for play in legal(game):
        square, word = written(play).split()
        for letters in permutations(word):
            typed = f"{square} {''.join(letters)}"
            validated = appraise(game, seat, parse_placement(typed), game.received, words())
            if refused_words(validated.faults):
                return typed
    raise AssertionError("every order of letters is a word")


def no_word(game: Game) -> str:
    """Return an opening move that is legal except for its word."""
    rack = game.side(game.turn).rack
    word = next("".join(p) for p in permutations(rack, 4) if "".join(p) not in words())
    return f"H8 {word}"
