"""How organisers let the names of their competitions' players be shown; not in the hashed log."""

from typing import TYPE_CHECKING

from sqlalchemy import select

from storage.dialects import put
from storage.schema import publicity

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from engine.ids import CompetitionCode


async def names_of(tx: "AsyncConnection", competition: "CompetitionCode") -> str:
    """Return how names are shown where people have no wish: `full`, `initials`, `hidden`, or ""."""
    query = select(publicity.c.names).where(publicity.c.competition == competition)
    return (await tx.execute(query)).scalar_one_or_none() or ""


async def show_names(tx: "AsyncConnection", competition: "CompetitionCode", names: str) -> None:
    """Have the names of the competition's players shown so."""
    values = {"competition": competition, "names": names}
    await tx.execute(put(tx.dialect.name, publicity), values)
