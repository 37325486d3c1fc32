"""Tables of groups to which the bot writes, and of arbiters' copies; not derived from the log."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    false,
)

from storage.schema.base import metadata
from storage.types import Key, UtcDateTime

group_chats = Table(
    "group_chats",
    metadata,
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("competition", String(40), nullable=False),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("language", String(16), nullable=False),
    Column("since", Integer, nullable=False),
    Column("requests", Boolean, nullable=False, server_default=false()),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "competition"),
    Index(None, "person"),
)

group_codes = Table(
    "group_codes",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("competition", String(40), nullable=False),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
)

topics = Table(
    "topics",
    metadata,
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("about", String(80), primary_key=True),
    Column("thread", BigInteger, nullable=False),
)

arbiter_copies = Table(
    "arbiter_copies",
    metadata,
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("way", String(8), nullable=False),
)
