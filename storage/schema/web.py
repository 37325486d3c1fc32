"""Tables of the Mini App: sessions, and lines that people try out."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text

from storage.schema.base import metadata
from storage.types import Key, UtcDateTime

web_sessions = Table(
    "web_sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("account", BigInteger, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Index(None, "expires_at"),
    Index(None, "person"),
)

notebooks = Table(
    "notebooks",
    metadata,
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("game_id", String(80), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("lines", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
