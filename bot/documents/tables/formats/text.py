"""Comma-, semicolon- or tab-separated text, in any common encoding."""

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from bot.documents.tables.formats.table_file import (
    LONGEST_CELL,
    MOST_COLUMNS,
    Row,
    TableFile,
    letter,
)
from bot.documents.tables.guard import unguarded
from bot.documents.tables.headings import words_in

_SEPARATORS: Final = ",;\t"
"""The signs between cells; of equally likely ones, the first."""
_LOOKED_AT: Final = 11
"""The number of lines examined for the header, because a title sometimes precedes it."""
_QUOTED: Final = re.compile(r'"[^"]*"')
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF_32: Final = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_WINDOWS_ONLY: Final = bytes(range(0x80, 0xA0))
"""Letters and signs in Windows-1250, control codes in ISO-8859-2: ś and ź are among them."""
_ISO_POLISH: Final = b"\xa1\xa6\xac\xb1\xb6\xbc"
"""Ą Ś Ź ą ś ź in ISO-8859-2, signs in Windows-1250. Romanian letters are the same in both."""


def read_text(file: TableFile) -> Iterator[Row]:
    """Yield the rows of separated values that are not blank.

    Raises:
        TableError: at once for the encoding; later, if the rest cannot be read.
    """
    content = file.content.read()
    encoding = _proven_encoding(file, content)
    lines = io.TextIOWrapper(io.BytesIO(content), encoding=encoding, newline="")
    separator = _separator(list(islice(filter(str.strip, lines), _LOOKED_AT)))
    lines.seek(0)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    rows_left = file.limits.rows + 1
    try:
        for cells in reader:
            if not any(cells):
                continue
            if not rows_left:
                file.fail("rows", reader.line_num, most=file.limits.rows)
            rows_left -= 1
            if len(cells) > MOST_COLUMNS:
                file.fail("columns", reader.line_num, most=MOST_COLUMNS)
            if max(map(len, cells)) > LONGEST_CELL:
                place = next(place for place, cell in enumerate(cells) if len(cell) > LONGEST_CELL)
                file.fail("long", reader.line_num, letter(place), most=LONGEST_CELL)
            yield reader.line_num, [*map(unguarded, cells)]
    except csv.Error as error:
        if "field limit" in str(error):
            file.fail("long", reader.line_num, most=LONGEST_CELL)
        file.fail("quotes", reader.line_num)


def decoded(file: TableFile) -> str:
    """Return the whole text of a file.

    Raises:
        TableError: the encoding is unknown.
    """
    content = file.content.read()
    return content.decode(_proven_encoding(file, content))


def _separator(lines: Sequence[str]) -> str:
    """Return the separator of the cells: from the line most like a header, else from the first."""
    bare = [_QUOTED.sub("", line) for line in lines] or [""]

    def likelihood(sign: str) -> tuple[int, int]:
        """Return how many headings a line has with that sign, and how often the first line has it.

        A single heading may be a word of a title.
        """
        words = max(words_in(line.replace('"', "").split(sign)) for line in lines or [""])
        return (words if words > 1 else 0), bare[0].count(sign)

    return max(_SEPARATORS, key=likelihood)


def _proven_encoding(file: TableFile, content: bytes) -> str:
    """Return an encoding that decodes the whole file; add a remark if it is only likely.

    UTF-8 (with or without a BOM) and UTF-16 can be verified. Any other file is Windows-1250 or
    ISO-8859-2, the older encodings of Romanian and Polish.
    """
    encoding = _encoding(content)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-8-sig" and b"\0" in content:
            file.fail("binary")
        if encoding != "utf-8-sig":
            file.fail("encoding")
        line = content.count(b"\n", 0, error.start) + 1
        encoding = _old_encoding(content)
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            file.fail("encoding", line)
        file.remark("encoding_guessed", line, encoding=encoding)
    if "\0" in text:
        file.fail("binary", text.count("\n", 0, text.index("\0")) + 1)
    return encoding


def _encoding(content: bytes) -> str:
    """Return the encoding that the file's first bytes declare, else UTF-8."""
    begin = content[:4]
    if begin in _UTF_32:
        return "utf-32"
    if begin[:2] in _UTF_16:
        return "utf-16"
    # Without a BOM, every second byte of a first ASCII letter is zero.
    if begin[:1] and begin[1:2] == b"\0" != begin[:1]:
        return "utf-16-le"
    if begin[:1] == b"\0" != begin[1:2]:
        return "utf-16-be"
    return "utf-8-sig"


def _old_encoding(content: bytes) -> str:
    """Return Windows-1250 or ISO-8859-2, by bytes that are letters in only one of them."""
    is_windows = any(byte in content for byte in _WINDOWS_ONLY)
    is_iso = not is_windows and any(byte in content for byte in _ISO_POLISH)
    return "iso-8859-2" if is_iso else "windows-1250"
