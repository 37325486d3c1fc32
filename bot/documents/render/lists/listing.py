"""Draw lists (rankings, movers, standings, pairings) for a phone."""

from typing import Final

from bot.documents.render.canvas import Canvas
from bot.documents.render.fitted_names import NameSizes, draw_name
from bot.documents.render.layout import Box
from bot.documents.render.lettering import SMALLEST_SIZE, Style, text_width
from bot.documents.render.lists.listing_layout import (
    HEAD_RULE,
    OVER,
    TITLE,
    TITLE_TOP,
    CellAlign,
    ListingColumn,
    ListingRow,
    ListingRowKind,
    ListingView,
    heading_size,
    listing_layout,
)
from bot.documents.render.theme import Face, Tone

_OVER: Final = Style(Face.SEMI, 28, Tone.MUTED)
_TITLE: Final = Style(Face.SERIF, 48)
_TITLE_ONE_LINE, _TITLE_TWO_LINES = 40, 30
"""The least type size of a title on one line, and the greatest on two."""
_NOTE_SIZE: Final = 26
_FOOTER_SIZE: Final = 22
_MARK: Final = 8
"""Width of the gold bar beside the reader's own row, in pixels."""
_BLEED: Final = 12
"""Pixels by which the ground of a row is wider than its text, on each side."""


def render_listing(view: ListingView) -> bytes:
    """Return the list as a PNG."""
    return draw_listing(view).png()


def draw_listing(view: ListingView) -> Canvas:
    """Return the list as a drawing."""
    drawing = _Drawing(view)
    drawing.head()
    drawing.headings()
    drawing.rows()
    drawing.end()
    return drawing.canvas


def _width(text: str, size: int, *, is_strong: bool) -> int:
    return text_width(text, Face.BOLD if is_strong else Face.REGULAR, size)


class _Drawing:
    """The canvas of a list, with its regions and its texts."""

    def __init__(self, view: ListingView) -> None:
        self._view = view
        self._layout = listing_layout(view, _width)
        self._least = view.size(SMALLEST_SIZE)
        self._heading_size = heading_size(self._layout.size)
        self.canvas = Canvas(self._layout.width, self._layout.height)

    def head(self) -> None:
        """Draw the title, the small text above it and the text at its right."""
        box, view, canvas = self._layout.head, self._view, self.canvas
        room = min(box.width // 2, _OVER.width(view.aside) + 1) if view.aside else 0
        aside = Box(box.right - room, box.y, room, OVER)
        canvas.label(aside, view.aside, _OVER, CellAlign.RIGHT.value, least=self._least)
        over = Box(box.x, box.y, box.width - room - 24, OVER)
        canvas.label(over, view.over, _OVER, least=self._least)
        title = NameSizes(_TITLE, _TITLE_ONE_LINE, _TITLE_TWO_LINES, view.size(24))
        draw_name(canvas, Box(box.x, box.y + TITLE_TOP, box.width, TITLE), view.title, title)
        canvas.rule(box.x, box.bottom - HEAD_RULE, box.width, Tone.INK, 4)

    def headings(self) -> None:
        """Write the headings of the columns, with a line under them."""
        strip = self._layout.headings
        style = Style(Face.SEMI, self._view.size(self._heading_size), Tone.MUTED)
        for column, place in zip(self._view.columns, self._layout.columns, strict=True):
            self._cell(column, Box(place.x, strip.y, place.width, strip.height), style)
        self.canvas.rule(strip.x, strip.bottom - 2, strip.width, Tone.INK, 2)

    def rows(self) -> None:
        """Draw the rows, and the line that ends them."""
        for number, (box, row) in enumerate(zip(self._layout.rows, self._view.rows, strict=True)):
            if row.kind is ListingRowKind.HEADING:
                self._heading_row(box, row)
            else:
                self._row(box, row, Tone.PANEL if number % 2 else Tone.PAPER)
        head, bottom = self._layout.head, self._layout.columns[0].bottom
        self.canvas.rule(head.x, bottom - 1, head.width, Tone.INK, 3)

    def end(self) -> None:
        """Write the lines of text under the list, and the footer at the right."""
        note = Style(Face.REGULAR, self._view.size(_NOTE_SIZE), Tone.MUTED)
        for box, text in zip(self._layout.notes, self._view.notes, strict=True):
            self.canvas.label(box, text, note, least=self._least)
        footer = note._replace(size=self._view.size(_FOOTER_SIZE))
        right = CellAlign.RIGHT.value
        self.canvas.label(self._layout.foot, self._view.footer, footer, right, least=self._least)

    def _heading_row(self, box: Box, row: ListingRow) -> None:
        """Draw a row that heads those below it: its first cell across, others as headings."""
        style = Style(Face.SEMI, self._view.size(self._heading_size + 2), Tone.MUTED)
        line = Box(box.x, box.y + 10, box.width, box.height - 10)
        self.canvas.label(line, row.cells[0], style, least=self._least)
        columns, places = self._view.columns[1:], self._layout.columns[1:]
        for column, place, text in zip(columns, places, row.cells[1:], strict=True):
            self._cell(column, Box(place.x, line.y, place.width, line.height), style, text)
        self.canvas.rule(box.x, box.bottom - 2, box.width, Tone.LINE, 2)

    def _row(self, box: Box, row: ListingRow, usual: Tone) -> None:
        """Draw a row of cells on its usual ground, or the reader's own on gold."""
        is_marked = row.kind is ListingRowKind.MARKED
        ground = Tone.GOLD_SOFT if is_marked else usual
        left = box.x - _BLEED
        self.canvas.fill(Box(left, box.y, box.width + 2 * _BLEED, box.height), ground)
        if is_marked:
            self.canvas.fill(Box(left, box.y, _MARK, box.height), Tone.GOLD)
        for column, place, text in zip(
            self._view.columns, self._layout.columns, row.cells, strict=True
        ):
            face = Face.BOLD if column.is_strong else Face.REGULAR
            style = Style(face, self._layout.size, Tone.INK, ground)
            cell = Box(place.x, box.y, place.width, box.height)
            if column.align is CellAlign.LEFT and column.is_wide:
                # Lines closer than half a row, so that a name does not touch the next row.
                near = Box(cell.x, cell.y + 2, cell.width, cell.height - 6)
                sizes = _name_sizes(style, cell.height, self._view.size(14))
                draw_name(self.canvas, near, text, sizes)
            else:
                self._cell(column, cell, style, text)

    def _cell(
        self, column: ListingColumn, cell: Box, style: Style, text: str | None = None
    ) -> None:
        """Write a text of the column into the cell, by default the column's heading."""
        written = column.heading if text is None else text
        self.canvas.label(cell, written, style, column.align.value, least=self._least)


def _name_sizes(style: Style, height: int, least: int) -> NameSizes:
    """Return the type sizes of a name in a row: two lines once one line is no larger."""
    two_lines = max(least, min(style.size, height * 2 // 5))
    return NameSizes(style, max(two_lines, style.size * 3 // 4), two_lines, least)
