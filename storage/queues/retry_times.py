"""When a failed update or message is tried again: the same rule for inbox and outbox."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Table, bindparam, or_

from storage.types import UtcDateTime

LONGEST_RETRY: Final = timedelta(minutes=10)
"""More than any pause between two tries; a later retry was stored while the clock was wrong."""

now = bindparam("now", type_=UtcDateTime)
_next_retry = bindparam("next_retry", type_=UtcDateTime)


def may_be_tried(queue: Table) -> ColumnElement[bool]:
    """Return the condition that a row of the queue does not wait for its next try."""
    retry_at = queue.c.retry_at
    return or_(retry_at.is_(None), retry_at <= now, retry_at > _next_retry)


def values_at(instant: datetime) -> dict[str, datetime]:
    """Return the values for `now` and `may_be_tried` at that instant."""
    return {"now": instant, "next_retry": instant + LONGEST_RETRY}
