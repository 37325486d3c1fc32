"""Who goes by which name on the rating lists, as everybody has confirmed for himself."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from engine.ids import PersonId
from storage.db import put
from storage.schema import rated_names as table

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedName:
    """The name by which a person is on the lists."""

    player: str
    key: str


async def link(tx: "AsyncConnection", person: PersonId, name: RatedName, at: datetime) -> None:
    """Note by which name a person is on the lists."""
    values = {"person": person, **asdict(name), "at": at}
    await tx.execute(put(tx.dialect.name, table), values)


async def linked(tx: "AsyncConnection", person: PersonId) -> RatedName | None:
    """Return by which name a person is on the lists, as he has said."""
    query = select(table.c.player, table.c.key).where(table.c.person == person)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else RatedName(**row._asdict())


async def unlink(tx: "AsyncConnection", person: PersonId) -> None:
    """Forget by which name a person is on the lists."""
    await tx.execute(delete(table).where(table.c.person == person))
