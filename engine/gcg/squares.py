"""Positions and plays in the notation of GCG, and the letters already on the board.

GCG numbers the rows and letters the columns; number first is across, letter first is down. A `.` or
a bracketed letter is a letter already on the board.
"""

import re
from collections.abc import Iterator

from engine.board import ROW_NAMES, SIZE, Axis, Square, squares
from engine.gcg.record import unreadable
from engine.placement import Placement

THROUGH = "."
_POSITION = re.compile(r"([0-9]{1,2})([A-Za-z])|([A-Za-z])([0-9]{1,2})")


def looks_like_position(token: str) -> bool:
    """Return whether the token has the form of a position, which may be off the board."""
    return _POSITION.fullmatch(token) is not None


def parse_position(token: str) -> tuple[Square, Axis] | None:
    """Return the square and direction of `8G` or `G8` in GCG; None if it is off the board."""
    match = _POSITION.fullmatch(token)
    if match is None:
        return None
    number, letter = int(match[1] or match[4]), (match[2] or match[3]).upper()
    if letter not in ROW_NAMES or not 1 <= number <= SIZE:
        return None
    axis = Axis.ACROSS if match[1] else Axis.DOWN
    return Square(number - 1, ROW_NAMES.index(letter)), axis


def format_position(square: Square, axis: Axis) -> str:
    """Return `8G` for a word across from that square, `G8` for one down."""
    number, letter = square.row + 1, ROW_NAMES[square.column]
    return f"{number}{letter}" if axis is Axis.ACROSS else f"{letter}{number}"


def is_letter(character: str) -> bool:
    """Return whether the character can be a tile: one letter with two cases."""
    return character.isupper() or (character.islower() and len(character.upper()) == 1)


class LaidTiles:
    """The letters on the board during reading or writing; the last play can be undone."""

    def __init__(self) -> None:
        self._tiles: dict[Square, str] = {}
        self._last: dict[Square, str] = {}

    def read(self, token: str, square: Square, axis: Axis, line: int) -> Placement:
        """Return the placement of a play's word, including the letters already on the board.

        Raises:
            NotationError: `gcg_word`, `gcg_long_tile`, `gcg_off_board`, `gcg_empty_square` or
                `gcg_occupied`, each with its line.
        """
        letters = []
        where = squares(square, axis, len(token))
        for at, (letter, through) in zip(where, _letters(token, line), strict=False):
            if not (at.row < SIZE and at.column < SIZE):
                raise unreadable("off_board", line, token)
            there = self._tiles.get(at, "")
            if through and not there:
                raise unreadable("empty_square", line, token, square=_name(at))
            if there and letter != THROUGH and letter.upper() != there.upper():
                raise unreadable("occupied", line, token, square=_name(at), there=there)
            letters.append(there or letter)
        if not letters:
            raise unreadable("word", line, token)
        return Placement(square, axis, "".join(letters))

    def word_with_dots(self, placement: Placement) -> str:
        """Return the word with a dot for every letter already on the board.

        Raises:
            ValueError: another letter is on a square, or the word leaves the board.
        """
        letters = []
        for at, letter in placement.letters:
            there = self._tiles.get(at, "")
            fits = at.row < SIZE and at.column < SIZE and is_letter(letter)
            if not fits or (there and there.upper() != letter.upper()):
                raise ValueError(f"it cannot lie there: {placement}")
            letters.append(THROUGH if there else letter)
        return "".join(letters)

    def lay(self, placement: Placement) -> None:
        """Add the new tiles of the placement to the board."""
        self._last = {at: it for at, it in placement.letters if at not in self._tiles}
        self._tiles |= self._last

    def take_back(self) -> None:
        """Remove the tiles of the last play from the board."""
        for at in self._last:
            del self._tiles[at]
        self._last = {}


def _letters(token: str, line: int) -> Iterator[tuple[str, bool]]:
    """Yield each letter of a written word, and whether it is marked as already on the board."""
    if "[" in token:
        raise unreadable("long_tile", line, token)
    bracketed = False
    for character in token:
        if character in "()":
            if bracketed is (character == "("):
                raise unreadable("word", line, token)
            bracketed = not bracketed
        elif character == THROUGH:
            yield THROUGH, True
        elif is_letter(character):
            yield character, bracketed
        else:
            raise unreadable("word", line, token)
    if bracketed:
        raise unreadable("word", line, token)


def _name(square: Square) -> str:
    return format_position(square, Axis.ACROSS)
