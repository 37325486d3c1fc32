"""Rating runs: results, a spreadsheet, and the terms of every player.

A run is one calculation. Runs are private and deleted after a while. A run with published lists
(`storage.ratings.published_lists`) stays; a nightly one loses its terms
(`bot.ratings.nightly.pruning`). This module does not interpret results and terms.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Select, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.schema import rating_lists, rating_sheets
from storage.schema import rating_runs as table


@dataclass(frozen=True, slots=True, kw_only=True)
class _Calculation:
    """One calculation from a person's files."""

    person: PersonId
    """The person who asked for the calculation."""
    token: str
    """The token of the files."""
    system: str
    """A rating system, or a task of the championship."""
    input_sha256: str
    """The hash of everything that affects the figures."""
    task: str
    """The request as JSON; with the files it gives the same result again."""
    result: bytes
    """Lists, or tables, as compressed JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(_Calculation):
    """A stored run."""

    id: int
    at: datetime
    can_go_on: bool
    """Whether the run contains the data to continue from it."""


class PlayerTerms(NamedTuple):
    """The terms of a player's figures."""

    player: str
    """The player's name."""
    terms: bytes
    """Compressed JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRun(_Calculation):
    """A run to be stored."""

    spreadsheet: bytes
    """An XLSX file; empty if the run needs none."""
    inputs: bytes | None = None
    """All inputs of the run, compressed, to continue from it; None if the run is no rating."""
    terms: Mapping[str, PlayerTerms]
    """By the player's key."""


_RUN = select(
    table.c.id,
    table.c.at,
    table.c.person,
    table.c.token,
    table.c.system,
    table.c.input_sha256,
    table.c.task,
    table.c.result,
    table.c.saved.is_not(None).label("can_go_on"),
)


async def add(tx: AsyncConnection, new: NewRun, at: datetime) -> int:
    """Store a run with its spreadsheet and terms; return its number."""
    statement = insert(table).values(
        at=at,
        person=new.person,
        token=new.token,
        system=new.system,
        input_sha256=new.input_sha256,
        task=new.task,
        result=new.result,
        book=new.spreadsheet,
        saved=new.inputs,
    )
    run = int((await tx.execute(statement.returning(table.c.id))).scalar_one())
    rows = [
        {"run": run, "key": key, "player": one.player, "sheet": one.terms}
        for key, one in new.terms.items()
    ]
    if rows:
        await tx.execute(insert(rating_sheets), rows)
    return run


async def find(tx: AsyncConnection, run: int) -> Run | None:
    """Return a run, or None if it is no longer stored."""
    row = (await tx.execute(_RUN.where(table.c.id == run))).one_or_none()
    return None if row is None else Run(**row._asdict())


async def last_task(tx: AsyncConnection, person: PersonId, system: str) -> str | None:
    """Return the task of the person's latest run of that system, as JSON; None without one."""
    query = select(table.c.task).where(table.c.person == person, table.c.system == system)
    task: str | None = (await tx.execute(query.order_by(table.c.id.desc()).limit(1))).scalar()
    return task


async def spreadsheet_of(tx: AsyncConnection, run: int) -> bytes | None:
    """Return a run's spreadsheet; None if it has none or is no longer stored."""
    return await _content(tx, select(table.c.book).where(table.c.id == run)) or None


async def inputs_of(tx: AsyncConnection, run: int) -> bytes | None:
    """Return a run's inputs, compressed; None if it cannot go on or is no longer stored."""
    return await _content(tx, select(table.c.saved).where(table.c.id == run))


async def terms_of(tx: AsyncConnection, run: int, key: str) -> bytes | None:
    """Return a player's terms in a run, as compressed JSON; None if they are not stored."""
    is_theirs = and_(rating_sheets.c.run == run, rating_sheets.c.key == key)
    return await _content(tx, select(rating_sheets.c.sheet).where(is_theirs))


async def _content(tx: AsyncConnection, query: Select[bytes | None]) -> bytes | None:
    """Return the only column of the only row; None without a row."""
    content: bytes | None = (await tx.execute(query)).scalar_one_or_none()
    return content


async def players_of(tx: AsyncConnection, run: int) -> dict[str, str]:
    """Return keys and names of all players with terms in a run."""
    query = select(rating_sheets.c.key, rating_sheets.c.player).where(rating_sheets.c.run == run)
    return {row.key: row.player for row in await tx.execute(query)}


async def has_terms(tx: AsyncConnection, run: int) -> bool:
    """Return whether the terms of a run are still stored."""
    query = select(rating_sheets.c.run).where(rating_sheets.c.run == run).limit(1)
    return (await tx.execute(query)).first() is not None


async def shorten(tx: AsyncConnection, run: int, result: bytes) -> None:
    """Delete the terms of a run, and replace its result with a shorter one."""
    await tx.execute(delete(rating_sheets).where(rating_sheets.c.run == run))
    await tx.execute(update(table).where(table.c.id == run).values(result=result))


async def prune(tx: AsyncConnection, before: datetime) -> None:
    """Delete private runs made before that instant."""
    published = select(rating_lists.c.run)
    is_old = and_(table.c.at < before, table.c.id.not_in(published))
    old_runs = select(table.c.id).where(is_old)
    await tx.execute(delete(rating_sheets).where(rating_sheets.c.run.in_(old_runs)))
    await tx.execute(delete(table).where(is_old))
