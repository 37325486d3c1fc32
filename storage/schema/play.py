"""Tables of what players prepare for their games: moves not sent yet, conditions and notebooks."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from storage.schema.base import metadata
from storage.types import Key, UtcDateTime

previews = Table(
    "previews",
    metadata,
    Column("token", String(32), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("chat", BigInteger, nullable=False),
    Column("game_id", String(80), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("placement", Text, nullable=False),
    Column("typed_at", UtcDateTime, nullable=False),
    Column("shown_at", UtcDateTime, nullable=False),
    UniqueConstraint("person", "game_id"),
)

held_moves = Table(
    "held_moves",
    metadata,
    Column("game_id", String(80), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("token", String(32), nullable=False),
    Column("placement", Text, nullable=False),
    Column("photo", Text, nullable=False),
    Column("chat", BigInteger),
    Column("message", BigInteger),
    Column("captioned", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    Index(None, "person"),
)

entries = Table(
    "entries",
    metadata,
    Column("token", String(32), primary_key=True),
    Column("game_id", String(80), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("writer", Key, ForeignKey("persons.id"), nullable=False),
    Column("photo", Text, nullable=False),
    Column("placement", Text, nullable=False),
    Column("received", Date, nullable=False),
    Column("sent", Date, nullable=False),
    Column("asked", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("game_id", "writer"),
)

conditions = Table(
    "conditions",
    metadata,
    Column("id", Key, primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("game_id", String(80), nullable=False),
    Column("own_move", Text, nullable=False),
    Column("partner_move", Text, nullable=False),
    Column("reply", Text, nullable=False),
    Column("later", Text, nullable=False, server_default=""),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "person", "game_id"),
    Index(None, "game_id"),
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
