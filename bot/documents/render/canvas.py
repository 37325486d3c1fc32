"""Drawing on an image of palette numbers: boxes, lines, letters and ready-made sprites.

A sprite is an image of palette numbers with smooth edges, made once and pasted many times. All
caches are bounded and hold values that nobody changes, so any thread may draw.
"""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.documents.render.layout import Box
from bot.documents.render.lettering import Style, mapped, text_sprite
from bot.documents.render.png import written
from bot.documents.render.theme import PALETTE, RAMPS, Tone

DPI = 200
Shape = Callable[[ImageDraw.ImageDraw, int], None]
"""Fills a shape with 255, drawn as many times larger as it is told."""


def coverage(width: int, height: int, draw: Shape, *, times: int = 4) -> Image.Image:
    """Return the coverage of a shape: drawn larger and scaled down, its edges are smooth."""
    large = Image.new("L", (width * times, height * times))
    draw(ImageDraw.Draw(large), times)
    return large.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=64)
def shape(width: int, height: int, draw: Shape) -> Image.Image:
    """Return the coverage of a shape that is wanted again and again."""
    return coverage(width, height, draw)


@lru_cache(maxsize=64)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return the coverage of a rectangle with round corners."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        box = (0, 0, width * scale - 1, height * scale - 1)
        pen.rounded_rectangle(box, radius * scale, fill=255)

    return coverage(width, height, draw)


class Canvas:
    """An image of palette numbers being drawn."""

    def __init__(self, width: int, height: int, ground: Tone = Tone.PAPER) -> None:
        """Return an empty canvas."""
        self.image = Image.new("L", (width, height), int(ground))
        self._draw = ImageDraw.Draw(self.image)

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
        """Draw a shape by its coverage, smooth, on a ground of one tone."""
        self.image.paste(mapped(covered, RAMPS[tone, ground]), (x, y))

    def trace(self, covered: Image.Image, x: int, y: int, tone: Tone) -> None:
        """Draw a shape over whatever is there already; only its edge takes on the paper's tone."""
        drawn = covered.point([0] + [255] * 255)
        self.image.paste(mapped(covered, RAMPS[tone, Tone.PAPER]), (x, y), drawn)

    def sprite(self, image: Image.Image, x: int, y: int) -> None:
        """Paste palette numbers."""
        self.image.paste(image, (x, y))

    def text(self, at: tuple[int, int], text: str, style: Style, align: float = 0) -> int:
        """Write a line with its baseline at `at`, and return its width.

        `align` is the share of the width that lies left of `at`: 0 starts there, 1 ends there.
        """
        if not text:
            return 0
        drawn = text_sprite(text, style)
        x = at[0] - round(drawn.width * align)
        self.image.paste(drawn.image, (x + drawn.dx, at[1] + drawn.dy))
        return drawn.width

    def label(self, box: Box, text: str, style: Style, align: float = 0) -> int:
        """Write a line in the middle of a box's height, never wider than the box.

        Where it would be too wide the type shrinks, and at the least size the text is cut. Returns
        the width left free in the box.
        """
        if not text or box.width <= 0:
            return box.width
        fitted = style.fit(text, box.width)
        text = fitted.shorten(text, box.width)
        at = (box.x + round(box.width * align), box.y + (box.height + fitted.cap) // 2)
        return box.width - self.text(at, text, fitted, align)

    def picture(self) -> Image.Image:
        """Return the drawing in its colours."""
        coloured = self.image.copy()
        coloured.putpalette(PALETTE)
        return coloured.convert("RGB")

    def png(self) -> bytes:
        """Return the drawing as a PNG of palette numbers."""
        return written(self.image, PALETTE, DPI)
