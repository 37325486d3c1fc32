"""The program's own plays in a practice game.

The same tiles, moves and strength always give the same play. The program considers one turn only.
No other part of the program may show plays to a person who is playing (`engine.generator`).
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from engine.chance import Chance
from engine.games.commands import Pass, Place
from engine.games.game import Game
from engine.generator import plays
from engine.matches.practice import Strength
from engine.plain import Play
from engine.tiles import JOKER
from engine.words.dawg import Dawg

SHORT: Final = 5
"""The most letters of a word that the easy program forms, if it finds a play of such words."""
_TRIED: Final = 400
"""The most plays that the easy program reads; one blank allows thousands."""
_BETTER: Final = 12
"""The medium program takes one of so many best plays, or of their best quarter."""


def choose(game: Game, strength: Strength, graph: Dawg) -> Place | Pass:
    """Return the move of that strength for the player to move, a pass if no play is possible."""
    play = _chosen(_possible(game, graph), strength, _chance(game))
    if play is None:
        return Pass(by=game.turn)
    return Place(by=game.turn, placement=play.placement)


def _possible(game: Game, graph: Dawg) -> Sequence[Play]:
    """Return the plays of the rack; with two blanks it keeps one, unless only both allow a play.

    Two blanks allow 100,000 plays, and a search for them takes too long for an answer in a chat.
    """
    rack = game.side(game.turn).rack
    if rack.count(JOKER) > 1 and (found := _plays(game, rack.replace(JOKER, "", 1), graph)):
        return found
    return _plays(game, rack, graph)


def _plays(game: Game, rack: str, graph: Dawg) -> Sequence[Play]:
    return plays(game.board, rack, graph, game.tile_set, game.rules) if rack else ()


def _chance(game: Game) -> Chance:
    """Return the stream of chance for this move, which the sequence and the turn decide."""
    seed = sha256(f"{game.sequence} {len(game.moves)}".encode()).digest()
    return Chance("practice", seed)


def _chosen(found: Sequence[Play], strength: Strength, chance: Chance) -> Play | None:
    """Return one of the plays, which are sorted by points, the best first; None without a play."""
    count = len(found)
    if not count:
        return None
    if strength is Strength.STRONG:
        return found[0]
    if strength is Strength.MEDIUM:
        return found[chance.below(max(1, min(_BETTER, count // 4)))]
    # The easy program starts near the middle of the list, 40 to 69% of the way down.
    middle = count * (40 + chance.below(30)) // 100
    short = (play for play in _around(found, middle) if max(map(len, play.words)) <= SHORT)
    return next(short, found[middle])


def _around(found: Sequence[Play], middle: int) -> Iterator[Play]:
    """Yield the plays nearest to that place in the list, the nearest first."""
    for step in range(_TRIED):
        place = middle + (step + 1) // 2 * (1 if step % 2 else -1)
        if 0 <= place < len(found):
            yield found[place]
