"""Tables of daily fingerprints, and of the logs that had grown by then."""

from sqlalchemy import Column, Index, Integer, String, Table

from storage.schema.base import metadata
from storage.types import UtcDateTime

fingerprints = Table(
    "fingerprints",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("logs", Integer, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("secret", String(64), nullable=False, server_default=""),
)

fingerprint_heads = Table(
    "fingerprint_heads",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("stream", String(80), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
    Index(None, "stream", "day"),
)
