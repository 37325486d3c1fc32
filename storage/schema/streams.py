"""The table of the event log."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Integer,
    String,
    Table,
    Text,
)

from storage.schema.base import metadata
from storage.types import UtcDateTime

events = Table(
    "events",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("name", String(80), nullable=False),
    Column("version", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    CheckConstraint("seq >= 1", name="seq"),
)
