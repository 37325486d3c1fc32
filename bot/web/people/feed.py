"""The feed of a person who plays in a browser: the bot's messages, as Telegram would show them.

The feed is the outbox. Each message is worded when it is read, and its pictures are drawn when they
come into view. An edit changes the message that it names, as in a chat.
"""

import re
from datetime import datetime
from html import unescape
from http import HTTPStatus
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.image_sanitiser.wire import Unusable
from bot.service.context import reader_of
from bot.texts.delivery_errors import DeliveryError
from bot.texts.messages import Notice
from bot.texts.pictures import NamedFile, Picture, PictureGoneError
from bot.texts.reader import Reader
from bot.web.people.composer import Composer
from bot.web.people.feed_page import FeedPage, edited_message, notice_of
from bot.web.refusals import Json, refusal_error
from storage.people.people import Person
from storage.queues import feed

ON_PAGE: Final = 30
"""The most messages of one answer."""
_TAG: Final = re.compile(r"<[^>]*>")
"""A tag of Telegram's HTML, in which a text never has a bare `<`."""


class Download(NamedTuple):
    """A file for a browser."""

    file: NamedFile
    media_type: str


class Feed:
    """Reads the messages of a person's address."""

    def __init__(self, composer: Composer) -> None:
        self._composer = composer

    async def page(
        self, tx: AsyncConnection, person: Person, now: datetime, before: int | None
    ) -> Json:
        """Return the last messages before that number and what the person typed, oldest first.

        Without a number, the messages are the newest. `before` of the answer is the number to ask
        for next; None if nothing is older.

        Raises:
            RefusedError: 401, the person has no address any more.
        """
        address = person.address
        if address is None:
            raise refusal_error(HTTPStatus.UNAUTHORIZED, "unauthorized")
        rows = await feed.page(tx, address, now, before=before, most=ON_PAGE)
        # A full page may have older ones before it; the last page shows everything since the start.
        has_older = len(rows) == ON_PAGE
        first = rows[-1].id if has_older else 0
        page = FeedPage(self._composer, reader_of(person))
        for row in reversed(rows):
            page.show(row)
        for row in await feed.changes(tx, address, now, first):
            # The page after this one has the later messages, with their own changes.
            if before is None or edited_message(row) < before:
                page.change(row)
        since = rows[-1].at if has_older else None
        until = None if before is None else await _time_of(tx, address, now, before)
        for typed in await feed.typed(tx, address, since, until):
            page.show_typed(typed)
        return {"messages": page.json(), "before": first or None}

    def plain(self, notice: Notice, reader: Reader) -> str:
        """Return the text of a message without marks."""
        return plain_of(self._composer.wording(notice, reader).html)

    async def picture_of(
        self, tx: AsyncConnection, person: Person, now: datetime, number: int, which: int
    ) -> Picture:
        """Return one picture of a message.

        Raises:
            RefusedError: 404, the person has no such message or picture.
        """
        notice = await self.message_of(tx, person, now, number)
        if which >= len(notice.pictures):
            raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")
        return notice.pictures[which]

    async def draw(self, person: Person, picture: Picture) -> bytes:
        """Return the picture as it looks now.

        Raises:
            RefusedError: 404, what it shows is gone.
        """
        try:
            return await self._composer.picture(picture, reader_of(person).language)
        except PictureGoneError:
            raise refusal_error(HTTPStatus.NOT_FOUND, "not_found") from None

    async def file(self, person: Person, notice: Notice) -> Download:
        """Return a message's file.

        Raises:
            RefusedError: 404, it has none, or what it shows or forwards is gone.
        """
        if notice.document is None and notice.relayed is None:
            raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")
        try:
            file = await self._composer.file(notice, reader_of(person).language)
        except (Unusable, DeliveryError, PictureGoneError):
            raise refusal_error(HTTPStatus.NOT_FOUND, "file_gone") from None
        is_photo = notice.relayed is not None and notice.relayed.is_photo
        return Download(file, "image/jpeg" if is_photo else "application/octet-stream")

    async def message_of(
        self, tx: AsyncConnection, person: Person, now: datetime, number: int
    ) -> Notice:
        """Return a message of the person.

        Raises:
            RefusedError: 404, they have no such message.
        """
        row = None
        if person.address is not None:
            row = await feed.message(tx, person.address, now, number)
        notice = None if row is None else notice_of(row)
        if notice is None:
            raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")
        return notice


def plain_of(html: str) -> str:
    """Return the text of a message without its marks."""
    return unescape(_TAG.sub("", html))


async def _time_of(
    tx: AsyncConnection, address: int, now: datetime, number: int
) -> datetime | None:
    """Return the instant of a message of that address; None if it has no such message."""
    row = await feed.message(tx, address, now, number)
    return None if row is None else row.at
