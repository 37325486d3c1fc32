"""Files that are not tables."""

import zipfile
from io import BytesIO

import pytest

from bot.documents.tables.faults import TableError
from bot.documents.tables.formats.foreign import kind_by_name
from tests.bot.documents.tables.files import refused, rows


def archive_of(parts: dict[str, bytes]) -> bytes:
    """Return a ZIP of these parts."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


OPEN_DOCUMENT = b"application/vnd.oasis.opendocument."
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"%PDF-1.7\n1 0 obj\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "WebP"),
        (b"OggS\0\x02", "OGG"),
        (b"\0\0\0\x18ftypheic", "HEIC"),
        (b"\0\0\0\x18ftypisom", "MP4"),
        (b"{\\rtf1\\ansi a,b}", "RTF"),
        (b"\xef\xbb\xbf\r\n<!DOCTYPE html><table>", "HTML"),
        (b'<?xml version="1.0"?><Workbook>', "XML"),
        (archive_of({"[Content_Types].xml": b"", "word/document.xml": b""}), "DOCX"),
        (archive_of({"mimetype": OPEN_DOCUMENT + b"text", "content.xml": b""}), "ODT"),
        (archive_of({"jocuri.csv": b"a,b"}), "ZIP"),
        (OLD_OFFICE + "WordDocument".encode("utf-16-le"), "DOC"),
    ],
)
def test_it_is_said_what_they_are(content: bytes, kind: str) -> None:
    """The contents decide, not the name, and the accepted kinds are listed."""
    with pytest.raises(TableError) as caught:
        rows(content)

    (fault,) = caught.value.faults
    assert (fault.code, fault.line, fault.facts) == ("foreign", 0, {"found": kind})
    assert "CSV, XLSX, ODS or XLS" in str(fault)


def test_a_file_not_looked_into_is_what_it_calls_itself() -> None:
    """The ending decides, in any case; names of tables and odd names say nothing."""
    names = ("Lista.PDF", "a.b.docx", "poza.jpg", "foaie.odt", "lista.ods", "lista", "x.1")
    assert [kind_by_name(name) for name in names] == ["PDF", "DOCX", "JPEG", "ODT", *[None] * 3]


def test_what_is_not_known_is_called_no_text() -> None:
    """An unknown file is refused as no text, without advice to save it as UTF-8."""
    assert refused(b"\x1b\x81\0\0\xff,x\n\0") == ("binary", 0, "")


@pytest.mark.parametrize("text", ["PDF,PNG\n1,2\n", "<Ana>,2\n", "GIF,ID3\n", "RIFF,x\n"])
def test_tables_that_only_look_alike_are_tables(text: str) -> None:
    """A column may have the same first letters as another kind of file."""
    assert rows(text)
