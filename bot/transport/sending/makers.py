"""Who makes the pictures and files that the press does not make itself: a table, by their kind.

The press makes what every game needs; the rest is given to it, and a kind that nobody makes is
refused. What is made how is no business of whoever sends it.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.texts.pictures import Document, DocumentKind, Picture, PictureKind

PictureMaker = Callable[[Any, str], Awaitable[bytes]]
"""Makes a picture of its kind, as PNG, for who reads that language."""
DocumentMaker = Callable[[Document, str], Awaitable[tuple[str, bytes]]]
"""Makes a file for who reads that language: its name and content."""


class NobodyMakesIt(LookupError):  # noqa: N818  (says what is wrong)
    """A picture or a file of a kind that is not in the table."""

    def __init__(self, kind: PictureKind | DocumentKind) -> None:
        super().__init__(f"nobody makes {type(kind).__name__} {kind.value!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Makers:
    """Kind of picture or file → who makes it."""

    pictures: Mapping[PictureKind, PictureMaker] = field(default_factory=dict)
    documents: Mapping[DocumentKind, DocumentMaker] = field(default_factory=dict)

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Return the picture as PNG.

        Raises:
            NobodyMakesIt: there is no maker for its kind.
        """
        if picture.kind not in self.pictures:
            raise NobodyMakesIt(picture.kind)
        return await self.pictures[picture.kind](picture, language)

    async def document(self, document: Document, language: str) -> tuple[str, bytes]:
        """Return the file's name and content.

        Raises:
            NobodyMakesIt: there is no maker for its kind.
        """
        if document.kind not in self.documents:
            raise NobodyMakesIt(document.kind)
        return await self.documents[document.kind](document, language)
