"""Draw on an image of palette numbers: boxes, lines, text and prepared sprites.

A sprite is an image of palette numbers with smooth edges, made once and pasted many times. All
caches are bounded and their values never change, so any thread may draw.
"""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.documents.render.layout import Box
from bot.documents.render.lettering import SMALLEST_SIZE, Style, mapped, text_sprite
from bot.documents.render.png import png_bytes
from bot.documents.render.theme import PALETTE, RAMPS, Tone

DPI = 200
"""Dots per inch, stated in the PNG so that a sheet is printed as A4."""
Shape = Callable[[ImageDraw.ImageDraw, int], None]
"""Fills a shape with 255 on a drawing enlarged by the given factor."""


def coverage(width: int, height: int, draw: Shape, *, times: int = 4) -> Image.Image:
    """Return the coverage of a shape, drawn enlarged `times` and scaled down for smooth edges."""
    large = Image.new("L", (width * times, height * times))
    draw(ImageDraw.Draw(large), times)
    return large.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=64)
def shape(width: int, height: int, draw: Shape) -> Image.Image:
    """Return the coverage of a shape that is drawn many times; the result is cached."""
    return coverage(width, height, draw)


@lru_cache(maxsize=64)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return the coverage of a rectangle with round corners."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        box = (0, 0, width * scale - 1, height * scale - 1)
        pen.rounded_rectangle(box, radius * scale, fill=255)

    return coverage(width, height, draw)


class Canvas:
    """A drawing: an image of palette numbers."""

    def __init__(self, width: int, height: int, ground: Tone = Tone.PAPER) -> None:
        """Begin with nothing drawn, on one ground."""
        self.image = Image.new("L", (width, height), int(ground))
        self._draw = ImageDraw.Draw(self.image)
        self.smallest = 0
        """The smallest size of type written so far; 0 for none."""

    def fill(self, box: Box, tone: Tone) -> None:
        """Fill a box."""
        if box.width > 0 and box.height > 0:
            self.image.paste(int(tone), (box.x, box.y, box.right, box.bottom))

    def frame(self, box: Box, tone: Tone, width: int) -> None:
        """Draw the edge of a box, inside it."""
        area = (box.x, box.y, box.right - 1, box.bottom - 1)
        self._draw.rectangle(area, outline=int(tone), width=width)

    def rule(self, x: int, y: int, length: int, tone: Tone, width: int = 2) -> None:
        """Draw a horizontal line from (x, y), `width` pixels downwards."""
        self.fill(Box(x, y, length, width), tone)

    def stamp(self, covered: Image.Image, x: int, y: int, tone: Tone, ground: Tone) -> None:
        """Draw a shape from its coverage, with smooth edges on a ground of one tone."""
        self.image.paste(mapped(covered, RAMPS[tone, ground]), (x, y))

    def trace(self, covered: Image.Image, x: int, y: int, tone: Tone) -> None:
        """Draw a shape over any ground; only its edge is blended with the paper's tone."""
        mask = covered.point([0] + [255] * 255)  # all pixels that the shape touches
        self.image.paste(mapped(covered, RAMPS[tone, Tone.PAPER]), (x, y), mask)

    def sprite(self, image: Image.Image, x: int, y: int) -> None:
        """Paste an image of palette numbers."""
        self.image.paste(image, (x, y))

    def text(self, at: tuple[int, int], text: str, style: Style, align: float = 0) -> int:
        """Write a line with its baseline at `at`, and return its width in pixels.

        `align` is the share of the width to the left of `at`: 0 starts there, 1 ends there.
        """
        if not text:
            return 0
        self.smallest = min(self.smallest or style.size, style.size)
        sprite = text_sprite(text, style)
        x = at[0] - round(sprite.width * align)
        self.image.paste(sprite.image, (x + sprite.dx, at[1] + sprite.dy))
        return sprite.width

    def label(
        self, box: Box, text: str, style: Style, align: float = 0, *, least: int = SMALLEST_SIZE
    ) -> int:
        """Write a line, never wider than the box, at its half height; return the width left free.

        If the line is too wide, the type shrinks; at the `least` size the text is cut.
        """
        if not text or box.width <= 0:
            return box.width
        fitted = style.fit(text, box.width, least)
        text = fitted.shorten(text, box.width)
        at = (box.x + round(box.width * align), box.y + (box.height + fitted.cap_height) // 2)
        return box.width - self.text(at, text, fitted, align)

    def picture(self) -> Image.Image:
        """Return the drawing as an image in colour."""
        coloured = self.image.copy()
        coloured.putpalette(PALETTE)
        return coloured.convert("RGB")

    def png(self) -> bytes:
        """Return the drawing as a PNG of palette numbers."""
        return png_bytes(self.image, PALETTE, DPI)
