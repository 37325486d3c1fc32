"""A dossier set as a PDF: A4, the sheets' own typefaces, contents, bookmarks, numbered pages.

Only layout lives here: every word comes in with the `Book`. The same book gives the same bytes, so
that a hash of the file may be quoted. Takes about a second of processor time, so a caller in the
event loop uses a thread; one book is set at a time.
"""

import threading
from collections.abc import Iterator
from functools import cache, lru_cache
from html import escape
from importlib import resources
from io import BytesIO
from typing import Any, Final
from unicodedata import category

from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    HRFlowable,
    Image,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)
from reportlab.platypus.tableofcontents import TableOfContents

from bot.dossier.blocks import (
    Align,
    Block,
    Book,
    Chapter,
    Column,
    Cover,
    Facts,
    Grid,
    Lines,
    Player,
    Quote,
    Row,
    Score,
    Section,
    Sheet,
)
from bot.render.theme import COLOURS, Face, Tone
from bot.render.view import Side

MARGIN: Final = 17 * mm
WIDTH: Final = A4[0] - 2 * MARGIN
HEIGHT: Final = A4[1] - 2 * MARGIN - 8 * mm
"""What is left of a page between its head and its foot."""

_setting = threading.Lock()
"""The library keeps its fonts and some counters for the whole process."""
_ALIGNED: Final = {Align.LEFT: TA_LEFT, Align.CENTRE: TA_CENTER, Align.RIGHT: TA_RIGHT}


def set_in_type(book: Book) -> bytes:
    """Return the book as a PDF."""
    with _setting:
        _load_fonts()
        out = BytesIO()
        document = _Document(out, book)
        document.multiBuild(list(_story(book)), maxPasses=4)
        return out.getvalue()


def _tone(tone: Tone) -> Color:
    return HexColor(COLOURS[tone])


INK: Final = _tone(Tone.INK)
MUTED: Final = _tone(Tone.MUTED)
LINE: Final = _tone(Tone.LINE)
PANEL: Final = _tone(Tone.PANEL)
SIDES: Final = {Side.RED: _tone(Tone.RED), Side.BLUE: _tone(Tone.BLUE)}


@cache
def _load_fonts() -> TTFont:
    """Make the typefaces known to the library; return the one that most text is set in."""
    folder = resources.files("bot.render").joinpath("fonts")
    fonts = {}
    for face in Face:
        with folder.joinpath(face.value).open("rb") as file:
            fonts[face] = TTFont(face.name, BytesIO(file.read()))
        pdfmetrics.registerFont(fonts[face])
    return fonts[Face.REGULAR]


@cache
def _glyphs() -> frozenset[int]:
    return frozenset(_load_fonts().face.charToGlyph)


def printable(text: str) -> str:
    """Return the text without what our typefaces cannot show: pictographs go, letters become ?."""
    return "".join(map(_shown, text)).strip()


def _shown(sign: str) -> str:
    if sign == "\n" or (ord(sign) in _glyphs() and not category(sign).startswith("C")):
        return sign
    return "?" if sign.isalnum() else ""


def _style(face: Face, size: float, colour: Color = INK, **more: Any) -> ParagraphStyle:
    name = f"{face.name} {size} {colour.hexval()} {sorted(more.items())}"
    leading = more.pop("leading", size * 1.3)
    return ParagraphStyle(
        name, fontName=face.name, fontSize=size, leading=leading, textColor=colour, **more
    )


TEXT: Final = _style(Face.REGULAR, 10, spaceAfter=5)
QUIET: Final = _style(Face.REGULAR, 8.5, MUTED, spaceAfter=5)
CHAPTER: Final = _style(Face.SERIF, 19, spaceBefore=10, spaceAfter=9)
SECTION: Final = _style(Face.SEMI, 12.5, spaceBefore=8, spaceAfter=4)
LABEL: Final = _style(Face.REGULAR, 9, MUTED)
FACT: Final = _style(Face.REGULAR, 9.5, splitLongWords=1)


def _words(text: str, style: ParagraphStyle) -> Paragraph:
    """Return a paragraph of plain text, its line feeds kept."""
    return Paragraph(escape(printable(text)).replace("\n", "<br/>"), style)


