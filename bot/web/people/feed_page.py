"""One page of a feed, put together from the outbox: messages, their edits, and reactions."""

import json

from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.texts.delivery import Wording
from bot.texts.i18n import WordingError
from bot.texts.messages import Notice
from bot.texts.outgoing import notice_from_json
from bot.texts.reader import Reader
from bot.web.people.composer import Composer
from bot.web.people.feed_items import FeedItem, OwnText, in_order
from bot.web.refusals import Json
from bot.web.stored_acts import ActKind
from storage.queues.feed import TYPED, ShownRow, TypedRow

log = get_logger()


class FeedPage:
    """The items of a page, to which rows are added from the oldest on."""

    def __init__(self, composer: Composer, reader: Reader) -> None:
        self._composer, self._reader = composer, reader
        self._items: dict[int, FeedItem] = {}
        """The bot's messages by their number."""
        self._own: list[OwnText] = []
        """What the person typed."""
        self._reactions: dict[int, str] = {}
        """The emoji that the bot put on a message, by the message's number."""

    def show(self, row: ShownRow) -> None:
        """Add a message, unless it shows nothing on a page: a menu, or an answer to a press."""
        notice = notice_of(row)
        if notice is None or notice.menu or notice.answers or notice.found is not None:
            return
        wording = self._wording(notice, row)
        if wording is None:
            return
        has_file = notice.document is not None or notice.relayed is not None
        self._items[row.id] = FeedItem(
            id=row.id,
            at=row.at,
            html=wording.html,
            keyboard=wording.keyboard,
            pictures=_pictures(notice, row),
            file=row.id if has_file else None,
            about=notice.about,
            silent=notice.silent or self._reader.mute,
            reply_to=notice.reply_to,
        )

    def change(self, row: ShownRow) -> None:
        """Apply an edit or a reaction; an edit of no message is a message of its own."""
        notice = notice_of(row)
        if notice is None:
            return
        if notice.reaction:
            if notice.reply_to is not None:
                self._reactions[notice.reply_to] = notice.reaction
        elif notice.edits:
            self._edit(notice.edits, notice, row)
        else:
            self.show(row)

    def _edit(self, number: int, notice: Notice, row: ShownRow) -> None:
        """Apply an edit of the message of that number, if the page has it."""
        item = self._items.get(number)
        wording = self._wording(notice, row)
        if item is None or wording is None:
            return
        if notice.text is not None:
            item.html = wording.html
        item.keyboard = wording.keyboard
        if notice.pictures:
            item.pictures = _pictures(notice, row)

    def show_typed(self, row: TypedRow) -> None:
        """Add what the person typed, after all reactions; a pressed button shows nothing."""
        request = json.loads(row.raw)
        if request.get("act") != ActKind.CHAT or not request.get("text"):
            return
        answer = json.loads(row.answer).get("body", {}) if row.answer else {}
        number = TYPED + row.id
        own = OwnText(
            id=number,
            at=row.at,
            text=request["text"],
            sign=self._reactions.get(number, ""),
            after=answer.get("after"),
        )
        self._own.append(own)

    def json(self) -> list[Json]:
        """Return all items for the page, the oldest first."""
        shown = sorted(self._items.values(), key=lambda item: (item.at, item.id))
        return [item.json(self._reader.zone) for item in in_order(shown, self._own)]

    def _wording(self, notice: Notice, row: ShownRow) -> Wording | None:
        """Return the message as the reader reads it; None, after a report, if that fails."""
        try:
            html, keyboard = self._composer.wording(notice, self._reader)
        except WordingError as error:
            report(log, "a message of the feed cannot be worded", error, row=row.id)
            return None
        return Wording(html.strip(), keyboard)  # as Telegram shows it


def notice_of(row: ShownRow) -> Notice | None:
    """Return the message of a row; None, after a report, if it cannot be read."""
    try:
        return notice_from_json(json.loads(row.payload))
    except (KeyError, TypeError, ValueError) as error:
        report(log, "a message of the feed cannot be read", error, row=row.id)
        return None


def edited_message(row: ShownRow) -> int:
    """Return the number of the message that a row edits; 0 if it edits none, or is unreadable."""
    notice = notice_of(row)
    return 0 if notice is None else notice.edits or 0


def _pictures(notice: Notice, row: ShownRow) -> list[str]:
    """Return the address of each picture within the feed, `12/0`."""
    return [f"{row.id}/{number}" for number in range(len(notice.pictures))]
