"""The press: makes the pictures and files of messages, each by the maker of its kind."""

import asyncio
import json
from collections.abc import Callable
from functools import cached_property

from bot.documents.image_sanitiser.wire import Unusable
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.texts.messages import Relayed
from bot.texts.pictures import (
    CompetitionSheet,
    Document,
    DocumentKind,
    GamePicture,
    NamedFile,
    Picture,
    TimeSheet,
)
from bot.transport.sending.game_pictures import GamePictures
from bot.transport.sending.makers import Makers
from bot.transport.sending.reencoder import Reencoder
from engine.ids import PersonId
from storage.people import personal_data

WordList = Callable[[str], NamedFile]
"""Returns the players' file of an edition, from its hash."""


class MediaMaker:
    """Draws pictures and makes files from stored data."""

    def __init__(
        self,
        runtime: Runtime,
        shared: BotSettings,
        word_list: WordList,
        makers: Makers | None = None,
        reencoder: Reencoder | None = None,
    ) -> None:
        """Store the source of word lists, the other makers, and the re-encoder of pictures.

        Without the last two, such pictures and files are not available.
        """
        self._runtime = runtime
        self._shared = shared
        self._makers = makers or Makers()
        self._reencoder = reencoder
        self._word_list = word_list

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Return the picture, as PNG.

        Raises:
            PictureGoneError: what it shows is gone, or closed again.
        """
        if isinstance(picture, GamePicture):
            return await self._games.picture(picture, language)
        return await self._makers.picture(picture, language)

    async def drawn_from(self, picture: Picture) -> tuple[object, ...]:
        """Return what a sheet shows besides its game; nothing for other pictures."""
        if not isinstance(picture, CompetitionSheet | TimeSheet):
            return ()
        return await self._games.drawn_from(picture)

    async def document(self, document: Document, language: str) -> NamedFile:
        """Return the file.

        Raises:
            PictureGoneError: what it shows is closed again.
        """
        match document.kind:
            case DocumentKind.WORD_LIST:
                return await asyncio.to_thread(self._word_list, document.of)
            case DocumentKind.MY_DATA:
                return await self._personal(PersonId(int(document.of)))
            case DocumentKind.GCG:
                return await self._games.record(document.of, language)
            case _:
                return await self._makers.document(document, language)

    def is_at_hand(self, relayed: Relayed) -> bool:
        """Return whether the outcome for a person's picture is known."""
        return self._reencoder is None or self._reencoder.is_at_hand(relayed)

    async def prepare(self, relayed: Relayed) -> None:
        """Download and re-encode a person's picture; the result is cached for a while."""
        if self._reencoder is not None:
            await self._reencoder.prepare(relayed)

    async def relayed(self, relayed: Relayed) -> NamedFile:
        """Return a person's photo or picture file, re-encoded and without its metadata.

        Raises:
            Unusable: the file is not a supported picture, too large, or no longer available.
            DeliveryError: the file could not be downloaded this time.
        """
        if self._reencoder is None:
            raise Unusable("nothing is passed on here")
        return NamedFile(harmless_name(relayed.name), await self._reencoder.get(relayed))

    @cached_property
    def _games(self) -> GamePictures:
        """Makes the pictures of games; the drawing code is loaded with the first."""
        return GamePictures(self._runtime, self._shared)

    async def _personal(self, person: PersonId) -> NamedFile:
        """Return the file with all data stored about a person, as JSON."""
        async with self._runtime.database.reading() as tx:
            stored = await personal_data.stored_data(tx, person)
        content = json.dumps(stored, ensure_ascii=False, indent=1, default=str)
        return NamedFile("tur-retur-datele-mele.json", content.encode())


def harmless_name(name: str) -> str:
    """Return a safe file name for a picture that a person sent under `name`."""
    stem = "".join(c for c in name.rpartition(".")[0] if c.isalnum() or c in "-_ ")[:40].strip()
    return f"{stem or 'fisa'}.jpg"
