"""Organisers' settings for the public names of their players; not in the hashed log."""

from typing import TYPE_CHECKING

from sqlalchemy import select

from storage.dialects import put
from storage.schema import publicity

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from engine.ids import CompetitionCode


async def names_of(tx: "AsyncConnection", competition: "CompetitionCode") -> str:
    """Return the default form of names: `full`, `initials`, `hidden`, or "" if not set."""
    query = select(publicity.c.names).where(publicity.c.competition == competition)
    return (await tx.execute(query)).scalar_one_or_none() or ""


async def show_names(tx: "AsyncConnection", competition: "CompetitionCode", names: str) -> None:
    """Store the default form of the competition's names."""
    values = {"competition": competition, "names": names}
    await tx.execute(put(tx.dialect.name, publicity), values)
