"""Rows of competitions for lists, and the role of each person in them.

Both are projections, written with the events, and may be rebuilt from the log.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Select,
    and_,
    bindparam,
    delete,
    insert,
    or_,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import NO_COMPETITION, PersonId
from storage.dialects import put
from storage.schema import competition_people, competitions


class PersonRole(StrEnum):
    """The roles of people in a competition's row."""

    ARBITER = "arbiter"
    PLAYER = "player"


TAKEN_BACK: Final = "taken back"
"""The stage of a competition whose import was taken back: no list of competitions, matches, games
or cases has it or what belongs to it.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionRow:
    """A competition in lists."""

    code: str
    title: str
    stage: str
    """The value of the stage in its log, or `TAKEN_BACK`."""
    phase: str
    """The value of the present phase."""
    arbiters: tuple[PersonId, ...]
    """The chief arbiter first."""
    players: tuple[PersonId, ...]
    """The players of all phases, in the order of their entries."""
    seq: int
    """The number of the last event in the competition's log."""
    updated_at: datetime


_TAKEN_BACK_CODES = select(competitions.c.code).where(competitions.c.stage == TAKEN_BACK)


def in_force(table: FromClause) -> ColumnElement[bool]:
    """Return the condition that the competition of a row, if it has one, was not taken back."""
    return table.c.competition.not_in(_TAKEN_BACK_CODES)


def ruled_competitions(person: ColumnElement[int]) -> Select[tuple[Any]]:
    """Return the query for the codes of the competitions that the person is an arbiter of."""
    codes = _codes_with(PersonRole.ARBITER, person)
    return codes.where(in_force(competition_people))


def _codes_with(role: PersonRole, person: ColumnElement[int]) -> Select[tuple[Any]]:
    """Return the query for the codes of the competitions in which the person has that role."""
    return select(competition_people.c.competition).where(
        competition_people.c.role == role, competition_people.c.person == person
    )


def arbiters_of(competition: ColumnElement[str]) -> Select[tuple[Any]]:
    """Return the query for the arbiters of a competition."""
    return select(competition_people.c.person).where(
        competition_people.c.role == PersonRole.ARBITER,
        competition_people.c.competition == competition,
    )


def is_ruled(table: FromClause, person: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that the person rules the subject of a row.

    In a competition, each of its arbiters does; otherwise the row's own arbiter.
    """
    return or_(
        and_(table.c.competition == NO_COMPETITION, table.c.arbiter == person),
        table.c.competition.in_(ruled_competitions(person)),
    )


_PERSON = bindparam("person", type_=BigInteger)
_WITH_PEOPLE = select(
    competitions, competition_people.c.role, competition_people.c.person
).outerjoin(competition_people, competition_people.c.competition == competitions.c.code)
_LATEST_FIRST = _WITH_PEOPLE.order_by(
    competitions.c.updated_at.desc(), competitions.c.code, competition_people.c.number
)
_RULED_BY = _LATEST_FIRST.where(competitions.c.code.in_(ruled_competitions(_PERSON)))
_PLAYED_BY = _LATEST_FIRST.where(
    competitions.c.code.in_(
        _codes_with(PersonRole.PLAYER, _PERSON).where(in_force(competition_people))
    )
)
_TAKEN_BACK_BY = _LATEST_FIRST.where(
    competitions.c.stage == TAKEN_BACK,
    competitions.c.code.in_(_codes_with(PersonRole.ARBITER, _PERSON)),
)
_ONE = _WITH_PEOPLE.where(competitions.c.code == bindparam("code")).order_by(
    competition_people.c.number
)
_EVERY_CODE = select(competitions.c.code).order_by(competitions.c.code)
_CODES = _EVERY_CODE.where(competitions.c.stage != TAKEN_BACK)
_LATEST_CODES = (
    select(competitions.c.code)
    .where(competitions.c.stage != TAKEN_BACK)
    .order_by(competitions.c.updated_at.desc(), competitions.c.code)
)
_CLEAR = delete(competition_people).where(competition_people.c.competition == bindparam("code"))
_ADD = insert(competition_people)
_COLUMNS = tuple(competitions.c.keys())


async def save(tx: AsyncConnection, row: CompetitionRow) -> None:
    """Store the competition's row and the roles of its people."""
    values = asdict(row)
    arbiters, players = values.pop("arbiters"), values.pop("players")
    await tx.execute(put(tx.dialect.name, competitions), values)
    await tx.execute(_CLEAR, {"code": row.code})
    people = [
        *_people_of(row.code, PersonRole.ARBITER, arbiters),
        *_people_of(row.code, PersonRole.PLAYER, players),
    ]
    if people:
        await tx.execute(_ADD, people)


def _people_of(
    code: str, role: PersonRole, people: Iterable[PersonId]
) -> Iterable[dict[str, object]]:
    """Return the rows of people with that role, numbered in their order."""
    return (
        {"competition": code, "role": role, "person": person, "number": number}
        for number, person in enumerate(people)
    )


async def competition(tx: AsyncConnection, code: str) -> CompetitionRow | None:
    """Return the row of a competition, or None."""
    rows = await _rows(tx, _ONE, {"code": code})
    return rows[0] if rows else None


async def ruled_by(tx: AsyncConnection, arbiter: PersonId) -> list[CompetitionRow]:
    """Return the competitions that the person is an arbiter of, the last changed first."""
    return await _rows(tx, _RULED_BY, {"person": arbiter})


async def played_by(tx: AsyncConnection, player: PersonId) -> list[CompetitionRow]:
    """Return the competitions that the person is entered in, the last changed first."""
    return await _rows(tx, _PLAYED_BY, {"person": player})


async def taken_back_by(tx: AsyncConnection, arbiter: PersonId) -> list[CompetitionRow]:
    """Return the imports that were taken back and whose arbiter the person is, the last first."""
    return await _rows(tx, _TAKEN_BACK_BY, {"person": arbiter})


async def codes(tx: AsyncConnection) -> list[str]:
    """Return the codes of all competitions except imports that were taken back, sorted."""
    return list((await tx.execute(_CODES)).scalars())


async def latest_codes(tx: AsyncConnection) -> list[str]:
    """Return the codes of all competitions except imports taken back, the last changed first."""
    return list((await tx.execute(_LATEST_CODES)).scalars())


async def every_code(tx: AsyncConnection) -> list[str]:
    """Return the codes of all competitions that have a log, sorted."""
    return list((await tx.execute(_EVERY_CODE)).scalars())


async def _rows(
    tx: AsyncConnection, query: Select[tuple[Any]], values: dict[str, object]
) -> list[CompetitionRow]:
    """Return the competitions of a query that has a row for each of their people.

    The query must keep the rows of a competition together.
    """
    rows = (await tx.execute(query, values)).all()
    return [
        _competition_row(list(rows_of_people))
        for _, rows_of_people in groupby(rows, key=lambda row: row.code)
    ]


def _competition_row(rows_of_people: list[Any]) -> CompetitionRow:
    """Return a competition from its rows, one for each person, or one without a person."""
    by_role = {
        role: tuple(PersonId(row.person) for row in rows_of_people if row.role == role)
        for role in PersonRole
    }
    return CompetitionRow(
        **{name: getattr(rows_of_people[0], name) for name in _COLUMNS},
        arbiters=by_role[PersonRole.ARBITER],
        players=by_role[PersonRole.PLAYER],
    )
