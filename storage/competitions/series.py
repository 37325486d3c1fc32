"""The series of competitions, such as a yearly championship, to which arbiters add them by name."""

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import CompetitionCode
from storage.dialects import put
from storage.schema import series


async def every(tx: AsyncConnection) -> dict[CompetitionCode, str]:
    """Return the name of each competition's series, by code; others belong to no series."""
    query = select(series.c.competition, series.c.name).order_by(series.c.competition)
    return {CompetitionCode(code): name for code, name in (await tx.execute(query)).all()}


async def of(tx: AsyncConnection, competition: CompetitionCode) -> str:
    """Return the name of the competition's series, or "" if it belongs to none."""
    query = select(series.c.name).where(series.c.competition == competition)
    return (await tx.execute(query)).scalar_one_or_none() or ""


async def add(tx: AsyncConnection, competition: CompetitionCode, name: str) -> None:
    """Add the competition to the series of that name, in place of another."""
    values = {"competition": competition, "name": name}
    await tx.execute(put(tx.dialect.name, series), values)


async def remove(tx: AsyncConnection, competition: CompetitionCode) -> None:
    """Remove the competition from its series, if it has one."""
    await tx.execute(delete(series).where(series.c.competition == competition))
