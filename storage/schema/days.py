"""Tables of deadlines, and of the times in which the bot did not run."""

from sqlalchemy import (
    Column,
    Index,
    Integer,
    String,
    Table,
    Text,
)

from storage.schema.base import metadata
from storage.types import UtcDateTime

due = Table(
    "due",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("kind", String(40), primary_key=True),
    Column("due_at", UtcDateTime, nullable=False),
    Column("payload", Text, nullable=False, default=""),
    Index(None, "due_at"),
)

# The last record that the bot runs: a single row.
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("since", UtcDateTime, primary_key=True),
    Column("until", UtcDateTime, nullable=False),
)
