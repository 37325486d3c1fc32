"""Write lists as pages to print and sign (PDF), each upright or across as its columns need."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from io import BytesIO
from itertools import islice
from typing import Any, Final, NamedTuple

from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    LongTable,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
    TableStyle,
)

from bot.documents.dossier.paper.typefaces import (
    INK,
    LABEL,
    LINE,
    MUTED,
    PANEL,
    QUIET,
    SECTION,
    load_fonts,
    paragraph,
    printable,
    style,
)
from bot.documents.render.theme import Face
from bot.documents.views.spreadsheets import BookSheet, Cell
from bot.texts.messages import Plain, say
from bot.texts.signs import signed

_MARGIN: Final = 15 * mm
_PADDING: Final = 3
"""Points at the left and the right of a cell's text."""
MOST_ROWS: Final = 5000
"""The most rows of a list that are printed; a note says how many others there are."""
_SIZES: Final = (8.5, 7.5, 6.5)
"""The type sizes: the first at which the columns fit a page, else the last."""
_NARROWEST: Final = 6 * mm
"""The least width of a column."""
_EMPTY: Final = 16 * mm
"""The least width of a column without texts, to be filled in by hand."""
_WIDEST: Final = 75 * mm
"""The greatest best width of a column; longer texts take several lines."""
_FEW: Final = 25
"""The most rows that are printed with room to write between their lines."""
_LONGEST_WORD: Final = 22
"""The characters of a word that a column never breaks."""
_SIGNATURE: Final = style(Face.REGULAR, 9)
_SQUEEZED: Final = 1.2
"""The share of an upright page's width that a list's best widths may need before it is turned."""
_ROOMY, _TIGHT = 5, 2
"""Points over and under the text of a row, in a list of few rows and in a longer one."""


class _Format(StrEnum):
    """The format of a page, by the name of its template."""

    UPRIGHT = "upright"
    ACROSS = "across"

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of a page."""
        return A4 if self is _Format.UPRIGHT else landscape(A4)

    @property
    def room(self) -> float:
        """The width between the margins."""
        return self.size[0] - 2 * _MARGIN


@dataclass(frozen=True, slots=True)
class _Type:
    """The styles of a list at a size of type."""

    size: float

    @property
    def body(self) -> ParagraphStyle:
        return style(Face.REGULAR, self.size)

    @property
    def figure(self) -> ParagraphStyle:
        return style(Face.REGULAR, self.size, alignment=TA_RIGHT)

    @property
    def head(self) -> ParagraphStyle:
        return style(Face.SEMI, self.size)


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of a list."""

    place: int
    """Its place among the columns of the list, from 0."""
    least: float
    """The width in points at which no word is broken."""
    best: float
    """The width in points at which no text needs a second line, within `_WIDEST`."""


@dataclass(frozen=True, slots=True)
class _Page:
    """The type, the columns and the width of a list's pages."""

    type: _Type
    columns: Sequence[_Column]
    room: float


class _Rows(NamedTuple):
    """The rows of a list: the cells, and their texts."""

    cells: Sequence[Sequence[Cell]]
    texts: Sequence[Sequence[str]]


def pdf_of(sheets: Iterable[BookSheet], plain: Plain) -> bytes:
    """Return the lists as PDF: each begins a page and ends with lines for day and signature.

    The same lists give the same file.
    """
    load_fonts()
    flow: list[Flowable] = []
    first, title = _Format.UPRIGHT, ""
    for sheet in sheets:
        all_rows = iter(sheet.rows)
        cells = [_filled_up(row, len(sheet.columns)) for row in islice(all_rows, MOST_ROWS)]
        if left_out := sum(1 for _ in all_rows):
            note = plain(say("printed.left_out", n=left_out))
            sheet = replace(sheet, notes=(note, *sheet.notes))  # noqa: PLW2901  (only a note more)
        rows = _Rows(cells, [[_cell_text(cell, plain) for cell in row] for row in cells])
        list_type, columns = _fitting(sheet, rows.texts)
        page_format = _format_for(columns)
        if flow:
            flow += [NextPageTemplate(page_format), PageBreak()]
        else:
            first, title = page_format, sheet.title or sheet.name
        flow += _page(sheet, rows, _Page(list_type, columns, page_format.room), plain)
    out = BytesIO()
    document = BaseDocTemplate(
        out, pagesize=first.size, title=printable(title), author="Tur-Retur", invariant=1
    )
    # The first template is that of the first page.
    document.addPageTemplates([_template(used) for used in dict.fromkeys((first, *_Format))])
    document.build(flow)
    return out.getvalue()


