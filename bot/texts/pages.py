"""Long messages split into pages that Telegram accepts.

Telegram counts the UTF-16 units of the visible text, without the markup. A page ends at a line
break if possible, else at a space, else anywhere. Open markup is closed at the cut and opened again
on the next page.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

_PIECE: Final = re.compile(r"<(?P<end>/?)(?P<tag>[a-z-]+)[^>]*>|&[^;\s]+;|\n|[^\S\n]+|[^<&\s]+|.")


def shown_length(html: str) -> int:
    """Return the length of the visible text in UTF-16 units, as Telegram counts it."""
    return _units(unescape(re.sub(r"<[^<>]+>", "", html)))


def pages(html: str, limit: int) -> list[str]:
    """Return the HTML in pages of at most `limit` visible units; at least one page."""
    if len(html) * 2 <= limit or shown_length(html) <= limit:
        return [html]
    writer = _Writer(limit)
    for piece in _pieces(html, limit):
        writer.add(piece)
    writer.turn()
    return writer.done or [""]


def _pieces(html: str, limit: int) -> Iterator[re.Match[str] | str]:
    """Yield tags as matches and other text as strings that fit on a page."""
    for match in _PIECE.finditer(html):
        if match["tag"]:
            yield match
        elif _units(match.group()) <= limit:
            yield match.group()
        else:
            yield from match.group()


class _Writer:
    """Fills pages, and remembers the last good place to cut."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.done: list[str] = []
        self.open: list[str] = []
        """Start tags that are still open."""
        self._reset()

    def _reset(self) -> None:
        """Begin an empty page with the tags that are still open."""
        self.written = "".join(self.open)
        self.size = 0
        self.cut: tuple[str, tuple[str, ...], int] | None = None
        """The last line end: the text before it, the tags open there, the visible length."""
        self.tail: list[re.Match[str] | str] = []
        """The text after that line end."""

    def add(self, piece: re.Match[str] | str) -> None:
        """Add a tag or a piece of text, on the next page if this one is full."""
        if not isinstance(piece, str):
            self._tag(piece)
        else:
            units = _units(unescape(piece))
            if self.size + units > self.limit:
                self._overflow(piece)
                return
            self.written += piece
            self.size += units
            if piece == "\n":
                self.cut = (self.written, tuple(self.open), self.size)
                self.tail = []
                return
        self.tail.append(piece)

    def _tag(self, tag: re.Match[str]) -> None:
        """Add a tag, which takes no place, and note whether it is still open."""
        self.written += tag.group()
        if tag["end"]:
            if self.open:
                self.open.pop()
        else:
            self.open.append(tag.group())

    def _overflow(self, piece: str) -> None:
        """End the page at its last line end, or here, and continue on the next."""
        if self.cut is None:
            self.turn()
            rest: list[re.Match[str] | str] = []
        else:
            self.written, opened, self.size = self.cut
            self.open = list(opened)
            rest = self.tail
            self.turn()
        for again in (*rest, piece):
            if self.size or not isinstance(again, str) or not again.isspace():
                self.add(again)

    def turn(self) -> None:
        """Close the page."""
        if self.size:
            closing = "".join(f"</{_name(tag)}>" for tag in reversed(self.open))
            self.done.append(self.written.rstrip() + closing)
        self._reset()


def _name(tag: str) -> str:
    return re.split(r"[\s>]", tag[1:], maxsplit=1)[0]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
