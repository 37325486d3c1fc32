"""Tables of rating work, its results, and the published rating lists.

A forgotten person's work and claimed name are deleted; published lists stay.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from storage.schema.base import metadata
from storage.types import Key, UtcDateTime

rating_work = Table(
    "rating_work",
    metadata,
    Column(
        "person",
        Key,
        ForeignKey("persons.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("token", String(16), nullable=False, unique=True),
    Column("chat", BigInteger, nullable=False),
    Column("stage", String(12), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("draft", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "stage"),
)

rating_files = Table(
    "rating_files",
    metadata,
    Column("token", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String(200), nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

rating_runs = Table(
    "rating_runs",
    metadata,
    Column("id", Key, primary_key=True),
    Column("person", BigInteger, nullable=False),
    Column("token", String(16), nullable=False),
    Column("system", String(16), nullable=False),
    Column("input_sha256", String(64), nullable=False),
    Column("task", Text, nullable=False),
    Column("result", LargeBinary, nullable=False),
    Column("book", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("saved", LargeBinary),
    Index(None, "at"),
)

rating_sheets = Table(
    "rating_sheets",
    metadata,
    Column(
        "run",
        Key,
        ForeignKey("rating_runs.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("key", String(120), primary_key=True),
    Column("player", String(120), nullable=False),
    Column("sheet", LargeBinary, nullable=False),
)

rating_lists = Table(
    "rating_lists",
    metadata,
    Column("id", Key, primary_key=True),
    Column("system", String(16), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("day", Date, nullable=False),
    Column("version", Integer, nullable=False),
    Column("run", Key, ForeignKey("rating_runs.id"), nullable=False),
    Column("publisher", BigInteger, nullable=False),
    Column("published_at", UtcDateTime, nullable=False),
    UniqueConstraint("system", "kind", "day", "version"),
    Index(None, "run"),
)

rating_rows = Table(
    "rating_rows",
    metadata,
    Column(
        "list_id",
        Key,
        ForeignKey("rating_lists.id"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer),
    Column("status", String(12), nullable=False),
    Column("player", String(120), nullable=False),
    Column("key", String(120), nullable=False),
    Column("rating", Integer, nullable=False),
    Column("exact", String(40), nullable=False),
    Column("games", Integer, nullable=False),
    Index(None, "key", "list_id"),
)

rated_names = Table(
    "rated_names",
    metadata,
    Column(
        "person",
        Key,
        ForeignKey("persons.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("player", String(120), nullable=False),
    Column("key", String(120), nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
