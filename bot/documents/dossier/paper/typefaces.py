"""The typefaces of a case file: the sheets' own faces and colours, and the printable characters."""

from functools import cache
from html import escape
from importlib import resources
from io import BytesIO
from typing import Any, Final
from unicodedata import category

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph

from bot.documents.render.lettering import stand_in
from bot.documents.render.theme import COLOURS, Face, PlayerColour, Tone


def _tone(tone: Tone) -> Color:
    return HexColor(COLOURS[tone])


INK: Final = _tone(Tone.INK)
MUTED: Final = _tone(Tone.MUTED)
LINE: Final = _tone(Tone.LINE)
PANEL: Final = _tone(Tone.PANEL)
SIDES: Final = {PlayerColour.RED: _tone(Tone.RED), PlayerColour.BLUE: _tone(Tone.BLUE)}


@cache
def load_fonts() -> TTFont:
    """Register the typefaces with the library, and return the one used for most text."""
    folder = resources.files("bot.documents.render").joinpath("fonts")
    fonts = {}
    for face in Face:
        with folder.joinpath(face.value).open("rb") as file:
            fonts[face] = TTFont(face.name, BytesIO(file.read()))
        pdfmetrics.registerFont(fonts[face])
    return fonts[Face.REGULAR]


@cache
def _glyphs() -> frozenset[int]:
    """Return the code points that the typeface of most text can print."""
    return frozenset(load_fonts().face.charToGlyph)


def printable(text: str) -> str:
    """Return the text in printable characters: no pictographs, plain letters, or "?"."""
    return "".join(map(_printable_sign, text)).strip()


def _printable_sign(sign: str) -> str:
    return sign if sign == "\n" or _has_glyph(sign) else stand_in(sign, _has_glyph)


def _has_glyph(sign: str) -> bool:
    """Return whether the sign can be printed; control characters have glyphs, but no shape."""
    return ord(sign) in _glyphs() and not category(sign).startswith("C")


def style(face: Face, size: float, colour: Color = INK, **more: Any) -> ParagraphStyle:
    """Return a paragraph style; the size is in points, `more` uses the library's names.

    Without a `leading`, the lines are 1.3 times as high as the type.
    """
    # The library needs a name for each style; equal styles may share one.
    name = f"{face.name} {size} {colour.hexval()} {sorted(more.items())}"
    leading = more.pop("leading", size * 1.3)
    return ParagraphStyle(
        name, fontName=face.name, fontSize=size, leading=leading, textColor=colour, **more
    )


TEXT: Final = style(Face.REGULAR, 10, spaceAfter=5)
QUIET: Final = style(Face.REGULAR, 8.5, MUTED, spaceAfter=5)
CHAPTER: Final = style(Face.SERIF, 19, spaceBefore=10, spaceAfter=9)
SECTION: Final = style(Face.SEMI, 12.5, spaceBefore=8, spaceAfter=4)
LABEL: Final = style(Face.REGULAR, 9, MUTED)
FACT: Final = style(Face.REGULAR, 9.5, splitLongWords=1)


def paragraph(text: str, in_style: ParagraphStyle) -> Paragraph:
    """Return a paragraph of plain text, its line feeds kept."""
    return Paragraph(escape(printable(text)).replace("\n", "<br/>"), in_style)
