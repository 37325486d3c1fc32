"""What `test_chains` and other tests share."""

from engine.errors import EngineError
from engine.games.game import Game, Move
from tests.builders import ask

POOL = [
    "H8 CASA",
    "H8 CAS",
    "H8 TEN",
    "8H CASA",
    "H8 STIRE",
    "8H ARE",
    "I8 ARE",
    "I8 RE",
    "I8 AI",
    "G8 TEN",
    "G8 EC",
    "G8 NE",
    "8H CE",
    "9H AT",
    "9G TAI",
    "10H SE",
    "H8 CASAE",
    "H7 ACASA",
    "H8 CASE",
    "8G ETA",
    "J8 SA",
    "11H AT",
    "I9 RAT",
    "G9 SI",
]


_POSSIBLE: dict[tuple[Move, ...], list[str]] = {}
"""The legal moves of the pool after these moves; the games here have one sequence."""


def possible(game: Game) -> list[str]:
    """Return the legal moves of the pool in a running game, always with a pass."""

    def may(text: str) -> bool:
        try:
            ask(game, text)
        except EngineError:
            return False
        return True

    if game.moves not in _POSSIBLE:
        _POSSIBLE[game.moves] = ["PAS", *filter(may, POOL)]
    return _POSSIBLE[game.moves]
