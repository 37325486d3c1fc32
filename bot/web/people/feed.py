"""The feed of a person who plays in a browser: the bot's messages, as Telegram would show them.

The feed is the outbox. Each message is worded when it is read, and its pictures are drawn when they
come into view. An edit changes the message that it names, as in a chat.
"""

import json
import re
from datetime import datetime
from html import unescape
from typing import Any, Final, NamedTuple, Protocol
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.image_sanitiser.wire import Unusable
from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.texts.delivery import Wording
from bot.texts.delivery_errors import DeliveryError
from bot.texts.i18n import Reader, WordingError, negotiate
from bot.texts.messages import Incoming, Notice, Sender
from bot.texts.outgoing import notice_from_json
from bot.texts.pictures import NamedFile, Picture, PictureGoneError
from bot.web.people.feed_items import FeedItem, OwnText, in_order
from bot.web.refusals import Json, RefusedError, plainly
from bot.web.stored_acts import ActKind
from storage.people.people import Person
from storage.queues import feed
from storage.queues.feed import TYPED, ShownRow, TypedRow

log = get_logger()

ON_PAGE: Final = 30
"""Messages of one answer."""
CAPTION: Final = 1024
_TAG: Final = re.compile(r"<[^>]*>")


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


class Download(NamedTuple):
    """A file for a browser."""

    file: NamedFile
    media_type: str


def reader_of(person: Person) -> Reader:
    """Return the person as the reader of their messages."""
    language = person.language or negotiate(None)
    return Reader(language, ZoneInfo(person.time_zone), mute=person.mute)


class Feed:
    """Reads the messages of a person's address."""

    def __init__(self, composer: Composer) -> None:
        self._composer = composer

    async def page(
        self, tx: AsyncConnection, person: Person, now: datetime, before: int | None
    ) -> Json:
        """Return the last messages before that number, the oldest first, with own texts."""
        address, reader = person.address, reader_of(person)
        if address is None:
            raise RefusedError(plainly(401, "unauthorized"))
        rows = await feed.page(tx, address, now, before=before, most=ON_PAGE)
        has_more = len(rows) == ON_PAGE
        first = rows[-1].id if has_more else 0
        items: dict[int, FeedItem] = {}
        for row in reversed(rows):
            self._show(items, row, reader)
        signs: dict[int, str] = {}
        for row in await feed.changes(tx, address, now, first):
            if before is None or _target(row) < before:
                self._change(items, signs, row, reader)
        since = rows[-1].at if has_more else None
        until = None if before is None else await _time_of(tx, address, now, before)
        shown = sorted(items.values(), key=lambda item: (item.at, item.id))
        typed = [
            own
            for row in await feed.typed(tx, address, since, until)
            if (own := _typed(row, signs)) is not None
        ]
        messages = [each.json(reader.zone) for each in in_order(shown, typed)]
        return {"messages": messages, "before": first or None}

    def _show(self, items: dict[int, FeedItem], row: ShownRow, reader: Reader) -> None:
        """Add a message to the page, unless it shows nothing there."""
        notice = _notice(row)
        if notice is None or notice.menu or notice.answers or notice.found is not None:
            return
        worded = self._worded(notice, row, reader)
        if worded is None:
            return
        has_file = notice.document is not None or notice.relayed is not None
        items[row.id] = FeedItem(
            id=row.id,
            at=row.at,
            html=worded[0],
            keyboard=worded[1],
            pictures=_pictures(notice, row),
            file=row.id if has_file else None,
            about=notice.about,
            silent=notice.silent or reader.mute,
            reply_to=notice.reply_to,
        )

    def _change(
        self, items: dict[int, FeedItem], signs: dict[int, str], row: ShownRow, reader: Reader
    ) -> None:
        """Apply an edit or a reaction; an edit of no message is a message of its own."""
        notice = _notice(row)
        if notice is None:
            return
        if notice.reaction:
            if notice.reply_to is not None:
                signs[notice.reply_to] = notice.reaction
            return
        if not notice.edits:
            self._show(items, row, reader)
            return
        item = items.get(notice.edits)
        worded = self._worded(notice, row, reader)
        if item is None or worded is None:
            return
        if notice.text is not None:
            item.html = worded[0]
        item.keyboard = worded[1]
        if notice.pictures:
            item.pictures = _pictures(notice, row)

    def _worded(self, notice: Notice, row: ShownRow, reader: Reader) -> Wording | None:
        try:
            html, keyboard = self._composer.wording(notice, reader)
            return Wording(html.strip(), keyboard)  # as Telegram shows it
        except WordingError as error:
            report(log, "a message of the feed cannot be worded", error, row=row.id)
            return None

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
        notice = await self.own(tx, person, now, number)
        if which >= len(notice.pictures):
            raise RefusedError(plainly(404, "not_found"))
        return notice.pictures[which]

    async def drawn(self, person: Person, picture: Picture) -> bytes:
        """Return the picture as it looks now.

        Raises:
            RefusedError: 404, what it shows is gone.
        """
        try:
            return await self._composer.picture(picture, reader_of(person).language)
        except PictureGoneError:
            raise RefusedError(plainly(404, "not_found")) from None

    async def file(self, person: Person, notice: Notice) -> Download:
        """Return a message's file.

        Raises:
            RefusedError: 404, it has none, or the sender's file is gone.
        """
        if notice.document is None and notice.relayed is None:
            raise RefusedError(plainly(404, "not_found"))
        try:
            file = await self._composer.file(notice, reader_of(person).language)
        except (Unusable, DeliveryError):
            raise RefusedError(plainly(404, "file_gone")) from None
        is_photo = notice.relayed is not None and notice.relayed.is_photo
        return Download(file, "image/jpeg" if is_photo else "application/octet-stream")

    async def own(self, tx: AsyncConnection, person: Person, now: datetime, number: int) -> Notice:
        """Return a message of the person.

        Raises:
            RefusedError: 404, they have no such message.
        """
        row = None
        if person.address is not None:
            row = await feed.message(tx, person.address, now, number)
        notice = None if row is None else _notice(row)
        if notice is None:
            raise RefusedError(plainly(404, "not_found"))
        return notice