class _Document(BaseDocTemplate):
    """Knows the running head and foot, and tells the contents of each chapter it meets."""

    def __init__(self, out: BytesIO, book: Book) -> None:
        super().__init__(
            out,
            pagesize=A4,
            title=printable(book.cover.title),
            author="Tur-Retur",
            subject=printable(book.cover.competition),
            lang=book.language,
            invariant=1,
            pageCompression=1,
        )
        self._book = book
        self._pages = self._counted = 0
        frame = Frame(
            MARGIN, MARGIN, WIDTH, HEIGHT, leftPadding=0, rightPadding=0, topPadding=0,
            bottomPadding=0,
        )  # fmt: skip
        self.addPageTemplates(
            [
                PageTemplate("cover", [frame], onPage=self._foot),
                PageTemplate("inner", [frame], onPage=self._head_and_foot),
            ]
        )

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802  (the library's name)
        """Enter a chapter into the contents and the bookmarks."""
        if isinstance(flowable, _Heading):
            self.notify("TOCEntry", (0, flowable.title, self.page, flowable.key))

    def beforeDocument(self) -> None:  # noqa: N802  (the library's name)
        """Begin a pass: the one before it has counted the pages."""
        self._pages, self._counted = self._counted, 0

    def afterPage(self) -> None:  # noqa: N802  (the library's name)
        """Count the page."""
        self._counted += 1

    def _head_and_foot(self, canvas: Any, document: Any) -> None:
        canvas.saveState()
        y = A4[1] - MARGIN + 1 * mm
        canvas.setFont(Face.SEMI.name, 8.5)
        canvas.setFillColor(INK)
        canvas.drawString(MARGIN, y, printable(self._book.cover.title))
        canvas.setFont(Face.REGULAR.name, 8.5)
        canvas.setFillColor(MUTED)
        canvas.drawRightString(A4[0] - MARGIN, y, printable(self._book.cover.competition)[:80])
        canvas.setStrokeColor(LINE)
        canvas.line(MARGIN, y - 2 * mm, A4[0] - MARGIN, y - 2 * mm)
        canvas.restoreState()
        self._foot(canvas, document)

    def _foot(self, canvas: Any, document: Any) -> None:
        canvas.saveState()
        canvas.setFont(Face.REGULAR.name, 8)
        canvas.setFillColor(MUTED)
        y = MARGIN - 7 * mm
        canvas.drawString(MARGIN, y, printable(self._book.imprint))
        pages = self._book.page_of.format(page=document.page, pages=self._pages)
        canvas.drawRightString(A4[0] - MARGIN, y, printable(pages))
        canvas.restoreState()


class _Heading(Paragraph):
    """A chapter's heading, with its place in contents and bookmarks."""

    def __init__(self, title: str, key: str, *, shown: bool = True) -> None:
        super().__init__(escape(printable(title)), CHAPTER if shown else SECTION)
        self.title = escape(printable(title))
        self.key = key

    def draw(self) -> None:
        """Draw the heading and set the mark that links lead to."""
        self.canv.bookmarkPage(self.key)
        self.canv.addOutlineEntry(self.title, self.key, 0, closed=False)
        super().draw()


def _story(book: Book) -> Iterator[Flowable]:
    yield from _cover(book.cover)
    yield NextPageTemplate("inner")
    for number, block in enumerate(book.blocks):
        yield from _set(block, f"part-{number}")


def _set(block: Block, key: str) -> Iterator[Flowable]:
    match block:
        case Chapter():
            yield PageBreak() if block.new_page else CondPageBreak(90 * mm)
            yield _Heading(block.title, key)
        case Section():
            yield CondPageBreak(30 * mm)
            yield _words(block.title, SECTION)
        case Lines():
            yield _words(block.text, QUIET if block.quiet else TEXT)
        case Quote():
            yield from _quote(block)
        case Facts():
            yield _facts(block)
            yield Spacer(0, 4 * mm)
        case Grid():
            yield _grid(block) if block.rows else _words(block.empty, QUIET)
            yield Spacer(0, 4 * mm)
        case Sheet():
            yield PageBreak()
            yield _Heading(block.title, key, shown=False)
            yield _picture(block)


def _cover(cover: Cover) -> Iterator[Flowable]:
    yield Spacer(0, 10 * mm)
    yield _words(cover.competition, _style(Face.SEMI, 12, MUTED, spaceAfter=4))
    yield _words(cover.title, _style(Face.SERIF, 30, leading=36, spaceAfter=3))
    yield _words(cover.subtitle, _style(Face.REGULAR, 12.5, MUTED, spaceAfter=8))
    yield HRFlowable(width="100%", thickness=1.2, color=INK, spaceAfter=5 * mm)
    for score in cover.scores:
        yield KeepTogether([*_score(score)])
    yield Spacer(0, 3 * mm)
    yield _facts(cover.facts)
    yield Spacer(0, 5 * mm)
    entry = _style(Face.REGULAR, 10, leading=15)
    contents = TableOfContents(levelStyles=[entry], dotsMinLevel=0)
    yield _words(cover.contents, SECTION)
    yield contents


def _score(score: Score) -> Iterator[Flowable]:
    yield _words(score.head, _style(Face.SEMI, 11, spaceAfter=4))
    middle = _style(Face.SERIF, 26, MUTED, alignment=TA_CENTER, leading=32)
    table = Table(
        [[_player(score.red, TA_LEFT), _words("–", middle), _player(score.blue, TA_RIGHT)]],
        colWidths=[WIDTH * 0.46, WIDTH * 0.08, WIDTH * 0.46],
        style=[
            ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
            ("LINEABOVE", (0, 0), (0, 0), 3, SIDES[score.red.side]),
            ("LINEABOVE", (2, 0), (2, 0), 3, SIDES[score.blue.side]),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ],
    )
    yield table
    for line in score.below:
        yield _words(line, _style(Face.REGULAR, 10.5, alignment=TA_CENTER))
    yield Spacer(0, 5 * mm)


def _player(player: Player, align: int) -> list[Flowable]:
    colour = SIDES[player.side]
    return [
        _words(player.label, _style(Face.SEMI, 9, colour, alignment=align)),
        _words(player.name, _style(Face.SEMI, 16, alignment=align, leading=20)),
        _words(player.score, _style(Face.SERIF, 30, colour, alignment=align, leading=36)),
    ]


def _facts(facts: Facts) -> Flowable:
    if not facts.rows:
        return Spacer(0, 0)
    return Table(
        [[_words(label, LABEL), _words(fact, FACT)] for label, fact in facts.rows],
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
    edge = SIDES[quote.side] if quote.side else MUTED
    inner = [_words(quote.head, LABEL), _words(quote.text, TEXT)]
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


def _grid(grid: Grid) -> Flowable:
    total = sum(column.share for column in grid.columns)
    head = [
        _words(column.title, _style(Face.SEMI, 8, MUTED, alignment=_ALIGNED[column.align]))
        for column in grid.columns
    ]
    body = [
        [_cell(text, column, row) for text, column in zip(row.cells, grid.columns, strict=True)]
        for row in grid.rows
    ]
    edges = [
        ("LINEBEFORE", (0, number), (0, number), 2.5, SIDES[row.side])
        for number, row in enumerate(grid.rows, start=1)
        if row.side is not None
    ]
    return Table(
        [head, *body],
        colWidths=[WIDTH * column.share / total for column in grid.columns],
        repeatRows=1,
        splitInRow=1,
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


def _cell(text: str, column: Column, row: Row) -> Paragraph:
    first, _, rest = printable(text).partition("\n")
    shown = escape(first)
    if row.struck:
        shown = f"<strike>{shown}</strike>"
    if rest:
        small = escape(rest).replace("\n", "<br/>")
        shown += f'<br/><font size="7.2" color="#{COLOURS[Tone.MUTED]:06x}">{small}</font>'
    return Paragraph(shown, _cell_style(column.align))


@lru_cache
def _cell_style(align: Align) -> ParagraphStyle:
    return _style(Face.REGULAR, 8.5, leading=10.5, alignment=_ALIGNED[align], splitLongWords=1)


def _picture(sheet: Sheet) -> Flowable:
    image = Image(BytesIO(sheet.png))
    room = HEIGHT - 12 * mm
    scale = min(WIDTH / image.imageWidth, room / image.imageHeight)
    image.drawWidth, image.drawHeight = image.imageWidth * scale, image.imageHeight * scale
    framed = Table([[image]], style=[("BOX", (0, 0), (-1, -1), 0.6, LINE)])
    framed.hAlign = "CENTER"
    for side in ("LEFT", "RIGHT", "TOP", "BOTTOM"):
        framed.setStyle([(f"{side}PADDING", (0, 0), (-1, -1), 0)])
    return framed
