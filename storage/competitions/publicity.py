"""How organisers show the names of their players in public; not in the hashed log."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import CompetitionCode, PersonId
from storage.competitions.competition_rows import PersonRole
from storage.dialects import put
from storage.schema import competition_people, publicity


async def names_of(tx: AsyncConnection, competition: CompetitionCode) -> str:
    """Return the default form of names: `full`, `initials`, `hidden`, or "" if not set."""
    query = select(publicity.c.names).where(publicity.c.competition == competition)
    return (await tx.execute(query)).scalar_one_or_none() or ""


async def defaults_of(
    tx: AsyncConnection, people: Collection[PersonId]
) -> list[tuple[PersonId, str]]:
    """Return these people with the default forms of names in their competitions, where set."""
    query = (
        select(competition_people.c.person, publicity.c.names)
        .join(publicity, publicity.c.competition == competition_people.c.competition)
        .where(
            competition_people.c.role == PersonRole.PLAYER,
            competition_people.c.person.in_(list(people)),
        )
        .distinct()
    )
    return [(row.person, row.names) for row in await tx.execute(query) if row.names]


async def show_names(tx: AsyncConnection, competition: CompetitionCode, names: str) -> None:
    """Store the default form of the competition's names."""
    values = {"competition": competition, "names": names}
    await tx.execute(put(tx.dialect.name, publicity), values)
