"""The table of makers: each kind of picture or file that the press does not make itself.

The press makes the pictures of a game and receives the other makers. A kind without a maker is
refused.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.texts.pictures import Document, DocumentKind, NamedFile, Picture, PictureKind

PictureMaker = Callable[[Any, str], Awaitable[bytes]]
"""Makes a picture of its kind, as PNG, for readers of that language."""
DocumentMaker = Callable[[Document, str], Awaitable[NamedFile]]
"""Makes a file for readers of that language."""


class NoMaker(LookupError):  # noqa: N818  (named after the problem)
    """The kind of the picture or file has no maker."""

    def __init__(self, kind: PictureKind | DocumentKind) -> None:
        super().__init__(f"nobody makes {type(kind).__name__} {kind.value!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Makers:
    """Kind of picture or file → its maker."""

    pictures: Mapping[PictureKind, PictureMaker] = field(default_factory=dict)
    documents: Mapping[DocumentKind, DocumentMaker] = field(default_factory=dict)

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Return the picture as PNG.

        Raises:
            NoMaker: there is no maker for its kind.
        """
        if picture.kind not in self.pictures:
            raise NoMaker(picture.kind)
        return await self.pictures[picture.kind](picture, language)

    async def document(self, document: Document, language: str) -> NamedFile:
        """Return the file.

        Raises:
            NoMaker: there is no maker for its kind.
        """
        if document.kind not in self.documents:
            raise NoMaker(document.kind)
        return await self.documents[document.kind](document, language)
