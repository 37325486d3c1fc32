"""A message under way."""

import json
from dataclasses import dataclass, replace

from bot.texts.messages import Notice
from bot.texts.outgoing import notice_from_json
from storage.claims import Claim
from storage.outbox_due import Queued


@dataclass(frozen=True, slots=True)
class Task:
    """A message under way: our claim to it, and the notice addressed to where it goes today."""

    claim: Claim
    notice: Notice

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
