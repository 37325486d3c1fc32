"""Public sign-ups of competitions, at most one for each, and the people who signed up.

These rows cannot be rebuilt from a log. A competition's log names only the people who had a seat
when the sign-up closed. Only an arbiter sees the e-mail addresses in this table.
"""

from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final, TypeGuard

from sqlalchemy import ColumnElement, Row, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.competitions.sign_up import ACTIVE, Limits, SignUpState
from engine.ids import CompetitionCode, PersonId
from engine.thinking_time import day_of
from storage.dialects import put, values_of
from storage.schema import sign_ups, signed_up

_ACTIVE: Final = [state.value for state in ACTIVE]
"""The states of a person who has a seat, or waits for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUp:
    """The sign-up of a competition."""

    competition: CompetitionCode
    person: PersonId
    """The arbiter who opened it."""
    limits: Limits
    asks_email: bool
    needs_word: bool
    """Whether an entry counts only after the arbiter has accepted it."""
    closes_at: datetime
    """The end of its last day."""
    closed_at: datetime | None = None
    """The instant at which it was closed; None while it is open, or nobody has closed it yet."""
    version: int = 1
    """Grows with every change, so that pages know when to be rebuilt."""

    def is_open(self, at: datetime) -> bool:
        """Return whether people may sign up at that instant."""
        return self.closed_at is None and at < self.closes_at

    def last_day(self, time_zone: str) -> date:
        """Return the last day on which people may sign up, in that time zone."""
        just_before_the_end = self.closes_at - timedelta(seconds=1)
        return day_of(just_before_the_end, time_zone)


def is_under_way(sign_up: SignUp | None) -> TypeGuard[SignUp]:
    """Return whether there is a sign-up that has not been closed; its last day may be over."""
    return sign_up is not None and sign_up.closed_at is None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedUp:
    """A person who signed up, with the data that they gave."""

    competition: CompetitionCode
    person: PersonId
    number: int
    """The person's position in the order of sign-up."""
    name: str
    club: str
    email: str
    """Empty if the sign-up does not ask for it."""
    rating: int | None
    """The rating that the limits apply to; None without one."""
    state: SignUpState


async def save(tx: AsyncConnection, sign_up: SignUp) -> None:
    """Store a sign-up in place of the competition's earlier one."""
    values = {name: value for name, value in values_of(sign_up).items() if name != "limits"}
    await tx.execute(put(tx.dialect.name, sign_ups), values | asdict(sign_up.limits))


async def of(tx: AsyncConnection, code: CompetitionCode, *, locked: bool = False) -> SignUp | None:
    """Return the competition's sign-up, open or closed, or None.

    `locked` keeps other transactions from changing it or its people until this one ends, because
    each of them locks it first.
    """
    query = select(sign_ups).where(sign_ups.c.competition == code)
    row = (await tx.execute(query.with_for_update() if locked else query)).one_or_none()
    return None if row is None else _sign_up(row)


async def all_open(tx: AsyncConnection) -> list[SignUp]:
    """Return all sign-ups that are not closed, the one that closes first first."""
    query = select(sign_ups).where(sign_ups.c.closed_at.is_(None))
    query = query.order_by(sign_ups.c.closes_at, sign_ups.c.competition)
    return [_sign_up(row) for row in await tx.execute(query)]


async def touch(tx: AsyncConnection, code: CompetitionCode) -> None:
    """Count a change of the sign-up's people."""
    sign_up = update(sign_ups).where(sign_ups.c.competition == code)
    await tx.execute(sign_up.values(version=sign_ups.c.version + 1))


async def close(tx: AsyncConnection, code: CompetitionCode, at: datetime) -> None:
    """Mark the sign-up as closed."""
    sign_up = update(sign_ups).where(sign_ups.c.competition == code)
    await tx.execute(sign_up.values(closed_at=at, version=sign_ups.c.version + 1))


async def people_of(tx: AsyncConnection, code: CompetitionCode) -> list[SignedUp]:
    """Return all people who signed up, also those who withdrew, in order."""
    return await _find_people(tx, signed_up.c.competition == code)


async def of_person(tx: AsyncConnection, person: PersonId) -> list[SignedUp]:
    """Return the person's sign-ups in all competitions."""
    return await _find_people(tx, signed_up.c.person == person)


async def names_of(tx: AsyncConnection, person: PersonId) -> set[str]:
    """Return the names under which the person signed up."""
    query = select(signed_up.c.name).where(signed_up.c.person == person)
    return {*(await tx.execute(query)).scalars()}


async def put_person(tx: AsyncConnection, applicant: SignedUp) -> None:
    """Store a person's sign-up, in place of their earlier one in the competition."""
    await tx.execute(put(tx.dialect.name, signed_up), values_of(applicant))


async def set_state(
    tx: AsyncConnection, code: CompetitionCode, person: PersonId, state: SignUpState
) -> None:
    """Change the state of a person's sign-up."""
    place = (signed_up.c.competition == code, signed_up.c.person == person)
    await tx.execute(update(signed_up).where(*place).values(state=state))


async def forget_all(tx: AsyncConnection, code: CompetitionCode) -> None:
    """Delete all personal data of a sign-up that is no longer needed."""
    await tx.execute(delete(signed_up).where(signed_up.c.competition == code))


async def is_active(tx: AsyncConnection, person: PersonId) -> bool:
    """Return whether the person has a seat, or waits for one, in an open sign-up."""
    query = (
        select(signed_up.c.person)
        .join(sign_ups, sign_ups.c.competition == signed_up.c.competition)
        .where(
            signed_up.c.person == person,
            signed_up.c.state.in_(_ACTIVE),
            sign_ups.c.closed_at.is_(None),
        )
        .limit(1)
    )
    return (await tx.execute(query)).first() is not None


async def _find_people(tx: AsyncConnection, where: ColumnElement[bool]) -> list[SignedUp]:
    query = select(signed_up).where(where)
    query = query.order_by(signed_up.c.competition, signed_up.c.number)
    return [_from_row(row) for row in await tx.execute(query)]


def _sign_up(row: Row[Any]) -> SignUp:
    """Return a row as a value; the limits are columns of their own."""
    limits = Limits(
        places=row.places,
        per_club=row.per_club,
        rating_from=row.rating_from,
        rating_to=row.rating_to,
    )
    return SignUp(
        competition=CompetitionCode(row.competition),
        person=PersonId(row.person),
        limits=limits,
        asks_email=row.asks_email,
        needs_word=row.needs_word,
        closes_at=row.closes_at,
        closed_at=row.closed_at,
        version=row.version,
    )


def _from_row(row: Row[Any]) -> SignedUp:
    return SignedUp(**row._asdict() | {"state": SignUpState(row.state)})