def _filled_up(row: Sequence[Cell], width: int) -> Sequence[Cell]:
    """Return a row with a cell for each of `width` columns; a heading stays as it is."""
    return row if _is_heading(row, width) else (*row, *[None] * (width - len(row)))


def _is_heading(row: Sequence[object], width: int) -> bool:
    """Return whether a row is a heading over the rows below: one cell for several columns."""
    return len(row) == 1 < width


def _format_for(columns: Sequence[_Column]) -> _Format:
    """Return the upright page if the columns fit it and its texts need few more lines."""
    room = _Format.UPRIGHT.room
    best = sum(column.best for column in columns)
    is_upright = best <= _SQUEEZED * room and _least_width(columns) <= room
    return _Format.UPRIGHT if is_upright else _Format.ACROSS


def _template(page_format: _Format) -> PageTemplate:
    """Return the page of that format, with equal margins."""
    width, height = page_format.size
    room = (width - 2 * _MARGIN, height - 2 * _MARGIN)
    frame = Frame(
        *(_MARGIN, _MARGIN, *room),
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    return PageTemplate(page_format, [frame], onPage=_draw_page_number, pagesize=page_format.size)


def _least_width(columns: Iterable[_Column]) -> float:
    return sum(column.least for column in columns)


def _fitting(sheet: BookSheet, rows: Sequence[Sequence[str]]) -> tuple[_Type, list[_Column]]:
    """Return the largest type at which the columns fit, with their widths."""
    *larger, smallest = map(_Type, _SIZES)
    for list_type in larger:
        columns = _columns(sheet, rows, list_type)
        if _least_width(columns) <= _Format.ACROSS.room:
            return list_type, columns
    return smallest, _columns(sheet, rows, smallest)


def _columns(sheet: BookSheet, rows: Sequence[Sequence[str]], list_type: _Type) -> list[_Column]:
    """Return the widths of the columns: no word is broken, and long texts take several lines."""
    columns = []
    for place, heading in enumerate(sheet.columns):
        texts = {row[place] for row in rows if not _is_heading(row, len(sheet.columns))}
        pieces = {piece[:_LONGEST_WORD] for text in texts for piece in text.split()}
        heads = {piece[:_LONGEST_WORD] for piece in heading.split()}
        sides = 2 * _PADDING + 1
        least = sides + max(_widest(pieces, list_type.body), _widest(heads, list_type.head))
        best = sides + max(_widest(texts, list_type.body), _widest([heading], list_type.head))
        if rows and not any(texts):
            best = max(best, _EMPTY)
        columns.append(_Column(place, max(_NARROWEST, least), min(_WIDEST, max(_NARROWEST, best))))
    return columns


def _widest(texts: Iterable[str], in_style: ParagraphStyle) -> float:
    return max(
        (stringWidth(printable(text), in_style.fontName, in_style.fontSize) for text in texts),
        default=0.0,
    )


def _page(sheet: BookSheet, rows: _Rows, page: _Page, plain: Plain) -> Iterator[Flowable]:
    """Yield the heading, the table and the lines for day and signature of a list."""
    if sheet.over:
        yield paragraph(sheet.over, LABEL)
    yield paragraph(sheet.title or sheet.name, SECTION)
    for part in _parts(page.columns, page.room, sheet.keys):
        yield _table(sheet, rows, _stretched(part, page.room), page.type)
        yield Spacer(0, 4 * mm)
    signature = paragraph(plain(say("printed.signature")), _SIGNATURE)
    yield KeepTogether(
        [*(paragraph(note, QUIET) for note in sheet.notes), Spacer(0, 8 * mm), signature]
    )


def _parts(columns: Sequence[_Column], room: float, keys: int) -> Iterator[Sequence[_Column]]:
    """Yield the columns in parts that fit the page; each part begins with the first `keys`."""
    key_columns = list(columns[:keys])
    part: list[_Column] = []
    for column in columns[keys:]:
        if part and _least_width(key_columns) + _least_width(part) + column.least > room:
            yield [*key_columns, *part]
            part = []
        part.append(column)
    yield [*key_columns, *part]


def _stretched(columns: Sequence[_Column], room: float) -> dict[int, float]:
    """Return the width of each column by its place: wide texts get what others leave."""
    least, best = _least_width(columns), sum(column.best for column in columns)
    wanted = min(room, max(best, least))
    spare = max(best - least, 1e-9)  # not 0, since it divides
    # Each column gets the same share of what it wants in addition to its least width.
    share = min(1.0, max(0.0, (wanted - least) / spare))
    widths = {
        column.place: column.least + (column.best - column.least) * share for column in columns
    }
    # Even the least widths may exceed the page; then all columns shrink alike.
    excess = max(1.0, sum(widths.values()) / room)
    return {place: width / excess for place, width in widths.items()}


def _table(sheet: BookSheet, rows: _Rows, widths: dict[int, float], list_type: _Type) -> LongTable:
    """Return the table of these columns."""
    body, figure, head = list_type.body, list_type.figure, list_type.head
    room = _TIGHT if len(rows.cells) > _FEW else _ROOMY
    cells: list[list[Any]] = [[paragraph(sheet.columns[place], head) for place in widths]]
    rules: list[tuple[Any, ...]] = [
        ("GRID", (0, 0), (-1, -1), 0.4, LINE),
        ("BACKGROUND", (0, 0), (-1, 0), PANEL),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), _PADDING),
        ("RIGHTPADDING", (0, 0), (-1, -1), _PADDING),
        ("TOPPADDING", (0, 0), (-1, -1), room),
        ("BOTTOMPADDING", (0, 0), (-1, -1), room),
    ]
    for number, (row, texts) in enumerate(zip(rows.cells, rows.texts, strict=True), 1):
        if _is_heading(row, len(sheet.columns)):
            cells.append([paragraph(texts[0], head), *[""] * (len(widths) - 1)])
            rules += [
                ("SPAN", (0, number), (-1, number)),
                ("BACKGROUND", (0, number), (-1, number), PANEL),
            ]
        else:
            cells.append(
                [
                    paragraph(texts[at], body if isinstance(row[at], str) else figure)
                    for at in widths
                ]
            )
    return LongTable(
        cells,
        colWidths=list(widths.values()),
        repeatRows=1,
        style=TableStyle(rules),
        hAlign="LEFT",
    )


def _cell_text(cell: Cell, plain: Plain) -> str:
    """Return a cell as people read it: four places of a coefficient, the reader's decimal sign."""
    if cell is None or isinstance(cell, str):
        return cell or ""
    if cell % 1:
        figure = f"{round(cell, 4)}" if isinstance(cell, float) else f"{cell}"
        return plain(say("standings.figure", figure=figure))
    return signed(int(cell))


def _draw_page_number(canvas: Any, document: Any) -> None:
    """Write the page's number at its foot."""
    width, _ = document.pageTemplate.pagesize
    canvas.saveState()
    canvas.setFont(Face.REGULAR.name, 8)
    canvas.setFillColor(MUTED)
    canvas.drawRightString(width - _MARGIN, _MARGIN / 2, f"{document.page}")
    canvas.setFillColor(INK)
    canvas.restoreState()
