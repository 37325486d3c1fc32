"""Tables of people in browsers and in the Mini App: sessions, devices and mail addresses."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table

from storage.schema.base import metadata
from storage.types import Key, UtcDateTime

web_sessions = Table(
    "web_sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("account", BigInteger, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("device", Key),
    Index(None, "expires_at"),
    Index(None, "person"),
)

devices = Table(
    "devices",
    metadata,
    Column("id", Key, primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("name", String(60), nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    Column("opened_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Index(None, "person"),
)

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column(
        "device",
        Key,
        ForeignKey("devices.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("endpoint", String(1000), nullable=False, unique=True),
    Column("p256dh", String(88), nullable=False),
    Column("auth", String(24), nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    Index(None, "person"),
)

ended_devices = Table(
    "ended_devices",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("why", String(20), nullable=False),
    Column("ended_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
)

device_codes = Table(
    "device_codes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("head", String(8), nullable=False),
    Column("misses", Integer, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Index(None, "person"),
)

former_chats = Table(
    "former_chats",
    metadata,
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", UtcDateTime, nullable=False),
)

mail_addresses = Table(
    "mail_addresses",
    metadata,
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("address", String(254), nullable=False),
    Column("confirmed_at", UtcDateTime, nullable=False),
    Column("refused_at", UtcDateTime),
    Column("accepted_at", UtcDateTime),
    Column("stopped_at", UtcDateTime),
    Column("dropped_to", BigInteger),
    Column("server", String(253)),
)

mail_codes = Table(
    "mail_codes",
    metadata,
    Column("person", Key, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("address", String(254), nullable=False),
    Column("salt", String(32), nullable=False),
    Column("misses", Integer, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
)

mail_recoveries = Table(
    "mail_recoveries",
    metadata,
    Column("salt", String(32), primary_key=True),
    Column("person", Key, ForeignKey("persons.id"), nullable=False),
    Column("address", String(254), nullable=False),
    Column("asked_at", UtcDateTime, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Index(None, "person"),
)
