"""Write the sheets of a spreadsheet as pages to print and sign (PDF)."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from io import BytesIO
from typing import Any, Final

from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.platypus import (
    Flowable,
    LongTable,
    PageBreak,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    TableStyle,
)

from bot.documents.dossier.paper.typefaces import (
    INK,
    LINE,
    MUTED,
    PANEL,
    SECTION,
    load_fonts,
    printable,
    style,
    words,
)
from bot.documents.render.theme import Face
from bot.documents.views.spreadsheets import BookSheet, Cell
from bot.texts.messages import Word, say

_MARGIN: Final = 15 * mm
_MOST_UPRIGHT: Final = 7
"""The most columns of a page that is higher than wide."""
_MOST_ROWS: Final = 5000
"""The most rows of a sheet that are printed."""
_BODY: Final = style(Face.REGULAR, 8.5)
_HEAD: Final = style(Face.SEMI, 8.5)
_LONGEST: Final = 30
"""The characters from which a column gets no wider."""
_LINES: Final = TableStyle(
    [
        ("GRID", (0, 0), (-1, -1), 0.4, LINE),
        ("BACKGROUND", (0, 0), (-1, 0), PANEL),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
)


def printed(sheets: Iterable[BookSheet], word: Word) -> bytes:
    """Return the sheets as PDF: each begins a page and ends with lines for day and signature.

    The same sheets give the same file.
    """
    load_fonts()
    contents = [(sheet, [*sheet.rows][:_MOST_ROWS]) for sheet in sheets]
    is_upright = all(len(sheet.columns) <= _MOST_UPRIGHT for sheet, _ in contents)
    size = A4 if is_upright else landscape(A4)
    out = BytesIO()
    document = SimpleDocTemplate(
        out,
        pagesize=size,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN,
        title=printable(contents[0][0].name) if contents else "",
        author="Tur-Retur",
        invariant=1,
    )
    flow: list[Flowable] = []
    for sheet, rows in contents:
        flow += [PageBreak()] if flow else []
        flow += _page(sheet, rows, size[0] - 2 * _MARGIN, word)
    document.build(flow, onFirstPage=_numbered, onLaterPages=_numbered)
    return out.getvalue()


def _page(
    sheet: BookSheet, rows: list[tuple[Cell, ...]], width: float, word: Word
) -> Iterator[Flowable]:
    """Yield the heading, the table and the lines for day and signature of a sheet."""
    yield words(sheet.name, SECTION)
    shown = [[_shown(cell) for cell in row] for row in rows]
    cells = [[words(one, _HEAD) for one in sheet.columns]]
    cells += [[words(one, _BODY) for one in row] for row in shown]
    table = LongTable(cells, colWidths=_widths(sheet.columns, shown, width), repeatRows=1)
    table.setStyle(_LINES)
    yield table
    yield Spacer(0, 12 * mm)
    yield Paragraph(printable(word(say("printed.signature"))), _BODY)


def _widths(columns: tuple[str, ...], rows: list[list[str]], width: float) -> list[float]:
    """Return the width of each column, by its longest text."""
    longest = [
        min(_LONGEST, max([len(heading), 3, *(len(row[place]) for row in rows)]))
        for place, heading in enumerate(columns)
    ]
    return [width * one / sum(longest) for one in longest]


def _shown(cell: Cell) -> str:
    if cell is None:
        return ""
    return f"{cell:.4f}" if isinstance(cell, Decimal | float) and cell % 1 else f"{cell}"


def _numbered(canvas: Any, document: Any) -> None:
    """Write the page's number at its foot."""
    canvas.saveState()
    canvas.setFont(Face.REGULAR.name, 8)
    canvas.setFillColor(MUTED)
    canvas.drawRightString(document.pagesize[0] - _MARGIN, _MARGIN / 2, f"{document.page}")
    canvas.setFillColor(INK)
    canvas.restoreState()
