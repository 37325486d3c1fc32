"""Lay out a case file as a PDF: A4, the sheets' typefaces, contents, bookmarks, page numbers.

This package does layout only: all text comes with the `CaseFileBlocks`. The same blocks give the
same bytes, so that a hash of the file may be quoted. Layout takes about a second of processor
time, so a caller in the event loop uses a thread. Only one file is laid out at a time.
"""

import threading
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from reportlab.platypus import Flowable, NextPageTemplate

from bot.documents.dossier.blocks import CaseFileBlocks
from bot.documents.dossier.paper.cover import cover_page
from bot.documents.dossier.paper.flowables import flowables
from bot.documents.dossier.paper.page import INNER, CountedCanvas, PagedDocument
from bot.documents.dossier.paper.typefaces import load_fonts

_one_at_a_time: Final = threading.Lock()
"""The library keeps its fonts and some counters per process."""
_MOST_PASSES: Final = 4
"""Layout is repeated until the page numbers in the contents stay: usually a second time."""


def set_in_type(book: CaseFileBlocks) -> bytes:
    """Return the book as a PDF."""
    with _one_at_a_time:
        load_fonts()
        out = BytesIO()
        document = PagedDocument(out, book)
        parts = list(_parts(book))
        document.multiBuild(parts, maxPasses=_MOST_PASSES, canvasmaker=CountedCanvas)
        return out.getvalue()


def _parts(book: CaseFileBlocks) -> Iterator[Flowable]:
    """Yield the cover, then every block; its key links contents and bookmarks with it."""
    yield from cover_page(book.cover)
    yield NextPageTemplate(INNER)
    for number, block in enumerate(book.blocks):
        yield from flowables(block, f"part-{number}")
