"""Tables for use outside the chat: names and calendars."""

from sqlalchemy import Column, ForeignKey, Index, String, Table

from storage.schema.base import metadata
from storage.types import Key, UtcDateTime

publicity = Table(
    "publicity",
    metadata,
    Column("competition", String(40), primary_key=True),
    # `full`, `initials` or `hidden`: the default for the competition's players.
    Column("names", String(8), nullable=False),
)

series = Table(
    "series",
    metadata,
    Column("competition", String(40), primary_key=True),
    Column("name", String(80), nullable=False),
)

calendar_addresses = Table(
    "calendar_addresses",
    metadata,
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    # The secret of the address is not stored, only its SHA-256; `found_by` is the start of that.
    Column("found_by", String(16), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "found_by"),
)
