"""Splits long messages at the lengths that Telegram accepts.

Telegram counts the UTF-16 units of the visible text, without the markup. A part ends at a line
break if possible, else between words, else anywhere. Open markup is closed at the cut and opened
again in the next part.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final, NamedTuple

TEXT: Final = 4096
"""The most visible units of a message."""
CAPTION: Final = 1024
"""The most visible units of the text under a picture or a file."""
_PIECE: Final = re.compile(r"<(?P<end>/?)(?P<tag>[a-z-]+)[^>]*>|&[^;\s]+;|\n|[^\S\n]+|[^<&\s]+|.")


def shown_length(html: str) -> int:
    """Return the length of the visible text in UTF-16 units, as Telegram counts it."""
    return _units(unescape(re.sub(r"<[^<>]+>", "", html)))


def fits_caption(html: str) -> bool:
    """Return whether Telegram accepts the text under a picture or a file."""
    return shown_length(html) <= CAPTION


def split_html(html: str, limit: int) -> list[str]:
    """Return the HTML in parts of at most `limit` visible units; at least one part.

    `limit` is at least 2, the units of the largest character.
    """
    # A character has at most two units, so most messages need no exact count.
    if len(html) * 2 <= limit or shown_length(html) <= limit:
        return [html]
    splitter = _Splitter(limit)
    for piece in _pieces(html, limit):
        splitter.add(piece)
    splitter.end_part()
    return splitter.parts or [""]


def _pieces(html: str, limit: int) -> Iterator[re.Match[str] | str]:
    """Yield tags as matches, and other text as strings that fit into a part."""
    for match in _PIECE.finditer(html):
        if match["tag"]:
            yield match
        elif _units(unescape(match.group())) <= limit:
            yield match.group()
        else:
            yield from match.group()


class _LineEnd(NamedTuple):
    """The state of a part at a line break."""

    written: str
    open_tags: tuple[str, ...]
    units: int


class _Splitter:
    """Fills one part after another, and remembers the last line break, where it cuts."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.parts: list[str] = []
        """The finished parts."""
        self.open: list[str] = []
        """Start tags that are still open."""
        self._reset()

    def _reset(self) -> None:
        """Begin an empty part with the tags that are still open."""
        self.written = "".join(self.open)
        self.units = 0
        """The visible units written so far."""
        self.line_end: _LineEnd | None = None
        """The last line break of the part; None before the first."""
        self.after_line_end: list[re.Match[str] | str] = []
        """The pieces since then, which move to the next part if this one overflows."""

    def add(self, piece: re.Match[str] | str) -> None:
        """Add a tag or a piece of text, to the next part if this one is full."""
        if not isinstance(piece, str):
            self._add_tag(piece)
        else:
            units = _units(unescape(piece))
            if self.units + units > self.limit:
                self._overflow(piece)
                return
            self.written += piece
            self.units += units
            if piece == "\n":
                self.line_end = _LineEnd(self.written, tuple(self.open), self.units)
                self.after_line_end = []
                return
        self.after_line_end.append(piece)

    def _add_tag(self, tag: re.Match[str]) -> None:
        """Add a tag, which has no visible length, and note whether it is still open."""
        self.written += tag.group()
        if tag["end"]:
            if self.open:
                self.open.pop()
        else:
            self.open.append(tag.group())

    def _overflow(self, piece: str) -> None:
        """End the part at its last line break, or here, and begin the next with the rest."""
        moved: list[re.Match[str] | str] = []
        if self.line_end is not None:
            moved = self.after_line_end
            self.written, self.units = self.line_end.written, self.line_end.units
            self.open = list(self.line_end.open_tags)
        self.end_part()
        for each in (*moved, piece):
            is_space = isinstance(each, str) and each.isspace()
            if self.units or not is_space:  # no part begins with space
                self.add(each)

    def end_part(self) -> None:
        """Finish the part, unless nothing in it is visible, and begin the next."""
        if self.units:
            closing = "".join(f"</{_tag_name(tag)}>" for tag in reversed(self.open))
            self.parts.append(self.written.rstrip() + closing)
        self._reset()


def _tag_name(tag: str) -> str:
    return re.split(r"[\s>]", tag[1:], maxsplit=1)[0]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
