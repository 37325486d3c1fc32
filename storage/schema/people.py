"""Tables of people: their names, invitations, requests, sign-ups and open dialogues."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
)

from storage.schema.base import metadata
from storage.types import Key, UtcDateTime

persons = Table(
    "persons",
    metadata,
    Column("id", Key, primary_key=True),
    Column("account", BigInteger, unique=True),
    Column("address", BigInteger),
    Column("name", String(120), nullable=False),
    Column("language", String(16)),
    Column("time_zone", String(64), nullable=False),
    Column("reminder_hour", Integer, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("reachable", Boolean, nullable=False),
    Column("arbiter", Boolean, nullable=False),
    Column("club", String(120), nullable=False),
    Column("digest", String(8), nullable=False, server_default="waiting"),
    Column("rating_keeper", Boolean, nullable=False, server_default=false()),
    Column("account_name", String(120), nullable=False, server_default=""),
    Column("mute", Boolean, nullable=False, server_default=false()),
    Column("public_name", String(8), nullable=False, server_default=""),
    Column("minor", Boolean, nullable=False, server_default=false()),
    Column("volunteer", Boolean, nullable=False, server_default=false()),
    Index(None, "address"),
)

former_names = Table(
    "former_names",
    metadata,
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("name", String(120), primary_key=True),
)

invites = Table(
    "invites",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("match_id", String(80), nullable=False),
    Column("person", Key, ForeignKey("persons.id")),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("used_by", Key, ForeignKey("persons.id")),
    Column("used_at", UtcDateTime),
    Column("competition", String(40), nullable=False, server_default=""),
    Column("role", String(16), nullable=False, server_default=""),
    Column("voided_at", UtcDateTime),
    Index(None, "match_id"),
)

play_requests = Table(
    "play_requests",
    metadata,
    Column("token", String(16), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("wanted", Key, ForeignKey("persons.id")),
    Column("days", Integer, nullable=False),
    Column("is_single", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("edition", String(60), nullable=False, server_default=""),
    Column("edition_sha256", String(64), nullable=False, server_default=""),
    Column("after", String(80), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("closed_at", UtcDateTime),
    Column("taken_by", Key, ForeignKey("persons.id")),
    Index(None, "person"),
    Index(None, "kind", "expires_at"),
)

sign_ups = Table(
    "sign_ups",
    metadata,
    Column("competition", String(40), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("places", Integer),
    Column("per_club", Integer),
    Column("rating_from", Integer),
    Column("rating_to", Integer),
    Column("asks_email", Boolean, nullable=False),
    Column("needs_word", Boolean, nullable=False),
    Column("closes_at", UtcDateTime, nullable=False),
    Column("closed_at", UtcDateTime),
    Column("version", Integer, nullable=False),
)

signed_up = Table(
    "signed_up",
    metadata,
    Column("competition", String(40), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("name", String(120), nullable=False),
    Column("club", String(120), nullable=False),
    Column("email", String(254), nullable=False),
    Column("rating", Integer),
    Column("state", String(8), nullable=False),
    Index(None, "person"),
)

known_names = Table(
    "known_names",
    metadata,
    Column("key", String(120), primary_key=True),
    Column("club", String(120), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "person"),
)

waiting = Table(
    "waiting",
    metadata,
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
