"""The colours, as numbers of one palette, and the typefaces.

A drawing is an image of palette numbers. Every colour has one number. Every pair of a colour and
its ground has a short ramp of numbers between them, for the smooth edges of letters and round
corners. So a whole sheet needs only one byte per pixel.
"""

from enum import Enum, IntEnum, StrEnum, auto


class Tone(IntEnum):
    """A colour of the palette by its number."""

    PAPER = 0
    PANEL = auto()
    WHITE = auto()
    INK = auto()
    MUTED = auto()
    FAINT = auto()
    LINE = auto()
    RED = auto()
    RED_SOFT = auto()
    BLUE = auto()
    BLUE_SOFT = auto()
    GOLD = auto()
    GOLD_SOFT = auto()
    GLOW = auto()
    SQUARE = auto()
    GRID = auto()
    DOUBLE_LETTER = auto()
    TRIPLE_LETTER = auto()
    DOUBLE_WORD = auto()
    TRIPLE_WORD = auto()
    WATER = auto()
    CLAY = auto()
    PLAN = auto()


COLOURS: dict[Tone, int] = {
    Tone.PAPER: 0xFCFAF4,
    Tone.PANEL: 0xF5F0E4,
    Tone.WHITE: 0xFFFFFF,
    Tone.INK: 0x22272E,
    Tone.MUTED: 0x6A665C,
    Tone.FAINT: 0xB5AC99,
    Tone.LINE: 0xDCD4C3,
    Tone.RED: 0xA3261F,
    Tone.RED_SOFT: 0xC98A82,
    Tone.BLUE: 0x1B4A8C,
    Tone.BLUE_SOFT: 0x8AA2C6,
    Tone.GOLD: 0xEDB021,
    Tone.GOLD_SOFT: 0xFDF0C8,
    Tone.GLOW: 0xFFDD78,
    Tone.SQUARE: 0xF6F0E1,
    Tone.GRID: 0xDBD1BB,
    Tone.DOUBLE_LETTER: 0xD6E5EB,
    Tone.TRIPLE_LETTER: 0xA8C8D7,
    Tone.DOUBLE_WORD: 0xF4DACB,
    Tone.TRIPLE_WORD: 0xE5B29F,
    Tone.WATER: 0x4F7B8F,
    Tone.CLAY: 0xA3644B,
    Tone.PLAN: 0x6B2F8F,
}
"""RGB of each tone: cream paper, muted premium squares, and two inks.

Red is drawn as a filled shape with white letters, and Blue as a white shape with a blue edge. The
difference remains visible in a black-and-white print and to colour-blind readers.
"""

PREMIUM_TONES = {
    "W": (Tone.TRIPLE_WORD, Tone.CLAY),
    "w": (Tone.DOUBLE_WORD, Tone.CLAY),
    "L": (Tone.TRIPLE_LETTER, Tone.WATER),
    "l": (Tone.DOUBLE_LETTER, Tone.WATER),
    ".": (Tone.SQUARE, Tone.SQUARE),
}
"""The ground and text tone of each kind of square, by its mark in `engine.board.PREMIUMS`."""

_PAIRS = (
    *((ink, Tone.PAPER) for ink in (Tone.INK, Tone.MUTED, Tone.FAINT, Tone.LINE, Tone.RED)),
    *((ink, Tone.PAPER) for ink in (Tone.BLUE, Tone.RED_SOFT, Tone.BLUE_SOFT, Tone.GOLD)),
    *((ink, Tone.PAPER) for ink in (Tone.CLAY, Tone.WATER)),
    *((ink, Tone.PANEL) for ink in (Tone.INK, Tone.MUTED, Tone.FAINT, Tone.RED, Tone.BLUE)),
    *((ink, Tone.GOLD_SOFT) for ink in (Tone.INK, Tone.MUTED, Tone.RED, Tone.BLUE)),
    *((ink, Tone.WHITE) for ink in (Tone.INK, Tone.MUTED, Tone.FAINT, Tone.RED, Tone.BLUE)),
    *((face, Tone.GRID) for face in (Tone.RED, Tone.BLUE)),
    *((face, Tone.GOLD) for face in (Tone.RED, Tone.BLUE)),
    *((face, side) for side in (Tone.RED, Tone.BLUE) for face in (Tone.WHITE, Tone.GLOW)),
    *((side, Tone.GLOW) for side in (Tone.RED, Tone.BLUE)),
    (Tone.CLAY, Tone.TRIPLE_WORD),
    (Tone.CLAY, Tone.DOUBLE_WORD),
    (Tone.WATER, Tone.TRIPLE_LETTER),
    (Tone.WATER, Tone.DOUBLE_LETTER),
    (Tone.PAPER, Tone.LINE),
    (Tone.WHITE, Tone.PLAN),
)
"""Each ink with each ground on which something is drawn in it; a ramp for all pairs has no room."""
_STEPS = 5
"""The number of colours between the two ends of a ramp."""


def _split(colour: int) -> tuple[int, int, int]:
    """Return red, green and blue of a colour, each from 0 to 255."""
    return colour >> 16, colour >> 8 & 255, colour & 255


def _blend(ink: int, ground: int, share: float) -> tuple[int, ...]:
    """Return the colour that is `share` of the way from the ground to the ink."""
    channels = zip(_split(ink), _split(ground), strict=True)
    return tuple(round(inked * share + bare * (1 - share)) for inked, bare in channels)


def _build() -> tuple[list[int], dict[tuple[Tone, Tone], bytes]]:
    """Return the palette, and for each ink on its ground the colours between them."""
    palette = [channel for tone in Tone for channel in _split(COLOURS[tone])]
    ramps: dict[tuple[Tone, Tone], bytes] = {}
    for ink, ground in _PAIRS:
        numbers = [int(ground)]
        for step in range(1, _STEPS + 1):
            numbers.append(len(palette) // 3)
            palette += _blend(COLOURS[ink], COLOURS[ground], step / (_STEPS + 1))
        numbers.append(int(ink))
        # The nearest step for each coverage; 127 rounds to it.
        ramps[ink, ground] = bytes(
            numbers[(covered * (_STEPS + 1) + 127) // 255] for covered in range(256)
        )
    return palette, ramps


PALETTE, RAMPS = _build()
"""The palette; and for each pair (ink, ground) the number to draw at each coverage 0 … 255."""


class Face(Enum):
    """A typeface, by its file in `fonts/` (IBM Plex, SIL Open Font License)."""

    REGULAR = "IBMPlexSansCondensed-Regular.ttf"
    ITALIC = "IBMPlexSansCondensed-Italic.ttf"
    SEMI = "IBMPlexSansCondensed-SemiBold.ttf"
    BOLD = "IBMPlexSansCondensed-Bold.ttf"
    SERIF = "IBMPlexSerif-SemiBold.ttf"


CAP_HEIGHT = 0.698
"""Height of a capital letter in all faces, as a share of the size."""


class PlayerColour(StrEnum):
    """The two players by their colours."""

    RED = "red"
    BLUE = "blue"
