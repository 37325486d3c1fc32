"""What `test_dossier` and other tests share."""

import io
from zipfile import ZipFile

from pypdf import PdfReader

from sandbox import Message


def archive_of(message: Message) -> ZipFile:
    """Return the archive attached to a message."""
    assert message.document is not None
    return ZipFile(io.BytesIO(message.document.content))


def pdf_text(archive: ZipFile) -> str:
    """Return the text of the case file's PDF with even white space."""
    pages = PdfReader(io.BytesIO(archive.read("dossier.pdf"))).pages
    return evened(" ".join(page.extract_text() for page in pages))


def evened(text: str) -> str:
    """Return the text with one space in place of any white space."""
    return " ".join(text.split())
