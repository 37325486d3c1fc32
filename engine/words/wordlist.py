"""Reading a word list from text: one word a line, in the encodings of Romanian texts.

A word has 2 to 15 letters after folding of Romanian diacritics. Any other line is reported with its
number and never corrected. `engine.words.lexicon` stores a list as an edition.
"""

import codecs
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

SHORTEST_WORD, LONGEST_WORD = 2, 15

_BLANK = (
    " \t\r\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{ZERO WIDTH SPACE}\N{WORD JOINER}"
    "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NO-BREAK SPACE}"
    "\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}"
)
"""The characters that do not count at the ends of a line; spreadsheets and web pages add some."""
_FOLDED = str.maketrans("ĂÂÎȘŞȚŢăâîșşțţ", "AAISSTTaaisstt")
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


class Flaw(StrEnum):
    """The reasons why a line is not a word."""

    NOT_LETTERS = "not_letters"
    """A character that is neither A–Z nor a Romanian letter, or a space in the middle."""
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line without a word: its number from 1, its text, and the flaw."""

    number: int
    text: str
    flaw: Flaw


@dataclass(frozen=True, slots=True, kw_only=True)
class WordList:
    """The content of a text: the words, folded, in upper case and sorted, and the bad lines."""

    words: tuple[str, ...]
    repeated: int
    """The number of lines with a word that an earlier line had, after folding: MĂR after MAR."""
    bad: tuple[BadLine, ...]
    """The lines without a word."""
    encoding: str


def read_word_list(data: bytes) -> WordList:
    """Return the words of a text in any encoding that `detect_encoding` knows.

    LF or CR LF ends a line; empty lines do not count.
    """
    encoding = detect_encoding(data)
    words: list[str] = []
    bad: list[BadLine] = []
    for number, typed in _lines(data.decode(encoding, "replace")):
        word = fold_word(typed)
        if word is None:
            bad.append(BadLine(number, typed, Flaw.NOT_LETTERS))
        elif not SHORTEST_WORD <= len(word) <= LONGEST_WORD:
            flaw = Flaw.TOO_SHORT if len(word) < SHORTEST_WORD else Flaw.TOO_LONG
            bad.append(BadLine(number, typed, flaw))
        else:
            words.append(word)
    unique = tuple(sorted(set(words)))
    return WordList(
        words=unique, repeated=len(words) - len(unique), bad=tuple(bad), encoding=encoding
    )


def fold_word(typed: str) -> str | None:
    """Return the word in upper case with Romanian diacritics folded, or None if it is no word.

    Letters of other languages are not folded, because they indicate a wrong encoding.
    """
    if not typed.isascii():
        typed = unicodedata.normalize("NFC", typed).translate(_FOLDED)
    return typed.upper() if typed.isascii() and typed.isalpha() else None


def detect_encoding(data: bytes) -> str:
    """Return the encoding: by byte order mark, else UTF-8 if valid, else one of two old ones.

    ISO 8859-2 and Windows-1250 agree in all Romanian letters; only the latter has signs in 80–9F.
    """
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return encoding
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1250" if any(0x80 <= byte < 0xA0 for byte in data) else "iso8859-2"
    return "utf-8"


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line that is not empty, with its number."""
    for number, line in enumerate(text.split("\n"), 1):
        typed = line.strip(_BLANK)
        if typed:
            yield number, typed
