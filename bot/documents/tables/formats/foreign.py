"""Recognise by content a file that is no table, so that the error can name its kind.

Only beginnings that no table can have count. General libraries decide by fewer bytes: they take a
list whose first column is called `BM` for a bitmap.
"""

from collections.abc import Collection, Mapping
from typing import Final

_LOOKED_AT: Final = 1024
"""The number of bytes examined at the beginning."""
_BEGINNINGS: Final[Mapping[bytes, str]] = {
    b"%PDF-": "PDF",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF87a": "GIF",
    b"GIF89a": "GIF",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"OggS\0": "OGG",
    b"ID3\x02": "MP3",
    b"ID3\x03": "MP3",
    b"ID3\x04": "MP3",
    b"Rar!\x1a": "RAR",
    b"7z\xbc\xaf": "7Z",
    b"\x1f\x8b": "GZ",
}
"""The kinds by the first bytes."""
_AS_TEXT: Final[Mapping[bytes, str]] = {
    b"{\\rtf": "RTF",
    b"<!doctype html": "HTML",
    b"<html": "HTML",
    b"<?xml": "XML",
}
"""Text formats that programs also save under names of tables; lower case, no leading blanks."""
_LATER: Final[Mapping[bytes, Mapping[bytes, str]]] = {
    b"RIFF": {b"WEBP": "WebP", b"WAVE": "WAV", b"AVI ": "AVI"},
}
"""By the first four bytes, then by the four bytes from offset 8."""
_PICTURE_OR_FILM: Final = b"ftyp"
"""From offset 4, after two zero bytes; the name of the kind follows."""
_PARTS: Final[Mapping[str, str]] = {
    "word/document.xml": "DOCX",
    "ppt/presentation.xml": "PPTX",
    "xl/workbook.bin": "XLSB",
    "Index/Document.iwa": "Numbers",
}
"""The kinds of archives by a part that only they have."""
OPEN_SHEET: Final = b"application/vnd.oasis.opendocument.spreadsheet"
"""The mimetype of ODS files."""
_OPEN_DOCUMENT: Final[Mapping[bytes, str]] = {
    b"application/vnd.oasis.opendocument.text": "ODT",
}
_OLD_OFFICE: Final[Mapping[str, str]] = {
    "WordDocument": "DOC",
    "PowerPoint Document": "PPT",
}
"""The kinds of old Office files by the name of their main stream."""
_BY_ENDING: Final[Mapping[str, str]] = {
    kind.lower(): kind
    for kind in (
        *_BEGINNINGS.values(),
        *_AS_TEXT.values(),
        *(kind for later in _LATER.values() for kind in later.values()),
        *_PARTS.values(),
        *_OPEN_DOCUMENT.values(),
        *_OLD_OFFICE.values(),
    )
} | {"jpg": "JPEG", "tif": "TIFF", "htm": "HTML", "heic": "HEIC", "mp4": "MP4", "zip": "ZIP"}


def kind_by_name(name: str) -> str | None:
    """Return the kind of a file by its name's extension, or None if it may be a table."""
    return _BY_ENDING.get(name.rpartition(".")[2].lower())


def kind_of(begin: bytes) -> str | None:
    """Return the kind of a file by its first bytes, such as `PDF`, or None if it may be a table."""
    head = begin[:_LOOKED_AT]
    for start, kind in _BEGINNINGS.items():
        if head.startswith(start):
            return kind
    if head[:2] == b"\0\0" and head[4:8] == _PICTURE_OR_FILM:
        return "HEIC" if head[8:11] in {b"hei", b"mif"} else "MP4"
    if (later := _LATER.get(head[:4], {}).get(head[8:12])) is not None:
        return later
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return next((kind for start, kind in _AS_TEXT.items() if text.startswith(start)), None)


def kind_of_archive(parts: Collection[str], mimetype: bytes) -> str | None:
    """Return the kind of an archive by its parts, or None if it may be a spreadsheet.

    `mimetype` is the content of the part with that name, which OpenDocument files have.
    """
    for part, kind in _PARTS.items():
        if part in parts:
            return kind
    if mimetype.startswith(OPEN_SHEET):
        return None
    if mimetype in _OPEN_DOCUMENT:
        return _OPEN_DOCUMENT[mimetype]
    is_office = any(part == "[Content_Types].xml" or part.startswith("xl/") for part in parts)
    return None if is_office else "ZIP"


def kind_of_old_office(content: bytes) -> str | None:
    """Return the kind of an old Office file that is no spreadsheet, or None if unknown."""
    return next(
        (kind for name, kind in _OLD_OFFICE.items() if name.encode("utf-16-le") in content), None
    )
