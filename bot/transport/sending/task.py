"""A message under way: what its row says, and what it weighs."""

import json
from dataclasses import dataclass, replace

from bot.texts.delivery import Choices, Menu, Parcel, Photos, Toast
from bot.texts.messages import Notice
from bot.texts.outgoing import notice_from_json
from bot.transport.sending.composing import ALBUM
from bot.transport.sending.turnstile import Slot
from storage.queues.claims import Claim
from storage.queues.outbox_due import Queued


@dataclass(frozen=True, slots=True)
class Task:
    """A message under way: our claim to it, and the notice addressed to where it goes today.

    Its calls are made in a slot of the turnstile.
    """

    claim: Claim
    notice: Notice
    slot: Slot

    @property
    def row(self) -> Queued:
        """Return its row."""
        return self.claim.row


def addressed(row: Queued) -> Notice | Exception:
    """Return the row's notice, addressed to where its chat is today: a group may have moved.

    What is wrong with it, if this version cannot read it.
    """
    try:
        notice = notice_from_json(json.loads(row.payload))
    except (KeyError, TypeError, ValueError) as error:
        return error
    return notice if notice.answers else replace(notice, to=row.chat)


def weight(notice: Notice | Exception) -> int:
    """Return how many messages Telegram will count for the first call."""
    if isinstance(notice, Exception) or notice.answers or notice.menu:
        return 0
    return min(ALBUM, max(1, len(notice.pictures)))


def counted(parcel: Parcel) -> int:
    """Return how many messages Telegram counts."""
    if isinstance(parcel, Toast | Choices | Menu):
        return 0
    return len(parcel.photos) if isinstance(parcel, Photos) else 1
