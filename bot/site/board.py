"""The board as SVG: the squares as one picture, and tiles to place on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.documents.render.theme import COLOURS, PREMIUM_TONES, Tone
from engine.board import PREMIUMS, ROW_NAMES, SIZE, Square

PITCH: Final = 20
"""Distance from one square to the next."""
EDGE: Final = 16
"""Width of the strips with the names of rows and columns."""
WIDE: Final = EDGE + SIZE * PITCH + 2
"""Width and height of the picture."""
_FACE: Final = PITCH - 1
"""Width of a square without the grid line; half of it is where its text is centred."""
_SIGNS: Final = {"W": "3C", "w": "2C", "L": "3L", "l": "2L"}
"""The signs of the sheets, the same in every language."""
_MARK_BASELINE: Final = 12.5
"""Distance from the top of a square to the baseline of its sign, which is then in its middle."""


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile on the board, as the template shows it."""

    x: int
    y: int
    letter: str
    points: int
    """The tile's points; 0 for a blank, whose points are not written."""
    colour: str
    """The player's colour: `r` or `b`."""


def place(square: Square) -> tuple[int, int]:
    """Return the x and y of a square's top left corner."""
    return EDGE + square.column * PITCH, EDGE + square.row * PITCH


def board_svg() -> str:
    """Return the empty board."""
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {WIDE}"',
            ' font-family="IBM Plex Sans Condensed,Roboto Condensed,Arial Narrow,sans-serif"',
            ' text-anchor="middle">',
            f'<rect fill="{_rgb(Tone.GRID)}" x="{EDGE - 1}" y="{EDGE - 1}"',
            f' width="{SIZE * PITCH + 1}" height="{SIZE * PITCH + 1}"/>',
            *_grounds(),
            *_marks(),
            *_names(),
            "</svg>",
        )
    )


def _grounds() -> Iterator[str]:
    """Yield the squares, all of one kind as one shape."""
    for sign, (ground, _) in PREMIUM_TONES.items():
        shape = "".join(f"M{x} {y}h{_FACE}v{_FACE}h-{_FACE}z" for x, y in _places(sign))
        yield f'<path fill="{_rgb(ground)}" d="{shape}"/>'


def _marks() -> Iterator[str]:
    """Yield the sign of each premium square, grouped by its colour."""
    for sign, mark in _SIGNS.items():
        yield f'<g fill="{_rgb(PREMIUM_TONES[sign][1])}" font-size="8">'
        for x, y in _places(sign):
            yield f'<text x="{x + _FACE / 2}" y="{y + _MARK_BASELINE}">{mark}</text>'
        yield "</g>"


def _places(sign: str) -> Iterator[tuple[int, int]]:
    """Yield the x and y of each square with that sign in `PREMIUMS`."""
    for row, line in enumerate(PREMIUMS):
        for column, here in enumerate(line):
            if here == sign:
                yield place(Square(row, column))


def _names() -> Iterator[str]:
    """Yield the names of rows and columns, in the strips left of the board and above it."""
    yield f'<g fill="{_rgb(Tone.MUTED)}" font-size="9">'
    for number, name in enumerate(ROW_NAMES):
        along = EDGE + number * PITCH
        yield f'<text x="7" y="{along + 13}">{name}</text>'
        yield f'<text x="{along + _FACE / 2}" y="11">{number + 1}</text>'
    yield "</g>"


def _rgb(tone: Tone) -> str:
    return f"#{COLOURS[tone]:06x}"
