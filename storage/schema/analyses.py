"""Tables of analyses, of wishes and consents for them, and of searched sequences."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, String, Table

from storage.schema.base import metadata
from storage.types import Key, UtcDateTime

analyses = Table(
    "analyses",
    metadata,
    Column("game_id", String(80), primary_key=True),
    Column("head", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("findings", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

analysis_wishes = Table(
    "analysis_wishes",
    metadata,
    Column("game_id", String(80), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("what", String(8), primary_key=True),
    Column("attempts", Integer, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "person"),
)

analysis_consents = Table(
    "analysis_consents",
    metadata,
    Column("game_id", String(80), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "person"),
)

sequences_searched = Table(
    "sequences_searched",
    metadata,
    Column("seed", String(64), primary_key=True),
    Column("game_id", String(80), nullable=False),
    Column("version", Integer, nullable=False),
    Column("wanted", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("width", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("edition", String(80), nullable=False),
    Column("official", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
