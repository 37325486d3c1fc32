"""Previews of moves that are not sent yet: at most one of a person in each game.

They are no original data, because a player can type the move again.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, PersonId
from storage import ahead
from storage.dialects import put, values_of
from storage.schema import previews


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A move with its game; `seq` is the number of the event after which the move was checked."""

    token: str
    """The token of its buttons."""
    person: PersonId
    chat: int
    """Where the preview is shown."""
    game_id: GameId
    seq: int
    placement: str
    """The move in notation."""
    typed_at: datetime
    """The instant at which the message with the move was sent."""
    shown_at: datetime
    """The instant at which the preview was made."""


ALL_SHOWN = (
    select(previews)
    .where(previews.c.person == bindparam("by"))
    .order_by(previews.c.shown_at.desc())
)
"""The query of `open_previews`, whose rows `storage.play.reading_ahead` stores."""
_SHOWN_SINCE = (
    select(previews)
    .where(previews.c.shown_at >= bindparam("instant"))
    .order_by(previews.c.shown_at)
)
_CARRY = (
    update(previews)
    .where(previews.c.game_id == bindparam("game"), previews.c.seq == bindparam("before"))
    .values(seq=bindparam("now"))
)
_OF_TOKEN = select(previews).where(previews.c.token == bindparam("key"))
_is_own = and_(previews.c.token == bindparam("key"), previews.c.person == bindparam("by"))
_TAKE = delete(previews).where(_is_own).returning(previews)


async def keep(tx: AsyncConnection, preview: Preview) -> Preview | None:
    """Store the preview in place of the person's other one in this game; return that, or None."""
    replaced = await open_preview(tx, preview.person, preview.game_id)
    await tx.execute(put(tx.dialect.name, previews, "person", "game_id"), values_of(preview))
    ahead.keep(tx, _OF_TOKEN, {"key": preview.token}, [preview])
    return replaced


async def take(tx: AsyncConnection, token: str, person: PersonId) -> Preview | None:
    """Return and delete the person's preview of that token, or None."""
    row = (await tx.execute(_TAKE, {"key": token, "by": person})).first()
    return None if row is None else Preview(**row._asdict())


async def of_token(tx: AsyncConnection, token: str) -> Preview | None:
    """Return the open preview of that token, or None."""
    row = await ahead.first(tx, _OF_TOKEN, {"key": token})
    return row if row is None or isinstance(row, Preview) else Preview(**row._asdict())


async def open_preview(tx: AsyncConnection, person: PersonId, game: GameId) -> Preview | None:
    """Return the person's open preview in that game, or None."""
    previews_of_person = await open_previews(tx, person)
    return next((preview for preview in previews_of_person if preview.game_id == game), None)


async def open_previews(tx: AsyncConnection, person: PersonId) -> list[Preview]:
    """Return the person's open previews of all games, the newest first."""
    rows = await ahead.read(tx, ALL_SHOWN, {"by": person})
    return [Preview(**row._asdict()) for row in rows]


async def shown_since(tx: AsyncConnection, at: datetime) -> list[Preview]:
    """Return the previews shown at that instant or later, the oldest first."""
    rows = (await tx.execute(_SHOWN_SINCE, {"instant": at})).all()
    return [Preview(**row._asdict()) for row in rows]


async def carry(tx: AsyncConnection, game: GameId, before: int, now: int) -> None:
    """Keep the game's previews valid after events that change no board, such as added days."""
    await tx.execute(_CARRY, {"game": game, "before": before, "now": now})


async def readdress(tx: AsyncConnection, person: PersonId, chat: int) -> None:
    """Let the person's previews belong to another chat."""
    own = previews.c.person == person
    await tx.execute(update(previews).where(own).values(chat=chat))
