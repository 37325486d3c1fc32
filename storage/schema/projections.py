"""Tables of games, matches, competitions and cases, derived from the log.

They reference people and streams without foreign keys, because a rebuild must be able to fill them
in any order.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Date,
    Index,
    Integer,
    String,
    Table,
    Text,
)

from storage.schema.base import metadata
from storage.types import UtcDateTime

games = Table(
    "games",
    metadata,
    Column("game_id", String(80), primary_key=True),
    Column("match_id", String(80), nullable=False),
    Column("leg", String(16), nullable=False),
    Column("red", BigInteger),
    Column("blue", BigInteger),
    Column("arbiter", BigInteger),
    Column("status", String(24), nullable=False),
    Column("turn_seat", String(16)),
    Column("turn_person", BigInteger),
    Column("last_day", Date),
    Column("red_score", Integer, nullable=False),
    Column("blue_score", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("competition", String(40), nullable=False, server_default=""),
    Index(None, "match_id"),
    Index(None, "red"),
    Index(None, "blue"),
    Index(None, "arbiter"),
)

matches = Table(
    "matches",
    metadata,
    Column("match_id", String(80), primary_key=True),
    Column("code", String(40), nullable=False, unique=True),
    Column("title", String(200), nullable=False),
    Column("arbiter", BigInteger),
    Column("phase", String(24), nullable=False),
    Column("red", BigInteger),
    Column("blue", BigInteger),
    Column("status", String(24), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("competition", String(40), nullable=False, server_default=""),
    Index(None, "arbiter"),
    Index(None, "red"),
    Index(None, "blue"),
    Index(None, "competition"),
)

competitions = Table(
    "competitions",
    metadata,
    Column("code", String(40), primary_key=True),
    Column("title", String(200), nullable=False),
    Column("stage", String(24), nullable=False),
    Column("phase", String(24), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)

competition_people = Table(
    "competition_people",
    metadata,
    Column("competition", String(40), primary_key=True),
    Column("role", String(8), primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Index(None, "person", "role"),
)

cases = Table(
    "cases",
    metadata,
    Column("case_id", String(80), primary_key=True),
    Column("game_id", String(80), nullable=False),
    Column("match_id", String(80), nullable=False),
    Column("competition", String(40), nullable=False),
    Column("arbiter", BigInteger),
    Column("kind", String(16), nullable=False),
    Column("stage", String(24), nullable=False),
    Column("claimant", BigInteger),
    Column("against", BigInteger),
    Column("words", Text, nullable=False),
    Column("ruling", String(24), nullable=False),
    Column("due_on", Date),
    Column("seq", Integer, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Index(None, "game_id"),
    Index(None, "competition", "stage"),
    Index(None, "arbiter"),
    Index(None, "claimant"),
    Index(None, "against"),
)
