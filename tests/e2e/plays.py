"""Placements for the tests to make: found on the board as it stands, by the generator."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations

from engine.games.appraisal import appraise, refused_words
from engine.games.game import Game
from engine.generator import Play, plays
from engine.notation import format_placement, parse_placement
from engine.placement import survey
from engine.words.lexicon import Lexicon, open_lexicon


@cache
def words() -> Lexicon:
    """Return the word list that the tests' matches are pinned to."""
    return open_lexicon()


def legal(game: Game) -> Sequence[Play]:
    """Return every placement the player to move may make, the best first."""
    rack = game.side(game.turn).rack
    return plays(game.board, rack, words().graph, game.tile_set, game.rules)


def written(play: Play) -> str:
    """Return a placement as a player types it: `H8 CASA`."""
    return format_placement(play.placement)


def best(game: Game) -> str | None:
    """Return the best placement, or None if there is none."""
    found = legal(game)
    return written(found[0]) if found else None


def longest(game: Game) -> str | None:
    """Return a placement of as many tiles as can be laid, or None: a game of it is a short one."""
    found = legal(game)
    if not found:
        return None
    return written(max(found, key=lambda play: (_laid(game, play), play.score)))


def _laid(game: Game, play: Play) -> int:
    return len(survey(game.board, play.placement).new)


def some(game: Game, wanted: Callable[[Play], bool]) -> str:
    """Return the best placement that is as wanted."""
    return written(next(play for play in legal(game) if wanted(play)))


def refused(game: Game) -> str:
    """Return a placement of which nothing is wrong but that its words are in no list."""
    seat = game.turn
    for play in legal(game):
        square, word = written(play).split()
        for letters in permutations(word):
            typed = f"{square} {''.join(letters)}"
            judged = appraise(game, seat, parse_placement(typed), game.received, words())
            if refused_words(judged.faults):
                return typed
    raise AssertionError("every order of letters is a word")


def no_word(game: Game) -> str:
    """Return an opening placement of which only the word is wrong."""
    rack = game.side(game.turn).rack
    word = next("".join(p) for p in permutations(rack, 4) if "".join(p) not in words())
    return f"H8 {word}"
