"""Tables of updates that wait to be handled, and of messages that wait to be sent."""

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    String,
    Table,
    Text,
    text,
)

from storage.schema.base import metadata
from storage.types import Key, UtcDateTime

READY: Final = "state = 'queued' AND not_before IS NULL"
"""Queued messages without a planned time; the condition of their index."""
LATER: Final = "state = 'queued' AND not_before IS NOT NULL"
"""Queued messages with a planned time; the condition of their index, which has no sent message.

Both databases use a partial index only for queries that contain its exact condition.
"""


def _where(condition: str) -> dict[str, Any]:
    """Return an index's condition; `storage.migrations.env` passes it to a server.

    A condition for PostgreSQL here would load SQLAlchemy's support for it at every start with a
    file.
    """
    return {"sqlite_where": text(condition), "info": {"where": condition}}


inbox = Table(
    "inbox",
    metadata,
    Column("id", Key, primary_key=True),
    Column("update_id", BigInteger, unique=True),
    Column("chat", BigInteger),
    Column("raw", Text, nullable=False),
    Column("received_at", UtcDateTime, nullable=False),
    Column("state", String(8), nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("retry_at", UtcDateTime),
    Column("done_at", UtcDateTime),
    Column("error", Text, nullable=False, default=""),
    Column("precedence", Integer, nullable=False, server_default="1"),
    Column("behind", Integer, nullable=False, server_default="0"),
    Column("source", String(8), nullable=False, server_default="telegram"),
    Column("key", String(80)),
    Column("answer", Text, nullable=False, server_default=""),
    Index(None, "key", unique=True),
    Index(None, "state", "precedence", "behind", "id"),
    Index(None, "chat", "state"),
)

handled = Table(
    "handled",
    metadata,
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "at"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Key, primary_key=True),
    Column("chat", BigInteger, nullable=False),
    Column("payload", Text, nullable=False),
    Column("dedup_key", String(200), unique=True),
    Column("about", String(80), nullable=False, default=""),
    Column("state", String(8), nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("not_before", UtcDateTime),
    Column("retry_at", UtcDateTime),
    Column("expires_at", UtcDateTime),
    Column("created_at", UtcDateTime, nullable=False),
    Column("sent_at", UtcDateTime),
    Column("message_ids", Text, nullable=False, default=""),
    Column("error", Text, nullable=False, default=""),
    Column("precedence", Integer, nullable=False, server_default="2"),
    Index(None, "state", "chat", "id"),
    Index(None, "about", "id"),
    Index("ix_outbox_ready", "precedence", "chat", **_where(READY)),
    Index("ix_outbox_later", "precedence", "not_before", **_where(LATER)),
)

sent_messages = Table(
    "sent_messages",
    metadata,
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    Column("about", String(80), nullable=False),
)

chat_holds = Table(
    "chat_holds",
    metadata,
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("until", UtcDateTime, nullable=False),
)
