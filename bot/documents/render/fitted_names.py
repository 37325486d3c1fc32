"""Write names and titles as large as their box allows, on one line or on two."""

from typing import NamedTuple

from bot.documents.render.canvas import Canvas
from bot.documents.render.layout import Box
from bot.documents.render.lettering import Style, halved


class NameSizes(NamedTuple):
    """The type sizes of a name: the style that it has with enough room, and the limits."""

    style: Style
    one_line: int
    """The least size on one line; a longer name takes two."""
    two_lines: int
    """The greatest size on two lines."""
    least: int
    """The least size on two lines; a still longer name is shortened."""


def draw_name(canvas: Canvas, box: Box, name: str, sizes: NameSizes) -> None:
    """Write a name as large as possible, on two lines if one line would be small."""
    style = sizes.style.fit(name, box.width, least=sizes.one_line)
    lines = (name,) if style.width(name) <= box.width else halved(name, style)
    if len(lines) > 1:
        style = style._replace(size=sizes.two_lines)
        style = style.fit(max(lines, key=style.width), box.width, least=sizes.least)
    height = box.height // len(lines)
    for row, line in enumerate(lines):
        place = Box(box.x, box.y + row * height, box.width, height)
        canvas.label(place, style.shorten(line, box.width), style, least=sizes.least)
