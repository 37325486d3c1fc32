"""Placements shown to their author and not yet sent, and what a person was asked.

Neither is truth: a preview that is lost is typed again. A person has at most one preview a game.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from engine.ids import GameId, PersonId
from storage.db import put
from storage.schema import previews, waiting

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A placement, the game and the event it was appraised after."""

    token: str
    person: PersonId
    chat: int
    game_id: GameId
    seq: int
    placement: str
    typed_at: datetime
    """When the message with the placement was sent."""
    shown_at: datetime
    """When the preview was made."""


async def keep(tx: "AsyncConnection", preview: Preview) -> None:
    """Keep the preview in place of any other of this person in this game."""
    same = (previews.c.person == preview.person) & (previews.c.game_id == preview.game_id)
    await tx.execute(delete(previews).where(same))
    await tx.execute(insert(previews).values(**asdict(preview)))


async def take(tx: "AsyncConnection", token: str, person: PersonId) -> Preview | None:
    """Return the person's preview of that token and forget it; None if there is none."""
    condition = (previews.c.token == token) & (previews.c.person == person)
    row = (await tx.execute(select(previews).where(condition))).one_or_none()
    if row is None:
        return None
    await tx.execute(delete(previews).where(condition))
    return Preview(**row._asdict())


async def wait_for(
    tx: "AsyncConnection", person: PersonId, key: str, value: str, at: datetime
) -> None:
    """Remember what a person was asked about, in place of what was remembered before."""
    values = {"person": person, "key": key, "value": value, "at": at}
    await tx.execute(put(tx.dialect.name, waiting), values)


async def take_waiting(
    tx: "AsyncConnection", person: PersonId, key: str
) -> tuple[str, datetime] | None:
    """Return what was remembered and when, and forget it."""
    condition = (waiting.c.person == person) & (waiting.c.key == key)
    row = (await tx.execute(select(waiting.c.value, waiting.c.at).where(condition))).one_or_none()
    if row is None:
        return None
    await tx.execute(delete(waiting).where(condition))
    return row.value, row.at