async def chat_input(  # noqa: PLR0913, PLR0917  (what was done, where and when)
    tx: AsyncConnection, person: Person, asked: Json, number: int, at: datetime, shown: Feed
) -> Incoming:
    """Return what the person typed or pressed in the feed, as if they had done it in a chat.

    Raises:
        RefusedError: 404, they have no such message.
    """
    if person.address is None or person.account is None:
        raise RefusedError(plainly(401, "unauthorized"))
    text, data = asked.get("text", ""), asked.get("button", "")
    notice, target = None, asked.get("message")
    if target is not None:
        row = await feed.message(tx, person.address, at, target)
        notice = None if row is None else _notice(row)
        if notice is None:
            raise RefusedError(plainly(404, "not_found"))
    sender = Sender(person.account, person.account_name, person.language or "")
    return Incoming(
        update=-number,
        sender=sender,
        chat=person.address,
        private=True,
        at=at,
        message=(target or 0) if data else TYPED + number,
        text=text,
        reply_to=None if data else target,
        reply_text="" if data or notice is None else shown.plain(notice, reader_of(person)),
        callback=f"web:{number}" if data else "",
        data=data,
        captioned=bool(data) and notice is not None and _is_captioned(notice),
    )


def plain_of(html: str) -> str:
    """Return the text of a message without its marks."""
    return unescape(_TAG.sub("", html))


def _is_captioned(notice: Notice) -> bool:
    """Return whether Telegram would put the buttons under a picture or a file."""
    media = len(notice.pictures) + (notice.document is not None) + (notice.relayed is not None)
    return media == 1


def _notice(row: ShownRow) -> Notice | None:
    try:
        return notice_from_json(json.loads(row.payload))
    except (KeyError, TypeError, ValueError) as error:
        report(log, "a message of the feed cannot be read", error, row=row.id)
        return None


def _target(row: ShownRow) -> int:
    stored = json.loads(row.payload)
    return int(stored.get("edits") or 0)


async def _time_of(tx: AsyncConnection, address: int, now: datetime, before: int) -> Any:
    row = await feed.message(tx, address, now, before)
    return None if row is None else row.at


def _pictures(notice: Notice, row: ShownRow) -> list[str]:
    return [f"{row.id}/{number}" for number in range(len(notice.pictures))]


def _typed(row: TypedRow, signs: dict[int, str]) -> OwnText | None:
    asked = json.loads(row.raw)
    if asked.get("act") != ActKind.CHAT or not asked.get("text"):
        return None
    body = json.loads(row.answer).get("body", {}) if row.answer else {}
    number = TYPED + row.id
    return OwnText(
        id=number,
        at=row.at,
        text=asked["text"],
        sign=signs.get(number, ""),
        after=body.get("after"),
    )
