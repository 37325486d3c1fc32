"""The high-water mark: a small file beside an SQLite database that records its last state.

A restored copy, or a lost write-ahead log, leaves a valid database without its last hours. The mark
reveals that. It names the last committed event and update, and the chats of recent updates under
secret numbers. It is read from committed data, so it never claims too much. It is signed, so
another installation's mark is not accepted. A server has its own log and needs no mark.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import BigInteger, ColumnElement, bindparam, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.disk import replace_text
from storage.schema import events, inbox
from storage.streams import NO_HASH, PEOPLE
from storage.types import Key

_PURPOSE: Final = b"tur-retur marker"
"""Makes the key of marks differ from other keys that are derived from the same secret."""
_SECRET_NUMBER_LENGTH: Final = 16
_VERSIONS: Final = slice(18, 20)
"""The bytes of an SQLite file that state its format: 2 with a write-ahead log, 1 without."""
_WITH_LOG: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The recorded state of a database."""

    at: str
    """The instant of the record, in ISO form."""
    events: int = 0
    """The position of the last event among all events; 0 for none."""
    stream: str = ""
    """The stream of the last event; "" for none."""
    seq: int = 0
    """The number of the last event in its stream."""
    hash: str = NO_HASH
    """The hash of the last event's row."""
    inbox: int = 0
    """The last update's number in the order of arrival; 0 for none."""
    update: int | None = None
    """Telegram's number of that update."""
    chats: Mapping[str, int] = field(default_factory=dict)
    """Chat, under a secret number → the position of its last update."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """The data that a database has lost since its mark."""

    mark: Mark
    updates: int
    """The number of lost updates; an upper limit if the database has stored others since."""
    after: int | None
    """Telegram's number of the last update that is left."""
    since: datetime | None
    """The instant of that update; None without one."""
    chats: frozenset[str]
    """The chats of lost updates, under secret numbers."""


class MarkFile:
    """The mark of one database."""

    def __init__(self, database: Path, secret: str) -> None:
        """Store the database's file and the installation's secret."""
        self.file = _beside(database)
        self._key = hmac.digest(secret.encode(), _PURPOSE, hashlib.sha256)

    def number(self, chat: int) -> str:
        """Return the secret number of a chat, which nobody else can interpret."""
        digest = hmac.new(self._key, f"{chat}".encode(), hashlib.sha256).hexdigest()
        return digest[:_SECRET_NUMBER_LENGTH]

    def read(self) -> Mark | None:
        """Return the mark, or None if there is none of this installation.

        Raises:
            OSError: the file cannot be read.
        """
        body, signature = _content(self.file)
        if not hmac.compare_digest(signature.encode(), self._signature(body).encode()):
            return None
        return _mark_in(body)

    def write(self, mark: Mark) -> None:
        """Write the mark; a power cut may leave the one before.

        Raises:
            OSError: it cannot be written.
        """
        body = json.dumps(asdict(mark), separators=(",", ":"))
        replace_text(self.file, f"{body}\n{self._signature(body)}\n")

    def _signature(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()


def unchecked_mark(database: Path) -> Mark | None:
    """Return the mark beside a database without checking its signature, or None.

    For people without the token. The bot's decisions use `MarkFile.read`.

    Raises:
        OSError: the file cannot be read.
    """
    body, _ = _content(_beside(database))
    try:
        return _mark_in(body) if body else None
    except (ValueError, TypeError):
        return None


def _mark_in(body: str) -> Mark:
    """Return the mark of a text, without what a later version of the program has added."""
    stored = json.loads(body)
    return Mark(**{each.name: stored[each.name] for each in fields(Mark) if each.name in stored})


def _beside(database: Path) -> Path:
    return database.with_suffix(".marker")


def _content(file: Path) -> tuple[str, str]:
    """Return the mark's text and its signature; both "" if the file has no such text."""
    try:
        content = file.read_text(encoding="utf-8")
    except (FileNotFoundError, UnicodeDecodeError):
        return "", ""
    body, _, signature = content.rstrip("\n").rpartition("\n")
    return body, signature


_position: ColumnElement[int] = literal_column("events.rowid", BigInteger)
"""The position of an event among all; SQLite numbers rows as they are inserted."""
_LAST_EVENT = (
    select(_position.label("position"), events.c.stream, events.c.seq, events.c.hash)
    .order_by(_position.desc())
    .limit(1)
)
_LAST_UPDATE = (
    select(inbox.c.id, inbox.c.update_id, inbox.c.received_at).order_by(inbox.c.id.desc()).limit(1)
)
_CHATS_AFTER = (
    select(inbox.c.chat, func.max(inbox.c.id).label("last"))
    .where(inbox.c.id > bindparam("begun", type_=Key))
    .group_by(inbox.c.chat)
)


async def mark_of(
    tx: AsyncConnection, mark_file: MarkFile, at: datetime, known: Mark | None
) -> Mark:
    """Return the current mark; only the chats of updates after the `known` one are read again.

    After the loss of updates, all chats are read.
    """
    event = (await tx.execute(_LAST_EVENT)).first()
    update = (await tx.execute(_LAST_UPDATE)).first()
    arrival = 0 if update is None else int(update.id)
    begun = 0 if known is None or known.inbox > arrival else known.inbox
    rows = (await tx.execute(_CHATS_AFTER, {"begun": begun})).all()
    chats = {mark_file.number(row.chat): int(row.last) for row in rows if row.chat is not None}
    mark = Mark(
        at=at.isoformat(),
        inbox=arrival,
        update=None if update is None else update.update_id,
        chats=chats if known is None or not begun else {**known.chats, **chats},
    )
    if event is None:
        return mark
    return replace(mark, events=event.position, stream=event.stream, seq=event.seq, hash=event.hash)


async def lost(tx: AsyncConnection, mark: Mark) -> Loss | None:
    """Return the loss of the database since the mark, or None."""
    update = (await tx.execute(_LAST_UPDATE)).first()
    arrival = 0 if update is None else int(update.id)
    has_updates = mark.inbox <= arrival
    # The updates of a forgotten person were deleted, not lost.
    if await _has_event(tx, mark) and (has_updates or await _has_forgotten(tx, mark)):
        return None
    return Loss(
        mark=mark,
        updates=max(mark.inbox - arrival, 0),
        after=None if update is None else update.update_id,
        since=None if update is None else update.received_at,
        chats=frozenset(chat for chat, last in mark.chats.items() if last > arrival),
    )


async def _has_event(tx: AsyncConnection, mark: Mark) -> bool:
    """Return whether the database has the marked event, if the mark names one."""
    query = select(events.c.seq).where(
        events.c.stream == mark.stream, events.c.seq == mark.seq, events.c.hash == mark.hash
    )
    return not mark.events or (await tx.execute(query)).first() is not None


async def _has_forgotten(tx: AsyncConnection, mark: Mark) -> bool:
    """Return whether a person was forgotten after the marked event."""
    query = select(events.c.seq).where(events.c.stream.startswith(PEOPLE), _position > mark.events)
    return (await tx.execute(query)).first() is not None


def is_copy(file: Path) -> bool:
    """Return whether an SQLite file is a copy by this program; copies have no write-ahead log."""
    with file.open("rb") as content:
        header = content.read(_VERSIONS.stop)
    return len(header) == _VERSIONS.stop and max(header[_VERSIONS]) < _WITH_LOG
