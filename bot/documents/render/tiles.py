"""Tiles as sprites: on the board, in a rack and in the tile sequence.

Red's tile is filled with white text, Blue's is white with a blue edge and text. The letter of a
blank is in a disc of the opposite kind. Each look is drawn once.
"""

from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.documents.render.canvas import Canvas, rounded, shape
from bot.documents.render.layout import Box
from bot.documents.render.lettering import Style, mapped
from bot.documents.render.theme import RAMPS, Face, PlayerColour, Tone
from bot.documents.render.view import SequenceTile, TileState

SIDE_TONES = {PlayerColour.RED: Tone.RED, PlayerColour.BLUE: Tone.BLUE}
"""The colour of each player's tiles."""
STROKE_TONES = {PlayerColour.RED: Tone.RED_SOFT, PlayerColour.BLUE: Tone.BLUE_SOFT}
"""The colour of the stroke through a used tile of the sequence."""


class TileStyle(Enum):
    """How a tile is shown."""

    PLAIN = auto()
    LAST = auto()
    """A tile of the last move: on gold."""
    PROPOSED = auto()
    """A tile of a move not yet sent: a pale gold face."""


class TileFace(NamedTuple):
    """The letter and value on a tile; a small letter is a blank's, `?` a blank without a letter."""

    letter: str
    value: int
    side: PlayerColour
    look: TileStyle = TileStyle.PLAIN


@lru_cache(maxsize=512)
def tile_sprite(tile: TileFace, size: int, ground: Tone) -> Image.Image:
    """Return a square tile with its letter and value, on the given ground."""
    is_last, is_proposed = tile.look is TileStyle.LAST, tile.look is TileStyle.PROPOSED
    around = Tone.GOLD if is_last else ground
    canvas = Canvas(size, size, around)
    tone = SIDE_TONES[tile.side]
    face = Box(0, 0, size, size).inset(max(3, size // 12) if is_last else 1)
    radius = max(3, size // 9)
    canvas.stamp(rounded(face.width, face.height, radius), face.x, face.y, tone, around)
    ink, paper = Tone.WHITE, tone
    if is_proposed or tile.side is PlayerColour.BLUE:
        edge = max(2, size // (11 if is_proposed else 16))
        inner = face.inset(edge)
        ink, paper = tone, Tone.GLOW if is_proposed else Tone.WHITE
        coverage = rounded(inner.width, inner.height, max(2, radius - edge))
        canvas.stamp(coverage, inner.x, inner.y, paper, tone)
    _letter(canvas, face, tile, (ink, paper))
    return canvas.image


def _letter(canvas: Canvas, face: Box, tile: TileFace, tones: tuple[Tone, Tone]) -> None:
    """Draw the letter and the value of a tile; a blank has its letter in a disc."""
    size, (ink, paper) = face.width, tones
    if tile.letter.islower():
        disc, edge = round(size * 0.7), round(size * 0.1)
        canvas.stamp(rounded(disc, disc, disc // 2), face.x + edge, face.y + edge, ink, paper)
        inside = Style(Face.BOLD, round(size * 0.5), paper, ink)
        place = Box(face.x + edge, face.y + edge, disc, disc)
        canvas.label(place, tile.letter.upper(), inside, 0.5)
    else:
        style = Style(Face.BOLD, round(size * 0.63), ink, paper)
        at = (face.x + round(size * 0.47), face.y + round(size * 0.475) + style.cap_height // 2)
        canvas.text(at, tile.letter, style, 0.5)
    corner = Style(Face.SEMI, max(9, round(size * 0.28)), ink, paper)
    at = (face.x + round(size * 0.9), face.y + round(size * 0.9))
    canvas.text(at, str(tile.value), corner, 1)


@lru_cache(maxsize=64)
def spent_sprite(size: int) -> Image.Image:
    """Return the gap that a used tile leaves in a rack."""
    canvas = Canvas(size, size)
    radius = max(3, size // 9)
    canvas.stamp(rounded(size - 2, size - 2, radius), 1, 1, Tone.LINE, Tone.PAPER)
    canvas.stamp(rounded(size - 6, size - 6, max(2, radius - 2)), 3, 3, Tone.PAPER, Tone.LINE)
    return canvas.image


@lru_cache(maxsize=256)
def sequence_sprite(tile: SequenceTile, width: int, height: int) -> Image.Image:
    """Return one tile of the sequence: waiting, on a rack (a small tile), or struck through.

    Red's stroke rises and Blue's falls, so that they differ without colour.
    """
    canvas = Canvas(width, height)
    box = Box(0, 0, width, height)
    style = Style(Face.SEMI, round(height * 0.68))
    if tile.side is None or tile.state is TileState.WAITING:
        canvas.label(box, tile.tile, style, 0.5)
    elif tile.state is TileState.HELD:
        ink, paper = _chip(canvas, tile.side)
        canvas.label(box, tile.tile, Style(Face.BOLD, style.size - 1, ink, paper), 0.5)
    else:
        tone = SIDE_TONES[tile.side]
        canvas.label(box, tile.tile, Style(Face.SEMI, style.size, tone), 0.5)
        stroke = shape(width, height, _rising if tile.side is PlayerColour.RED else _falling)
        numbers = mapped(stroke, RAMPS[STROKE_TONES[tile.side], Tone.PAPER])
        bare = mapped(canvas.image, _BARE)
        canvas.image.paste(numbers, (0, 0), bare)
    return canvas.image


_BARE = bytes(255 if number == Tone.PAPER else 0 for number in range(256))
"""The pixels where a stroke is drawn: only bare paper, so that the letter stays readable."""


def _chip(canvas: Canvas, side: PlayerColour) -> tuple[Tone, Tone]:
    """Draw a small tile over the whole canvas; return its text tone and ground."""
    width, height = canvas.image.size
    tone = SIDE_TONES[side]
    canvas.stamp(rounded(width - 2, height - 2, 5), 1, 1, tone, Tone.PAPER)
    if side is PlayerColour.RED:
        return Tone.WHITE, tone
    canvas.stamp(rounded(width - 8, height - 8, 3), 4, 4, Tone.WHITE, tone)
    return tone, Tone.WHITE


def _rising(draw: ImageDraw.ImageDraw, scale: int) -> None:
    width, height = draw.im.size
    edge = 6 * scale
    draw.line((edge, height - edge, width - edge, edge), fill=255, width=2 * scale)


def _falling(draw: ImageDraw.ImageDraw, scale: int) -> None:
    width, height = draw.im.size
    edge = 6 * scale
    draw.line((edge, edge, width - edge, height - edge), fill=255, width=2 * scale)
