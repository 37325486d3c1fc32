"""Free text in GCG files: decoding, lines, tidying, and our notes about points caps.

GCG has no field for a points cap (art. 1.4), and other programs refuse unknown pragmas. So the
first line of a play's note has its uncapped points, in a form that people can read.
"""

import re

from engine.gcg.record import unreadable

_LINE_END = re.compile(r"\r\n|\n|\r")
_ENCODING = re.compile(rb"\s*#character-encoding[ \t]+(\S+)", re.IGNORECASE)
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_CODECS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "ascii": "utf-8",
    "us-ascii": "utf-8",
    "iso-8859-1": "latin-1",
    "iso8859-1": "latin-1",
    "latin-1": "latin-1",
    "latin1": "latin-1",
    "iso-8859-2": "iso8859-2",
    "windows-1250": "cp1250",
    "windows-1252": "cp1252",
}


def decode(data: bytes) -> str:
    """Return the file as text.

    A byte order mark or `#character-encoding` on the first line decides the encoding. Without them
    GCG means ISO 8859-1; but a text in it with letters such as ö is hardly ever valid UTF-8, so a
    file that is valid UTF-8 is read as that.

    Raises:
        NotationError: `gcg_encoding` (unknown name) or `gcg_bytes` (not text in that encoding).
    """
    if data.startswith(_BYTE_ORDER_MARK):
        return _decoded(data.removeprefix(_BYTE_ORDER_MARK), "utf-8")
    named = _ENCODING.match(data)
    if named is None:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")
    name = named[1].decode("latin-1")
    codec = _CODECS.get(name.casefold())
    if codec is None:
        known = tuple(sorted(_CODECS))
        raise unreadable("encoding", 1, name, known=known)
    return _decoded(data, codec)


def _decoded(data: bytes, codec: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(codec, errors="replace")
        line = len(split_lines(before))
        raise unreadable("bytes", line, codec) from error


def split_lines(text: str) -> list[str]:
    """Return the lines of a text; only CR LF, LF or CR ends a line."""
    return _LINE_END.split(text)


def tidy_line(text: str) -> str:
    """Return the text on one line with single spaces: the form of titles and names."""
    return " ".join(text.split())


def tidy_text(text: str) -> str:
    """Return the text with stripped lines and no empty first or last line: the form of notes."""
    return "\n".join(line.strip() for line in split_lines(text)).strip()


_CAPPED = re.compile(r"capped: ([0-9]{1,6}) of ([0-9]{1,6})")


def with_cap(note: str, points: int, uncapped: int | None) -> str:
    """Return the note with the points cap as its first line, if a cap applied."""
    if uncapped is None:
        return note
    return f"capped: {points} of {uncapped}\n{note}".strip()


def split_cap(note: str, points: int) -> tuple[str, int | None]:
    """Return the note without its cap line, and the uncapped points; None without such a line."""
    head, _, rest = note.partition("\n")
    match = _CAPPED.fullmatch(head)
    if match is None or int(match[1]) != points:
        return note, None
    return rest.strip(), int(match[2])
