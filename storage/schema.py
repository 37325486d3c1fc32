"""The tables. What they mean is told in the module that reads and writes each.

`events` is the truth; the queues (`inbox`, `outbox`, `due`) are durable work; `games`, `matches`,
`cases` and the two tables of competitions are projections that may be dropped and folded again
from the log. Change a table here and write a migration beside the others: a test holds the two
together.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from storage.types import Key, UtcDateTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

events = Table(
    "events",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("name", String(80), nullable=False),
    Column("version", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    CheckConstraint("seq >= 1", name="seq"),
)

inbox = Table(
    "inbox",
    metadata,
    Column("id", Key, primary_key=True),
    Column("update_id", BigInteger, unique=True),
    Column("chat", BigInteger),
    Column("raw", Text, nullable=False),
    Column("received_at", UtcDateTime, nullable=False),
    Column("state", String(8), nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("retry_at", UtcDateTime),
    Column("done_at", UtcDateTime),
    Column("error", Text, nullable=False, default=""),
    Index(None, "state", "id"),
    Index(None, "chat", "state"),
)

handled = Table(
    "handled",
    metadata,
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "at"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Key, primary_key=True),
    Column("chat", BigInteger, nullable=False),
    Column("payload", Text, nullable=False),
    Column("dedup_key", String(200), unique=True),
    Column("about", String(80), nullable=False, default=""),
    Column("state", String(8), nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("not_before", UtcDateTime),
    Column("retry_at", UtcDateTime),
    Column("expires_at", UtcDateTime),
    Column("created_at", UtcDateTime, nullable=False),
    Column("sent_at", UtcDateTime),
    Column("message_ids", Text, nullable=False, default=""),
    Column("error", Text, nullable=False, default=""),
    Index(None, "state", "chat", "id"),
    Index(None, "about", "id"),
)

sent_messages = Table(
    "sent_messages",
    metadata,
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    Column("about", String(80), nullable=False),
)

chat_holds = Table(
    "chat_holds",
    metadata,
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("until", UtcDateTime, nullable=False),
)

due = Table(
    "due",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("kind", String(40), primary_key=True),
    Column("due_at", UtcDateTime, nullable=False),
    Column("payload", Text, nullable=False, default=""),
    Index(None, "due_at"),
)

persons = Table(
    "persons",
    metadata,
    Column("id", Key, primary_key=True),
    Column("telegram_id", BigInteger, unique=True),
    Column("chat", BigInteger),
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
    Index(None, "chat"),
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
    Index(None, "match_id"),
)

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

waiting = Table(
    "waiting",
    metadata,
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

# What players write beside the game: truth of its own, and no part of the hashed log.
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

conditions = Table(
    "conditions",
    metadata,
    Column("id", Key, primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("game_id", String(80), nullable=False),
    Column("own_move", Text, nullable=False),
    Column("partner_move", Text, nullable=False),
    Column("reply", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("person", "game_id", "partner_move"),
    Index(None, "game_id"),
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

# What is being worked out of people's files, what came of it, and the rating lists published.
# Where a person is gone his work and the name he goes by go too; what was published stays.
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

# The projections name people and streams without foreign keys: they are a reading of the log, and a
# rebuild must be able to fill them in any order.
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

# Groups the bot writes to, and where arbiters want their copies: truth of its own.
group_chats = Table(
    "group_chats",
    metadata,
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("competition", String(40), nullable=False),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("language", String(16), nullable=False),
    Column("since", Integer, nullable=False),
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

# When the bot was at work: a single row, and the times in which it was not.
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("since", UtcDateTime, primary_key=True),
    Column("until", UtcDateTime, nullable=False),
)

# What people said in a case: truth of its own. The log has only the hash, so that a text can be
# erased and everything else still be proved.
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
