"""Draw lists (rankings, movers, standings, pairings) for a phone."""

from bot.documents.render.canvas import Canvas
from bot.documents.render.fitted_names import NameSizes, draw_name
from bot.documents.render.layout import Box
from bot.documents.render.lettering import SMALLEST_SIZE, Style, text_width
from bot.documents.render.lists.listing_layout import (
    CellAlign,
    ListingLayout,
    ListingRow,
    ListingRowKind,
    ListingView,
    heading_size,
    listing_layout,
)
from bot.documents.render.theme import Face, Tone

_TITLE = Style(Face.SERIF, 48)
_SMALL = Style(Face.REGULAR, 26, Tone.MUTED)


def render_listing(view: ListingView) -> bytes:
    """Return the list as a PNG."""
    return draw_listing(view).png()


def draw_listing(view: ListingView) -> Canvas:
    """Return the list as a drawing."""
    small, least = _SMALL._replace(size=view.size(26)), view.size(SMALLEST_SIZE)
    layout = listing_layout(view, _width)
    canvas = Canvas(layout.width, layout.height)
    _draw_head(canvas, layout.head, view)
    _draw_headings(canvas, layout, view)
    for number, (box, row) in enumerate(zip(layout.rows, view.rows, strict=True)):
        if row.kind is ListingRowKind.HEADING:
            _draw_heading_row(canvas, layout, box, row, view)
        else:
            _draw_row(canvas, layout, box, row, view, is_odd=bool(number % 2))
    canvas.rule(layout.head.x, layout.columns[0].bottom - 1, layout.head.width, Tone.INK, 3)
    for box, note in zip(layout.notes, view.notes, strict=True):
        canvas.label(box, note, small, least=least)
    foot = small._replace(size=view.size(22))
    canvas.label(layout.foot, view.footer, foot, 1, least=least)
    return canvas


def _width(text: str, size: int, *, is_strong: bool) -> int:
    return text_width(text, Face.BOLD if is_strong else Face.REGULAR, size)


def _draw_head(canvas: Canvas, box: Box, view: ListingView) -> None:
    """Draw the title, the small text above it and the text at its right."""
    aside, least = Style(Face.SEMI, 28, Tone.MUTED), view.size(SMALLEST_SIZE)
    room = min(box.width // 2, aside.width(view.aside) + 1) if view.aside else 0
    canvas.label(Box(box.right - room, box.y, room, 40), view.aside, aside, 1, least=least)
    left = box.width - room - 24
    canvas.label(Box(box.x, box.y, left, 40), view.over, aside, least=least)
    title = NameSizes(_TITLE, 40, 30, view.size(24))
    draw_name(canvas, Box(box.x, box.y + 46, box.width, 84), view.title, title)
    canvas.rule(box.x, box.bottom - 22, box.width, Tone.INK, 4)


def _draw_headings(canvas: Canvas, layout: ListingLayout, view: ListingView) -> None:
    """Write the headings of the columns, with a line under them."""
    strip = layout.headings
    style = Style(Face.SEMI, view.size(heading_size(layout.size)), Tone.MUTED)
    for column, box in zip(view.columns, layout.columns, strict=True):
        cell = Box(box.x, strip.y, box.width, strip.height)
        canvas.label(
            cell, column.heading, style, column.align.value, least=view.size(SMALLEST_SIZE)
        )
    canvas.rule(strip.x, strip.bottom - 2, strip.width, Tone.INK, 2)


def _draw_heading_row(
    canvas: Canvas, layout: ListingLayout, box: Box, row: ListingRow, view: ListingView
) -> None:
    """Draw a row that heads those below it: the first cell across the list, others as headings."""
    columns, least = view.columns, view.size(SMALLEST_SIZE)
    style = Style(Face.SEMI, view.size(heading_size(layout.size) + 2), Tone.MUTED)
    line = Box(box.x, box.y + 10, box.width, box.height - 10)
    canvas.label(line, row.cells[0], style, least=least)
    for column, place, text in zip(columns[1:], layout.columns[1:], row.cells[1:], strict=True):
        cell = Box(place.x, line.y, place.width, line.height)
        canvas.label(cell, text, style, column.align.value, least=least)
    canvas.rule(box.x, box.bottom - 2, box.width, Tone.LINE, 2)


def _draw_row(  # noqa: PLR0913  (one parameter for each part of the row)
    canvas: Canvas,
    layout: ListingLayout,
    box: Box,
    row: ListingRow,
    view: ListingView,
    *,
    is_odd: bool,
) -> None:
    """Draw a row of cells on its ground: the reader's own in gold, every second one darker."""
    columns, least = view.columns, view.size(SMALLEST_SIZE)
    ground = Tone.PANEL if is_odd else Tone.PAPER
    if row.kind is ListingRowKind.MARKED:
        ground = Tone.GOLD_SOFT
    canvas.fill(Box(box.x - 12, box.y, box.width + 24, box.height), ground)
    if row.kind is ListingRowKind.MARKED:
        canvas.fill(Box(box.x - 12, box.y, 8, box.height), Tone.GOLD)
    for column, place, text in zip(columns, layout.columns, row.cells, strict=True):
        face = Face.BOLD if column.is_strong else Face.REGULAR
        cell = Box(place.x, box.y, place.width, box.height)
        style = Style(face, layout.size, Tone.INK, ground)
        if column.align is CellAlign.LEFT and column.is_wide:
            # The lines are closer than half a row, so that a name does not touch the next row.
            near = Box(cell.x, cell.y + 2, cell.width, cell.height - 6)
            draw_name(canvas, near, text, _name_lines(style, cell.height, view.size(14)))
        else:
            canvas.label(cell, text, style, column.align.value, least=least)


def _name_lines(style: Style, height: int, least: int) -> NameSizes:
    """Return the type sizes of a name in a row: two lines once one line is no larger."""
    two_lines = max(least, min(style.size, height * 2 // 5))
    return NameSizes(style, max(two_lines, style.size * 3 // 4), two_lines, least)
