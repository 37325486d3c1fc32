"""A small file beside an SQLite database that remembers how far it has come.

A copy that is put back, or a write-ahead log that is lost, leaves a database that is whole and
knows nothing of its last hours. The marker does: it names the last event and the last update that
were committed, and, under numbers that only the installation can make, who had written. It is read
from what is committed, so that it never claims more, and signed, so that another installation's is
not taken for ours. A server keeps its own log and has none.
"""

import hashlib
import hmac
import json
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import BigInteger, ColumnElement, bindparam, func, literal_column, select

from storage.log import NO_HASH
from storage.schema import events, inbox
from storage.streams import PEOPLE
from storage.types import Key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

_PURPOSE: Final = b"tur-retur marker"
_SHORT: Final = 16
_OWNERS: Final = 0o600
_WAL_MODE: Final = 2
_VERSIONS: Final = slice(18, 20)
"""Where an SQLite file says how it is written: 2 with a write-ahead log, 1 without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """How far a database has come."""

    at: str
    """When that was seen, in ISO form."""
    events: int = 0
    stream: str = ""
    seq: int = 0
    hash: str = NO_HASH
    """The last event: its stream, its number there, and the hash of its row."""
    inbox: int = 0
    """The last update's place in the order of arrival."""
    update: int | None = None
    """Its number at Telegram."""
    chats: "Mapping[str, int]" = field(default_factory=dict)
    """Chat, under a number of ours → the place of its last update."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """What a database has lost that its marker knows of."""

    mark: Mark
    updates: int
    """How many updates; at the most, if it has begun to take others in their place."""
    after: int | None
    """The number at Telegram of the last update that it still has."""
    since: datetime | None
    """When that came; None: it has none."""
    chats: frozenset[str]
    """Who had written what is lost, under numbers of ours."""


class Marker:
    """The marker of one database."""

    def __init__(self, database: Path, secret: str) -> None:
        """Take the database's file, and what only the installation knows."""
        self.file = _beside(database)
        self._key = hmac.digest(secret.encode(), _PURPOSE, hashlib.sha256)

    def number(self, chat: int) -> str:
        """Return what stands for a chat: nobody reads its number there."""
        return hmac.new(self._key, f"{chat}".encode(), hashlib.sha256).hexdigest()[:_SHORT]

    def read(self) -> Mark | None:
        """Return what was marked; None: nothing, or nothing of ours.

        Raises:
            OSError: the file cannot be read.
        """
        body, signature = _content(self.file)
        if not hmac.compare_digest(signature.encode(), self._signature(body).encode()):
            return None
        return Mark(**json.loads(body))

    def write(self, mark: Mark) -> None:
        """Mark how far the database has come; the file is whole at any time, or as it was.

        The disk is not waited for: what a power cut takes of it, it knows less.

        Raises:
            OSError: it cannot be written.
        """
        body = json.dumps(asdict(mark), separators=(",", ":"))
        part = self.file.with_name(f"{self.file.name}.part")
        try:
            part.touch(mode=_OWNERS)
            part.write_text(f"{body}\n{self._signature(body)}\n", encoding="utf-8")
            part.replace(self.file)
        except OSError:
            part.unlink(missing_ok=True)
            raise

    def _signature(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()


def stated(database: Path) -> Mark | None:
    """Return what the marker beside a database says, whoever wrote it; None: there is none.

    For people who look without the token. What the bot does depends on `Marker.read` alone.

    Raises:
        OSError: the file cannot be read.
    """
    body, _ = _content(_beside(database))
    try:
        return Mark(**json.loads(body)) if body else None
    except (ValueError, TypeError):
        return None


def _beside(database: Path) -> Path:
    return database.with_suffix(".marker")


def _content(file: Path) -> tuple[str, str]:
    """Return what the marker says and its signature; both empty where there is no such text."""
    try:
        content = file.read_text(encoding="utf-8")
    except (FileNotFoundError, UnicodeDecodeError):
        return "", ""
    body, _, signature = content.rstrip("\n").rpartition("\n")
    return body, signature


_place: ColumnElement[int] = literal_column("events.rowid", BigInteger)
_LAST_EVENT = (
    select(_place, events.c.stream, events.c.seq, events.c.hash).order_by(_place.desc()).limit(1)
)
_LAST_UPDATE = (
    select(inbox.c.id, inbox.c.update_id, inbox.c.received_at).order_by(inbox.c.id.desc()).limit(1)
)
_CHATS_AFTER = (
    select(inbox.c.chat, func.max(inbox.c.id).label("last"))
    .where(inbox.c.id > bindparam("begun", type_=Key))
    .group_by(inbox.c.chat)
)


async def mark_of(tx: "AsyncConnection", marker: Marker, at: datetime, known: Mark | None) -> Mark:
    """Return how far the database has come, of which that much is known already."""
    event = (await tx.execute(_LAST_EVENT)).first()
    update = (await tx.execute(_LAST_UPDATE)).first()
    place = 0 if update is None else int(update.id)
    begun = 0 if known is None or known.inbox > place else known.inbox
    found = (await tx.execute(_CHATS_AFTER, {"begun": begun})).all()
    chats = {marker.number(chat): int(last) for chat, last in found if chat is not None}
    mark: dict[str, Any] = {"at": at.isoformat(), "inbox": place}
    mark["chats"] = chats if known is None or not begun else {**known.chats, **chats}
    if update is not None:
        mark["update"] = update.update_id
    if event is not None:
        mark |= {"events": event[0], "stream": event[1], "seq": event[2], "hash": event[3]}
    return Mark(**mark)


async def lost(tx: "AsyncConnection", mark: Mark) -> Loss | None:
    """Return what the database has lost since it was marked; None: nothing.

    Where people were forgotten meanwhile, their updates are gone by right.
    """
    same = events.c.stream == mark.stream, events.c.seq == mark.seq, events.c.hash == mark.hash
    has_event = not mark.events or await _there(tx, select(events.c.seq).where(*same))
    update = (await tx.execute(_LAST_UPDATE)).first()
    place = 0 if update is None else int(update.id)
    if has_event and (mark.inbox <= place or await _has_forgotten(tx, mark)):
        return None
    return Loss(
        mark=mark,
        updates=max(mark.inbox - place, 0),
        after=None if update is None else update.update_id,
        since=None if update is None else update.received_at,
        chats=frozenset(chat for chat, last in mark.chats.items() if last > place),
    )


async def _there(tx: "AsyncConnection", query: Any) -> bool:
    return (await tx.execute(query)).first() is not None


async def _has_forgotten(tx: "AsyncConnection", mark: Mark) -> bool:
    """Return whether somebody was forgotten after the marked event."""
    query = select(events.c.seq).where(events.c.stream.startswith(PEOPLE), _place > mark.events)
    return (await tx.execute(query)).first() is not None


def is_copy(file: Path) -> bool:
    """Return whether an SQLite file is one of our copies: written for no write-ahead log."""
    with file.open("rb") as content:
        head = content.read(_VERSIONS.stop)
    return len(head) == _VERSIONS.stop and max(head[_VERSIONS]) < _WAL_MODE
