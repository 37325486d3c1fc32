"""Tables of people's texts: original data, and no part of the hashed log."""

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    String,
    Table,
    Text,
)

from storage.schema.base import metadata
from storage.types import Key, UtcDateTime

notes = Table(
    "notes",
    metadata,
    Column("id", Key, primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("game_id", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "person", "game_id"),
)

chat_lines = Table(
    "chat_lines",
    metadata,
    Column("id", Key, primary_key=True),
    Column("game_id", String(80), nullable=False),
    Column("author", Key, ForeignKey("persons.id"), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "game_id", "id"),
    Index(None, "author", "at"),
)

chat_stops = Table(
    "chat_stops",
    metadata,
    Column("scope", String(80), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
)

# The statements of a case. The log contains only their hashes, so that a text can be erased while
# the rest is still provable.
statements = Table(
    "statements",
    metadata,
    Column("case_id", String(80), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("author", Key, ForeignKey("persons.id"), nullable=False),
    Column("salt", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "author"),
)
