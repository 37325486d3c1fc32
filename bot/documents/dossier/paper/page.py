"""The pages of a case file: A4, headers and footers, and headings for contents and bookmarks."""

from html import escape
from io import BytesIO
from typing import Any, Final

from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, Image, PageTemplate, Paragraph

from bot.documents.dossier.blocks import CaseFileBlocks
from bot.documents.dossier.paper.typefaces import CHAPTER, INK, LINE, MUTED, SECTION, printable
from bot.documents.render.theme import Face

MARGIN: Final = 17 * mm
WIDTH: Final = A4[0] - 2 * MARGIN
"""Width of the text."""
HEIGHT: Final = A4[1] - 2 * MARGIN - 8 * mm
"""Height of a page between its header and its footer."""
INNER: Final = "inner"
"""The name of the page template used after the cover."""

_LONGEST_HEAD: Final = 80
"""The most characters of the competition in the header, beside the title."""

rl_config.useA85 = 0  # binary streams are a fifth smaller, and written faster


class CountedCanvas(Canvas):
    """The pages of one pass."""

    pages = 0
    """The number of pages that the previous pass counted; 0 in the first."""


class PagedDocument(BaseDocTemplate):
    """A document with running headers and footers that enters each heading into the contents."""

    canv: CountedCanvas

    def __init__(self, out: BytesIO, book: CaseFileBlocks) -> None:
        """Begin a document that is written to `out`, without times: it is the same each time."""
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
        self._pages = 0
        """The number of pages of the previous pass; 0 in the first."""
        self._counted = 0
        """The number of pages of this pass so far."""
        frame = Frame(
            MARGIN, MARGIN, WIDTH, HEIGHT, leftPadding=0, rightPadding=0, topPadding=0,
            bottomPadding=0,
        )  # fmt: skip
        self.addPageTemplates(
            [
                PageTemplate("cover", [frame], onPage=self._foot),
                PageTemplate(INNER, [frame], onPage=self._head_and_foot),
            ]
        )

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802  (the library's name)
        """Enter a main heading into the contents and the bookmarks."""
        if isinstance(flowable, MainHeading):
            entry = escape(flowable.title)  # contents are markup; bookmarks are plain text
            self.notify("TOCEntry", (0, entry, self.page, flowable.key))

    def beforeDocument(self) -> None:  # noqa: N802  (the library's name)
        """Begin a pass; the previous pass has counted the pages."""
        self._pages, self._counted = self._counted, 0
        self.canv.pages = self._pages

    def afterPage(self) -> None:  # noqa: N802  (the library's name)
        """Count the page."""
        self._counted += 1

    def _head_and_foot(self, canvas: Any, document: Any) -> None:
        """Draw the title at the left, the competition at the right, a line, and the foot."""
        canvas.saveState()
        y = A4[1] - MARGIN + 1 * mm
        canvas.setFont(Face.SEMI.name, 8.5)
        canvas.setFillColor(INK)
        canvas.drawString(MARGIN, y, printable(self._book.cover.title))
        canvas.setFont(Face.REGULAR.name, 8.5)
        canvas.setFillColor(MUTED)
        canvas.drawRightString(
            A4[0] - MARGIN, y, printable(self._book.cover.competition)[:_LONGEST_HEAD]
        )
        canvas.setStrokeColor(LINE)
        canvas.line(MARGIN, y - 2 * mm, A4[0] - MARGIN, y - 2 * mm)
        canvas.restoreState()
        self._foot(canvas, document)

    def _foot(self, canvas: Any, document: Any) -> None:
        """Draw the imprint at the left and the page's number at the right."""
        canvas.saveState()
        canvas.setFont(Face.REGULAR.name, 8)
        canvas.setFillColor(MUTED)
        y = MARGIN - 7 * mm
        canvas.drawString(MARGIN, y, printable(self._book.imprint))
        pages = self._book.page_of.format(page=document.page, pages=self._pages)
        canvas.drawRightString(A4[0] - MARGIN, y, printable(pages))
        canvas.restoreState()


class Picture(Image):
    """A picture that is drawn when the pages have been counted; before that, its room is left."""

    canv: CountedCanvas

    def draw(self) -> None:
        """Draw the picture, whose compression takes most of the layout's time."""
        if self.canv.pages:
            super().draw()


class MainHeading(Paragraph):
    """A main heading, with its entry in contents and bookmarks."""

    def __init__(self, title: str, key: str, *, is_chapter: bool = True) -> None:
        """`is_chapter`: whether it is in the type of a chapter, or smaller, above a picture."""
        super().__init__(escape(printable(title)), CHAPTER if is_chapter else SECTION)
        self.title = printable(title)
        self.key = key

    def draw(self) -> None:
        """Draw the heading and set the anchor for links."""
        self.canv.bookmarkPage(self.key)
        self.canv.addOutlineEntry(self.title, self.key, 0, closed=False)
        super().draw()
