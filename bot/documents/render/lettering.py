"""Text in a typeface, size and colour: its drawing, its width, and how to fit it to a width.

All caches are bounded and their values never change, so any thread may draw.
"""

import re
import threading
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageFont

from bot.documents.render.theme import CAP_HEIGHT, RAMPS, Face, Tone

SMALLEST_SIZE = 11
"""The smallest size to which type shrinks, unless the caller wants it larger: 4 points on A4."""
_STEPS_OF_ONE, _STEPS_OF_TWO = 16, 36
"""The greatest sizes that are drawn in steps of one, and of two pixels."""
_font_lock = threading.Lock()
"""Held while a font is in use, because the library's fonts are not safe for several threads."""


class Style(NamedTuple):
    """The style of a text: typeface, size in pixels, colour, and ground colour.

    Large type is drawn at the next even size below, or at the next multiple of four.
    """

    face: Face
    size: int
    tone: Tone = Tone.INK
    ground: Tone = Tone.PAPER

    @property
    def cap_height(self) -> int:
        """Return the height of a capital letter in pixels."""
        return round(self.size * CAP_HEIGHT)

    def width(self, text: str) -> int:
        """Return the width of a line of text in pixels, rounded up."""
        return text_width(text, self.face, self.size)

    def fit(self, text: str, width: int, least: int = SMALLEST_SIZE) -> "Style":
        """Return the style at its own size, or at the largest smaller size at which the text fits.

        The size is never below `least`; the caller must then shorten a longer text.
        """
        size = self.size
        while size > least and (needed := text_width(text, self.face, size)) > width:
            size = max(least, min(size - 1, size * width // needed))
        return self._replace(size=size)

    def shorten(self, text: str, width: int) -> str:
        """Return the text, cut and ended with … where it is wider than `width`."""
        if self.width(text) <= width:
            return text
        while text and self.width(text.rstrip() + "…") > width:
            text = text[:-1]
        return text.rstrip() + "…" if text else ""


def halved(text: str, style: Style) -> tuple[str, ...]:
    """Return the text on two lines of similar length; a single word stays on one line."""
    words = text.split()
    breaks = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words)))
    return min(breaks, key=lambda pair: max(map(style.width, pair)), default=(text,))


class Sprite(NamedTuple):
    """A drawn line of text: its pixels, their offset from the start of the baseline, its width."""

    image: Image.Image
    dx: int
    dy: int
    width: int


def _drawn_size(size: int) -> int:
    """Return the size at which type is drawn; coarse steps for large type keep open fonts few."""
    step = 4
    if size <= _STEPS_OF_ONE:
        step = 1
    elif size <= _STEPS_OF_TWO:
        step = 2
    return size - size % step


@lru_cache(maxsize=40)
def _font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    path = resources.files("bot.documents.render") / "fonts" / face.value
    with resources.as_file(path) as file:
        return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def drawable(text: str, face: Face) -> str:
    """Return the text in characters that the typeface has, without control or direction marks.

    A name of pictographs only becomes `?`, because a gap would look like an error of the program.
    """
    if text.isascii() and text.isprintable():
        return text
    shown = "".join(_drawable_sign(sign, face) for sign in text)
    return shown if shown == text else re.sub("  +", " ", shown).strip() or "?"


@lru_cache(maxsize=1024)
def _drawable_sign(sign: str, face: Face) -> str:
    """Return a character that the typeface has, in its place; "" for a control character."""
    if sign == "\N{NO-BREAK SPACE}":
        return sign
    if not sign.isprintable():
        return ""
    return sign if _has(sign, face) else stand_in(sign, lambda part: _has(part, face))


def stand_in(sign: str, has: Callable[[str], bool]) -> str:
    """Return a replacement for a character that the typeface lacks; `has` says what it has.

    The replacement is the letter's plain form if it has one (`ễ`: e, `𝓐`: A), or else `?`. A
    pictograph is removed.
    """
    parts = unicodedata.normalize("NFKD", sign)
    plain = "".join(part for part in parts if not unicodedata.combining(part) and has(part))
    return plain or ("?" if sign.isalnum() else "")


def _has(sign: str, face: Face) -> bool:
    """Return whether the typeface has the character: its shape is not that of a missing one."""
    return sign.isspace() or _glyph(sign, face) != _glyph(_IN_NO_FACE, face)


@lru_cache(maxsize=1024)
def _glyph(sign: str, face: Face) -> bytes:
    font = _font(face, 16)
    with _font_lock:
        return bytes(font.getmask(sign))


_IN_NO_FACE = "\U0010ffff"
"""A character that no typeface has; its box is the sign for a missing character."""


@lru_cache(maxsize=2048)
def text_width(text: str, face: Face, size: int) -> int:
    """Return the width of a line of text in pixels, rounded up."""
    font = _font(face, _drawn_size(size))
    text = drawable(text, face)
    with _font_lock:
        return ceil(font.getlength(text))


_REFERENCE = 64
"""The size at which `measure` measures."""


def measure(text: str, size: int) -> int:
    """Return about the width of small text in pixels, for layouts that try many sizes.

    The text is measured once at a large size, then scaled. Small type is a little wider than that,
    so 4% and a pixel are added.
    """
    return text_width(text, Face.REGULAR, _REFERENCE) * size * 104 // (_REFERENCE * 100) + 1


def mapped(coverage: Image.Image, table: bytes) -> Image.Image:
    """Return the image with every value replaced from a table of 256."""
    return Image.frombytes("L", coverage.size, coverage.tobytes().translate(table))


@lru_cache(maxsize=1024)
def text_sprite(text: str, style: Style) -> Sprite:
    """Return a line of text as palette numbers."""
    font = _font(style.face, _drawn_size(style.size))
    text = drawable(text, style.face)
    with _font_lock:
        core, (dx, dy) = font.getmask2(text, mode="L", anchor="ls")
    mask = Image.new("L", core.size)
    mask.im.paste(core, (0, 0, *core.size))
    numbers = mapped(mask, RAMPS[style.tone, style.ground])
    return Sprite(numbers, dx, dy, style.width(text))
