"""Moves described in a sentence or by a word alone, so that a hint can show their correct form."""

import re
from typing import Final

from engine.board import SIZE
from engine.games.game import Game
from engine.ids import Seat
from engine.notation import fold
from engine.tiles import missing_tiles

_SQUARE: Final = re.compile(
    r"(?<!\w)(?:(?P<row>[A-O])(?P<column>\d{1,2})|(?P<column_first>\d{1,2})(?P<row_last>[A-O]))(?!\w)"
)
"""A square, written with its letter first (across) or last (down)."""
_DOWN: Final = re.compile(r"VERTICAL|\bDOWN\b|\bIN JOS\b")
_ACROSS: Final = re.compile(r"ORIZONTAL|\bACROSS\b")
"""A direction in Romanian or English, in folded capitals."""
_MOST_WORDS: Final = 10
"""The most words of a sentence that describes a move; a longer one is a message."""
_SHORTEST_WORD: Final = 3
"""The fewest letters of a described word in small letters; „la” and „de” belong to the sentence."""


def lone_word(text: str) -> str | None:
    """Return the word that is the whole text, in the form of a word list; None for other texts."""
    word = fold(text.strip().rstrip(".!")).upper()
    return word if word.isascii() and word.isalpha() and 1 < len(word) <= SIZE else None


def may_be_laid(word: str, game: Game, seat: Seat) -> bool:
    """Return whether that player may mean the word, wherever it fits.

    At least one letter is on the rack, and the board has each letter that the rack lacks.
    """
    missing = missing_tiles(word, game.side(seat).rack)
    on_board = {tile.upper() for _, tile in game.board.tiles()}
    return len(missing) < len(word) and on_board.issuperset(missing)


def described_square(text: str) -> str | None:
    """Return the position of a word that a sentence describes, in move notation, or None.

    „CASA la H8” is across; „la 8H”, „pe verticală la H8” and “down at H8” are down.
    """
    plain = fold(text).upper()
    squares = list(_SQUARE.finditer(plain))
    if len(squares) != 1 or len(re.findall(r"\w+", plain)) > _MOST_WORDS:
        return None
    row, column = squares[0]["row"], squares[0]["column"]
    is_down = bool(_DOWN.search(plain)) or (row is None and not _ACROSS.search(plain))
    if row is None:
        row, column = squares[0]["row_last"], squares[0]["column_first"]
    if not 1 <= int(column) <= SIZE:
        return None
    return f"{column}{row}" if is_down else f"{row}{column}"


def described_word(text: str, game: Game) -> str | None:
    """Return the word that a sentence describes, or None.

    Only a word for which the player to move may have the tiles is meant. Of several it is the
    longest in capitals, or without any in capitals the longest.
    """
    in_capitals, others = list[str](), list[str]()
    for typed in re.findall(r"\w+", text):
        form = lone_word(typed)
        if form is None or not may_be_laid(form, game, game.turn):
            continue
        if typed.isupper():
            in_capitals.append(form)
        elif len(typed) >= _SHORTEST_WORD:
            others.append(form)
    return max(in_capitals or others, key=len, default=None)
