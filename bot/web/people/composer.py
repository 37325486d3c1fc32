"""What a feed needs to show messages: their words, pictures and files."""

from typing import Protocol

from bot.texts.delivery import Wording
from bot.texts.messages import Notice
from bot.texts.pictures import NamedFile, Picture
from bot.texts.reader import Reader


class Composer(Protocol):
    """Words messages, and makes their pictures and files."""

    def wording(self, notice: Notice, reader: Reader) -> Wording:
        """Return the message in the language of the reader."""
        ...

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Return the picture as a PNG file."""
        ...

    async def file(self, notice: Notice, language: str) -> NamedFile:
        """Return the message's file."""
        ...
