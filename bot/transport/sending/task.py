"""A message on its way: its claim, its notice and its weight."""

import json
from dataclasses import dataclass, replace

from bot.texts.delivery import Choices, Menu, Parcel, Photos, Reaction, Toast
from bot.texts.messages import Notice
from bot.texts.outgoing import notice_from_json
from bot.transport.sending.composing import ALBUM
from bot.transport.sending.rate_limiter import Slot
from storage.people.addresses import is_browser
from storage.queues.claims import ClaimedMessage
from storage.queues.outbox_due import QueuedMessage


@dataclass(frozen=True, slots=True)
class SendingTask:
    """A message on its way: our claim, and the notice addressed to its current chat.

    Its calls use a slot of the rate limiter.
    """

    claim: ClaimedMessage
    notice: Notice
    slot: Slot

    @property
    def row(self) -> QueuedMessage:
        """Return the message's row."""
        return self.claim.row


def addressed(row: QueuedMessage) -> Notice | Exception:
    """Return the row's notice, addressed to its chat's current number: a group may have moved.

    An unreadable notice is returned as its exception.
    """
    try:
        notice = notice_from_json(json.loads(row.payload))
    except (KeyError, TypeError, ValueError) as error:
        return error
    return notice if notice.answers else replace(notice, to=row.chat)


def weight(notice: Notice | Exception) -> int:
    """Return the number of messages that Telegram counts for the first call.

    0 for an unreadable notice, which is moved to dead letters without a call.
    """
    if isinstance(notice, Exception) or not notice.is_message or is_browser(notice.to):
        return 0
    return min(ALBUM, max(1, len(notice.pictures)))


def message_count(parcel: Parcel) -> int:
    """Return the number of messages that Telegram counts for the parcel."""
    if isinstance(parcel, Toast | Choices | Menu | Reaction):
        return 0
    return len(parcel.photos) if isinstance(parcel, Photos) else 1
