"""Invitations: personal codes that give a place in a match or competition, or a role.

Each is good for one person, once, for a while; who took what it gave is kept with it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import and_, insert, select, update

from engine.ids import NO_COMPETITION, CompetitionCode, MatchCode, PersonId
from storage.schema import invites, persons

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

RATING_KEEPER = "rating_keeper"
"""The role of an invitation that makes its opener a rating keeper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """A personal code: to a place in a match or competition, or else to a role."""

    code: str
    match_id: MatchCode | None
    person: PersonId | None
    """The place-holder whose place the code gives."""
    expires_at: datetime
    competition: CompetitionCode = NO_COMPETITION
    """The competition in which the place is, if it is one in a competition."""
    role: str = ""
    """The role it gives, if not an arbiter's: `RATING_KEEPER`."""
    used_by: PersonId | None = None
    """Who took what it gives; it gives nothing more then."""
    voided_at: datetime | None = None
    """When another took its place, or what it gave was no longer to be had."""

    @property
    def is_arbiter(self) -> bool:
        """Return whether it makes its opener an arbiter."""
        return self.match_id is None and not self.competition and not self.role

    def is_good(self, now: datetime) -> bool:
        """Return whether somebody may still use it."""
        return self.used_by is None and self.voided_at is None and now < self.expires_at


_OPEN = update(invites).where(invites.c.used_by.is_(None), invites.c.voided_at.is_(None))


def _there(match: MatchCode | None, competition: CompetitionCode) -> "ColumnElement[bool]":
    return and_(invites.c.match_id == (match or ""), invites.c.competition == competition)


def _held_by(person: PersonId) -> "ColumnElement[bool]":
    """Who took what it gives, and has it still."""
    return and_(invites.c.used_by == person, invites.c.voided_at.is_(None))


async def invite(tx: "AsyncConnection", new: Invite, now: datetime) -> None:
    """Add an invitation; earlier codes for the same place are no longer good."""
    if new.person is not None:
        same_place = _OPEN.where(_there(new.match_id, new.competition))
        earlier = same_place.where(invites.c.person == new.person)
        await tx.execute(earlier.values(voided_at=now))
    await tx.execute(
        insert(invites).values(
            code=new.code,
            match_id=new.match_id or "",
            person=new.person,
            expires_at=new.expires_at,
            competition=new.competition,
            role=new.role,
        )
    )


async def void_used(
    tx: "AsyncConnection",
    person: PersonId,
    now: datetime,
    *,
    match: MatchCode | None = None,
    competition: CompetitionCode = NO_COMPETITION,
) -> None:
    """Note of the code by which the person took a place there that he has it no more."""
    used = update(invites).where(_there(match, competition), _held_by(person))
    await tx.execute(used.values(voided_at=now))


async def place_taken(
    tx: "AsyncConnection",
    person: PersonId,
    *,
    match: MatchCode | None = None,
    competition: CompetitionCode = NO_COMPETITION,
) -> PersonId | None:
    """Return for whom the place was kept that the person took there by a link, if he did."""
    query = select(invites.c.person).where(_there(match, competition), _held_by(person))
    found = (await tx.execute(query)).scalars().first()
    return None if found is None else PersonId(found)


async def places_of(tx: "AsyncConnection", person: PersonId, name: str) -> list[PersonId]:
    """Return the places kept under that name which the person took by a link and still has."""
    query = (
        select(persons.c.id)
        .join(invites, invites.c.person == persons.c.id)
        .where(_held_by(person), persons.c.id != person, persons.c.name == name)
    )
    return [PersonId(each) for each in (await tx.execute(query)).scalars()]


async def void_match(tx: "AsyncConnection", match: MatchCode, now: datetime) -> None:
    """Let no code of the match be good any more."""
    await tx.execute(_OPEN.where(invites.c.match_id == match).values(voided_at=now))


async def open_code(
    tx: "AsyncConnection",
    person: PersonId,
    now: datetime,
    *,
    match: MatchCode | None = None,
    competition: CompetitionCode = NO_COMPETITION,
) -> str | None:
    """Return the code that gives the person's place in match or competition, if one is good."""
    query = select(invites.c.code).where(
        _there(match, competition),
        invites.c.person == person,
        invites.c.used_by.is_(None),
        invites.c.voided_at.is_(None),
        invites.c.expires_at > now,
    )
    code: str | None = (await tx.execute(query)).scalars().first()
    return code


async def find_invite(tx: "AsyncConnection", code: str) -> Invite | None:
    """Return the invitation of that code, whether it is still good or not."""
    row = (await tx.execute(select(invites).where(invites.c.code == code))).one_or_none()
    if row is None:
        return None
    return Invite(
        code=row.code,
        match_id=MatchCode(row.match_id) if row.match_id else None,
        person=None if row.person is None else PersonId(row.person),
        expires_at=row.expires_at,
        competition=CompetitionCode(row.competition),
        role=row.role,
        used_by=None if row.used_by is None else PersonId(row.used_by),
        voided_at=row.voided_at,
    )


async def use_invite(tx: "AsyncConnection", code: str, by: PersonId, at: datetime) -> bool:
    """Note who used an invitation, good for nobody from then on; False: somebody was faster."""
    unused = _OPEN.where(invites.c.code == code)
    return bool((await tx.execute(unused.values(used_by=by, used_at=at))).rowcount)
