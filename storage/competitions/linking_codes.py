"""One-time codes with which arbiters link groups to the bot; not derived from a log."""

from dataclasses import dataclass, fields
from datetime import datetime

from sqlalchemy import and_, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import NO_COMPETITION, CompetitionCode, PersonId
from storage.competitions.groups import GroupKind
from storage.dialects import values_of
from storage.schema import group_codes


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupCode:
    """A code with which one arbiter links one group."""

    code: str
    kind: GroupKind
    competition: CompetitionCode = NO_COMPETITION
    """The competition of the group; none for an archive."""
    person: PersonId
    """The arbiter."""
    expires_at: datetime
    """The instant from which the code is invalid."""


_TAKE = (
    delete(group_codes)
    .where(group_codes.c.code == bindparam("given"))
    .returning(*(group_codes.c[field.name] for field in fields(GroupCode)))
)


async def offer(tx: AsyncConnection, new: GroupCode) -> None:
    """Store a code; the arbiter's earlier codes for the same purpose become invalid."""
    same_purpose = and_(
        group_codes.c.person == new.person,
        group_codes.c.kind == new.kind.value,
        group_codes.c.competition == new.competition,
    )
    await tx.execute(delete(group_codes).where(same_purpose))
    await tx.execute(insert(group_codes).values(**values_of(new)))


async def take(tx: AsyncConnection, code: str, now: datetime) -> GroupCode | None:
    """Return the code's purpose if it is valid, else None; the code becomes invalid."""
    taken = await tx.execute(_TAKE, {"given": code})
    row = taken.mappings().one_or_none()
    if row is None or row["expires_at"] <= now:
        return None
    return GroupCode(**{**row, "kind": GroupKind(row["kind"])})


async def owner_of(tx: AsyncConnection, code: str) -> PersonId | None:
    """Return the arbiter of the code, even if it has expired; None for an unknown code."""
    query = select(group_codes.c.person).where(group_codes.c.code == code)
    arbiter = (await tx.execute(query)).scalar_one_or_none()
    return None if arbiter is None else PersonId(arbiter)
