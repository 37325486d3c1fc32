"""Lay out blocks: tables, quotations and pictures in the width of a page."""

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from io import BytesIO
from typing import Final

from reportlab.lib.colors import white
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    PageBreak,
    Paragraph,
    Spacer,
    Table,
)

from bot.documents.dossier.blocks import (
    Block,
    CaseFileRow,
    ColumnAlign,
    Facts,
    FullPagePicture,
    LongTable,
    Quote,
    SectionHeading,
    Subsection,
    TableColumn,
    TextBlock,
)
from bot.documents.dossier.paper.page import HEIGHT, WIDTH, MainHeading, Picture
from bot.documents.dossier.paper.typefaces import (
    FACT,
    INK,
    LABEL,
    LINE,
    MUTED,
    PANEL,
    QUIET,
    SECTION,
    SIDES,
    TEXT,
    paragraph,
    printable,
    style,
)
from bot.documents.render.theme import COLOURS, Face, Tone

_ALIGNED: Final = {
    ColumnAlign.LEFT: TA_LEFT,
    ColumnAlign.CENTRE: TA_CENTER,
    ColumnAlign.RIGHT: TA_RIGHT,
}
"""The library's alignments."""
_ROOM_AFTER_CHAPTER: Final = 90 * mm
"""With less room than this, a heading goes to the next page: a table must begin below it."""
_ROOM_AFTER_SECTION: Final = 30 * mm


def flowables(block: Block, key: str) -> Iterator[Flowable]:
    """Yield the flowables of a block; `key` identifies it in contents and bookmarks."""
    match block:
        case SectionHeading():
            yield PageBreak() if block.new_page else CondPageBreak(_ROOM_AFTER_CHAPTER)
            yield MainHeading(block.title, key)
        case Subsection():
            yield CondPageBreak(_ROOM_AFTER_SECTION)
            yield paragraph(block.title, SECTION)
        case TextBlock():
            yield paragraph(block.text, QUIET if block.quiet else TEXT)
        case Quote():
            yield from _quote(block)
        case Facts():
            yield facts_table(block)
            yield Spacer(0, 4 * mm)
        case LongTable():
            yield _long_table(block) if block.rows else paragraph(block.empty, QUIET)
            yield Spacer(0, 4 * mm)
        case FullPagePicture():
            yield PageBreak()
            yield MainHeading(block.title, key, is_chapter=False)
            yield _picture(block)


def facts_table(facts: Facts) -> Flowable:
    """Return a table of labels and values."""
    if not facts.rows:
        return Spacer(0, 0)
    return Table(
        [[paragraph(label, LABEL), paragraph(fact, FACT)] for label, fact in facts.rows],
        colWidths=[WIDTH * 0.27, WIDTH * 0.73],
        splitInRow=1,
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 2.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
        ],
    )


def _quote(quote: Quote) -> Iterator[Flowable]:
    """Yield a quoted text, with an edge in the colour of its author."""
    edge = SIDES[quote.side] if quote.side else MUTED
    inner = [paragraph(quote.head, LABEL), paragraph(quote.text, TEXT)]
    yield Table(
        [[flowable] for flowable in inner],
        colWidths=[WIDTH],
        splitInRow=1,
        style=[
            ("LINEBEFORE", (0, 0), (0, -1), 2.5, edge),
            ("LEFTPADDING", (0, 0), (-1, -1), 9),
            ("TOPPADDING", (0, 0), (-1, -1), 1),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
        ],
    )
    yield Spacer(0, 3 * mm)


_ROOM_FOR_TITLE: Final = 12 * mm
"""Height of the title above a full-page picture."""
_NEARLY_A_PAGE: Final = 0.9 * HEIGHT
"""With more room than this and no part that fits, a row is higher than any page."""


class _Rows(Table):
    """A table that breaks between rows, and within a row only if the row is higher than a page."""

    def split(self, availWidth: float, availHeight: float) -> list[Flowable]:  # noqa: N803  (ReportLab's names)
        """Return the part that fits and the rest, or an empty list if a new page is better."""
        self.splitInRow = 0
        parts = super().split(availWidth, availHeight)
        if not parts and availHeight > _NEARLY_A_PAGE:
            self.splitInRow = 1
            parts = super().split(availWidth, availHeight)
        return parts


def _long_table(table: LongTable) -> Flowable:
    """Return a table with an edge in the colour of each row's player."""
    total = sum(column.share for column in table.columns)
    head = [
        paragraph(column.title, style(Face.SEMI, 8, MUTED, alignment=_ALIGNED[column.align]))
        for column in table.columns
    ]
    body = [
        [_cell(text, column, row) for text, column in zip(row.cells, table.columns, strict=True)]
        for row in table.rows
    ]
    edges = [
        ("LINEBEFORE", (0, number), (0, number), 2.5, SIDES[row.side])
        for number, row in enumerate(table.rows, start=1)
        if row.side is not None
    ]
    return _Rows(
        [head, *body],
        colWidths=[WIDTH * column.share / total for column in table.columns],
        repeatRows=1,
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("LINEBELOW", (0, 0), (-1, 0), 1, INK),
            ("LINEBELOW", (0, 1), (-1, -1), 0.4, LINE),
            ("ROWBACKGROUNDS", (0, 1), (-1, -1), [white, PANEL]),
            ("LEFTPADDING", (0, 0), (-1, -1), 4),
            ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
            *edges,
        ],
    )


def _cell(text: str, column: TableColumn, row: CaseFileRow) -> Paragraph:
    """Return a cell: its first line, struck through if the row is void; the others in small."""
    first, _, rest = printable(text).partition("\n")
    markup = escape(first)
    if row.struck:
        markup = f"<strike>{markup}</strike>"
    if rest:
        small = escape(rest).replace("\n", "<br/>")
        markup += f'<br/><font size="7.2" color="#{COLOURS[Tone.MUTED]:06x}">{small}</font>'
    return Paragraph(markup, _cell_style(column.align))


@lru_cache
def _cell_style(align: ColumnAlign) -> ParagraphStyle:
    return style(Face.REGULAR, 8.5, leading=10.5, alignment=_ALIGNED[align], splitLongWords=1)


def _picture(sheet: FullPagePicture) -> Flowable:
    """Return a sheet as large as a page allows, in a frame."""
    image = Picture(BytesIO(sheet.png))
    room = HEIGHT - _ROOM_FOR_TITLE
    scale = min(WIDTH / image.imageWidth, room / image.imageHeight)
    image.drawWidth, image.drawHeight = image.imageWidth * scale, image.imageHeight * scale
    framed = Table([[image]], style=[("BOX", (0, 0), (-1, -1), 0.6, LINE)])
    framed.hAlign = "CENTER"
    for side in ("LEFT", "RIGHT", "TOP", "BOTTOM"):
        framed.setStyle([(f"{side}PADDING", (0, 0), (-1, -1), 0)])
    return framed
