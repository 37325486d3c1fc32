"""Free text in GCG files: bytes to text, text to lines, lines to tidy text, our notes in it.

GCG has no word for a score cap (art. 1.4), and other programs refuse pragmas they do not know. So
the first line of a play's note says its points before the cap, in a form that people can read and
we can read back.
"""

import re

from engine.gcg.faults import unreadable

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
UNPRINTABLE = re.compile(rb"[\x80-\x9f]")
"""Bytes that no printable text in ISO 8859-1, GCG's own default, can hold."""


def decode(data: bytes) -> str:
    """Return the file as text.

    A byte order mark or `#character-encoding` on the first line settles it. Without them GCG means
    ISO 8859-1; only a file that holds bytes unprintable there, and is sound UTF-8, is taken for
    UTF-8 with its pragma forgotten.

    Raises:
        NotationError: `gcg_encoding` (unknown name) or `gcg_bytes` (not text in that encoding).
    """
    if data.startswith(_BYTE_ORDER_MARK):
        return _decoded(data.removeprefix(_BYTE_ORDER_MARK), "utf-8")
    named = _ENCODING.match(data)
    if named is None:
        if UNPRINTABLE.search(data):
            try:
                return data.decode("utf-8")
            except UnicodeDecodeError:
                pass
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
    """Return the lines of a text whose lines end in CR LF, LF or CR, and in nothing else."""
    return _LINE_END.split(text)


def tidy_line(text: str) -> str:
    """Return the text on one line, blanks single: the form of titles and names."""
    return " ".join(text.split())


def tidy_text(text: str) -> str:
    """Return the text with its lines stripped and no empty first or last line: notes."""
    return "\n".join(line.strip() for line in split_lines(text)).strip()


_CAPPED = re.compile(r"capped: ([0-9]{1,6}) of ([0-9]{1,6})")


def with_cap(note: str, points: int, uncapped: int | None) -> str:
    """Return the note, headed by the cap where there was one."""
    if uncapped is None:
        return note
    return f"capped: {points} of {uncapped}\n{note}".strip()


def split_cap(note: str, points: int) -> tuple[str, int | None]:
    """Return the note without its cap, and the points before it; None when no cap is told."""
    head, _, rest = note.partition("\n")
    match = _CAPPED.fullmatch(head)
    if match is None or int(match[1]) != points:
        return note, None
    return rest.strip(), int(match[2])
