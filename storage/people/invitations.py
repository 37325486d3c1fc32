"""Invitations: personal codes for a seat in a match or competition, or for a role.

Each is valid for one person, once, for a limited time; the row stores the person who used it.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, and_, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import NO_COMPETITION, CompetitionCode, MatchCode, PersonId
from storage.schema import competition_people, invites, matches, persons


class InviteRole(StrEnum):
    """What an invitation makes its user, if it gives no seat."""

    ARBITER = ""
    RATING_KEEPER = "rating_keeper"
    """A ratings officer."""
    MERGED = "merged"
    """Nothing: the row marks a number as another person's (`storage.people.merging`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """A personal code: for a seat in a match or competition, or for a role."""

    code: str
    match_id: MatchCode | None
    person: PersonId | None
    """The placeholder person whose seat the code gives; None for a role."""
    expires_at: datetime
    """The instant from which the code is invalid."""
    competition: CompetitionCode = NO_COMPETITION
    """The competition of the seat, if the seat is in one."""
    role: InviteRole = InviteRole.ARBITER
    """The role that the code gives, if it gives no seat."""
    used_by: PersonId | None = None
    """The person who used the code; a used code is no longer valid."""
    voided_at: datetime | None = None
    """The instant at which another code replaced this one, or its offer ended."""

    @property
    def is_arbiter(self) -> bool:
        """Return whether the code makes its user an arbiter."""
        return self.match_id is None and not self.competition and self.role is InviteRole.ARBITER

    def is_good(self, now: datetime) -> bool:
        """Return whether the code is still valid."""
        return self.used_by is None and self.voided_at is None and now < self.expires_at


_is_open = and_(invites.c.used_by.is_(None), invites.c.voided_at.is_(None))
_OPEN = update(invites).where(_is_open)


def _is_seat_in(match: MatchCode | None, competition: CompetitionCode) -> ColumnElement[bool]:
    """Return the condition for codes that give a seat in the match or competition.

    Raises:
        ValueError: neither is named; the codes of no seat give roles, or mark a number as merged.
    """
    if not (match or competition):
        raise ValueError("a seat is in a match or in a competition")
    return and_(invites.c.match_id == (match or ""), invites.c.competition == competition)


def _is_held_by(person: PersonId) -> ColumnElement[bool]:
    """Return the condition that the person used a code and still has the seat or role from it."""
    return and_(invites.c.used_by == person, invites.c.voided_at.is_(None))


async def invite(tx: AsyncConnection, new: Invite, now: datetime) -> None:
    """Add an invitation; earlier codes for the same seat become invalid."""
    if new.person is not None:
        same_place = _OPEN.where(_is_seat_in(new.match_id, new.competition))
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
    tx: AsyncConnection,
    person: PersonId,
    now: datetime,
    *,
    match: MatchCode | None = None,
    competition: CompetitionCode = NO_COMPETITION,
) -> None:
    """Mark the code of the person's seat there as void, because they lost the seat."""
    used = update(invites).where(_is_seat_in(match, competition), _is_held_by(person))
    await tx.execute(used.values(voided_at=now))


async def place_taken(
    tx: AsyncConnection,
    person: PersonId,
    *,
    match: MatchCode | None = None,
    competition: CompetitionCode = NO_COMPETITION,
) -> PersonId | None:
    """Return the placeholder whose seat the person took there by a link, or None."""
    query = select(invites.c.person).where(_is_seat_in(match, competition), _is_held_by(person))
    placeholder = (await tx.execute(query)).scalars().first()
    return None if placeholder is None else PersonId(placeholder)


async def placeholders(tx: AsyncConnection) -> dict[PersonId, PersonId]:
    """Return the person who took each placeholder's seat and still has it, by the placeholder.

    A number that was merged with another person's counts as a placeholder whose seat they took.
    """
    query = select(invites.c.person, invites.c.used_by).where(
        invites.c.used_by.is_not(None),
        invites.c.person.is_not(None),
        invites.c.person != invites.c.used_by,
        invites.c.voided_at.is_(None),
    )
    return {PersonId(row.person): PersonId(row.used_by) for row in await tx.execute(query)}


async def merged(tx: AsyncConnection) -> dict[PersonId, PersonId]:
    """Return the number that each person has since their numbers were merged, by the other one."""
    query = select(invites.c.person, invites.c.used_by).where(invites.c.role == InviteRole.MERGED)
    return {PersonId(row.person): PersonId(row.used_by) for row in await tx.execute(query)}


async def left_over(tx: AsyncConnection) -> set[PersonId]:
    """Return the placeholders for whom no seat is left, so that nobody can become them.

    A seat that is freed and given back leaves two. In a competition an entry may come back, so its
    placeholder is left over only once the seat was taken by its code and freed.
    """
    own = invites.c.person == persons.c.id
    gives_more = and_(
        invites.c.voided_at.is_(None),
        or_(invites.c.used_by.is_not(None), invites.c.competition != NO_COMPETITION),
    )
    query = select(persons.c.id).where(
        persons.c.account.is_(None),
        exists().where(own),
        ~exists().where(own, gives_more),
        ~exists().where(persons.c.id.in_((matches.c.red, matches.c.blue))),
        ~exists().where(competition_people.c.person == persons.c.id),
    )
    return {PersonId(number) for number in (await tx.execute(query)).scalars()}


async def places_of(tx: AsyncConnection, person: PersonId, name: str) -> list[PersonId]:
    """Return the placeholders of that name whose seats the person took and still has."""
    query = (
        select(persons.c.id)
        .join(invites, invites.c.person == persons.c.id)
        .where(_is_held_by(person), persons.c.id != person, persons.c.name == name)
    )
    return [PersonId(placeholder) for placeholder in (await tx.execute(query)).scalars()]


async def void_match(tx: AsyncConnection, match: MatchCode, now: datetime) -> None:
    """Make every code of the match invalid."""
    await tx.execute(_OPEN.where(invites.c.match_id == match).values(voided_at=now))


async def open_code(
    tx: AsyncConnection,
    person: PersonId,
    now: datetime,
    *,
    match: MatchCode | None = None,
    competition: CompetitionCode = NO_COMPETITION,
) -> str | None:
    """Return the valid code for the person's seat in a match or competition, or None."""
    query = select(invites.c.code).where(
        _is_seat_in(match, competition),
        invites.c.person == person,
        _is_open,
        invites.c.expires_at > now,
    )
    code: str | None = (await tx.execute(query)).scalars().first()
    return code


async def find_invite(tx: AsyncConnection, code: str) -> Invite | None:
    """Return the invitation of that code, valid or not; None for an unknown code."""
    row = (await tx.execute(select(invites).where(invites.c.code == code))).one_or_none()
    if row is None:
        return None
    return Invite(
        code=row.code,
        match_id=MatchCode(row.match_id) if row.match_id else None,
        person=None if row.person is None else PersonId(row.person),
        expires_at=row.expires_at,
        competition=CompetitionCode(row.competition),
        role=InviteRole(row.role),
        used_by=None if row.used_by is None else PersonId(row.used_by),
        voided_at=row.voided_at,
    )


async def use_invite(tx: AsyncConnection, code: str, by: PersonId, at: datetime) -> bool:
    """Mark an invitation as used, so that it is invalid; return False if it was not valid."""
    valid = _OPEN.where(invites.c.code == code, invites.c.expires_at > at)
    return bool((await tx.execute(valid.values(used_by=by, used_at=at))).rowcount)
