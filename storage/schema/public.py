"""Tables for use outside the chat: names, calendars, results for another site."""

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table

from storage.schema.base import metadata
from storage.types import Key, UtcDateTime

publicity = Table(
    "publicity",
    metadata,
    Column("competition", String(40), primary_key=True),
    Column("names", String(8), nullable=False),
)

calendar_addresses = Table(
    "calendar_addresses",
    metadata,
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("found_by", String(16), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "found_by"),
)

hook_queue = Table(
    "hook_queue",
    metadata,
    Column("competition", String(40), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("attempts", Integer, nullable=False),
    Column("next_at", UtcDateTime, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Index(None, "next_at"),
)
