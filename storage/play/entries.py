"""Moves entered for a player from their sheet, until they are made or dropped (art. 9.6).

Each is the state of a short dialogue, then of a question to the arbiter; the result is an ordinary
move in the log. A writer has at most one open entry in a game.
"""

from dataclasses import asdict, dataclass
from datetime import date, datetime

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, PersonId
from storage import ahead
from storage.dialects import put as put_whole
from storage.schema import entries


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveEntry:
    """The data so far of one move on a player's sheet."""

    token: str
    game_id: GameId
    seq: int
    """The game's last event when the entry began."""
    person: PersonId
    """The player whose move it is."""
    writer: PersonId
    """The person who enters it."""
    photo: str
    """The sheet's photograph in its reader's format; "" before there is one."""
    placement: str
    """The move as written on the sheet; "" before it is given."""
    received: date
    """The day of arrival, as the sheet states it."""
    sent: date
    """The day of sending, as the sheet states it."""
    asked: bool
    """Whether the entry waits for the arbiter's answer."""
    at: datetime
    """The instant at which the entry began or, once it waits for the arbiter, was submitted."""


_WAITING_FOR_ARBITER = (
    select(entries).where(entries.c.asked).order_by(entries.c.at, entries.c.token)
)
OF_GAME = select(entries).where(entries.c.game_id == bindparam("game"))
_DELETE_OF_GAME = delete(entries).where(entries.c.game_id == bindparam("game"))


async def put(tx: AsyncConnection, entry: MoveEntry) -> None:
    """Store a new entry in place of the writer's other one in that game."""
    is_earlier = (entries.c.game_id == entry.game_id, entries.c.writer == entry.writer)
    await tx.execute(delete(entries).where(*is_earlier))
    await tx.execute(insert(entries).values(**asdict(entry)))


async def change(tx: AsyncConnection, entry: MoveEntry) -> None:
    """Store the changed entry."""
    await tx.execute(put_whole(tx.dialect.name, entries), asdict(entry))


async def get(tx: AsyncConnection, token: str) -> MoveEntry | None:
    """Return the open entry of that token, or None."""
    query = select(entries).where(entries.c.token == token)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else MoveEntry(**row._asdict())


async def of_writer(tx: AsyncConnection, writer: PersonId) -> list[MoveEntry]:
    """Return the person's entries that are not submitted, the latest first."""
    query = (
        select(entries)
        .where(entries.c.writer == writer, entries.c.asked.is_(False))
        .order_by(entries.c.at.desc(), entries.c.token)
    )
    return [MoveEntry(**row._asdict()) for row in await tx.execute(query)]


async def of_game(tx: AsyncConnection, game: GameId) -> list[MoveEntry]:
    """Return every open entry of that game, the oldest first."""
    rows = await ahead.read(tx, OF_GAME, {"game": game})
    return sorted((MoveEntry(**row._asdict()) for row in rows), key=lambda entry: entry.at)


async def waiting_for_arbiter(tx: AsyncConnection) -> list[MoveEntry]:
    """Return every entry that waits for an arbiter, the oldest first."""
    return [MoveEntry(**row._asdict()) for row in (await tx.execute(_WAITING_FOR_ARBITER)).all()]


async def drop(tx: AsyncConnection, token: str) -> None:
    """Delete the entry."""
    await tx.execute(delete(entries).where(entries.c.token == token))


async def clear(tx: AsyncConnection, game: GameId) -> None:
    """Delete every open entry of that game."""
    if await ahead.read(tx, OF_GAME, {"game": game}):
        await tx.execute(_DELETE_OF_GAME, {"game": game})
