"""Rating work in progress: one calculation for each person, and their files.

A row waits for the job queue while its stage is one of `WANTED`. Every change of the request
increases `seq`, so that the result of an earlier request is recognised and dropped. This module
does not read the draft or unpack contents.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import RowMapping, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.dialects import put as put_whole
from storage.dialects import values_of
from storage.schema import rating_files, rating_runs, rating_work


class WorkStage(StrEnum):
    """The stages of the work."""

    COLLECTING = "collecting"
    """The bot waits for files."""
    CHECK = "check"
    """The job queue must read the files."""
    ASKING = "asking"
    """The bot waits for answers about doubtful names."""
    READY = "ready"
    """The bot waits for the person to start the calculation."""
    RATE = "rate"
    """The job queue must calculate."""


WANTED: Final = (WorkStage.CHECK, WorkStage.RATE)
"""Stages at which the job queue has work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingWork:
    """A person's calculation in progress."""

    person: PersonId
    token: str
    """Identifies its files; a new start has another token."""
    chat: int
    """Where the bot answers."""
    stage: WorkStage
    seq: int
    """The number of changes of the request."""
    attempts: int
    """The number of attempts since the request; a restart begins the work again."""
    draft: str
    """What the person has chosen so far, as JSON; `bot.ratings.jobs.draft` reads it."""
    at: datetime
    """The instant of the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFile:
    """A file that a person sent."""

    number: int
    """The number of the file among those of its token."""
    name: str
    sha256: str
    """The hash of the file as sent."""
    content: bytes
    """The file, compressed."""


_WORK = select(*(rating_work.c[field.name] for field in fields(RatingWork)))
_WANTED = _WORK.where(or_(*(rating_work.c.stage == stage for stage in WANTED))).order_by(
    rating_work.c.at
)
_FILE = select(*(rating_files.c[field.name] for field in fields(StoredFile)))


async def find(tx: AsyncConnection, person: PersonId) -> RatingWork | None:
    """Return the person's calculation in progress, or None."""
    query = _WORK.where(rating_work.c.person == person)
    row = (await tx.execute(query)).mappings().one_or_none()
    return None if row is None else _work(row)


async def by_token(tx: AsyncConnection, token: str) -> RatingWork | None:
    """Return the calculation of that token, or None."""
    query = _WORK.where(rating_work.c.token == token)
    row = (await tx.execute(query)).mappings().one_or_none()
    return None if row is None else _work(row)


def _work(row: RowMapping) -> RatingWork:
    """Return a row of `_WORK` as a value."""
    return RatingWork(**{**row, "stage": WorkStage(row["stage"])})


async def put(tx: AsyncConnection, work: RatingWork) -> None:
    """Store the person's calculation in place of another."""
    await tx.execute(put_whole(tx.dialect.name, rating_work), values_of(work))


async def drop_work(tx: AsyncConnection, person: PersonId) -> None:
    """Delete the person's calculation, with its files unless a result refers to them."""
    own_tokens = select(rating_work.c.token).where(rating_work.c.person == person)
    run_tokens = select(rating_runs.c.token)
    unused = (rating_files.c.token.in_(own_tokens), rating_files.c.token.not_in(run_tokens))
    await tx.execute(delete(rating_files).where(*unused))
    await tx.execute(delete(rating_work).where(rating_work.c.person == person))


async def wanted(tx: AsyncConnection) -> list[RatingWork]:
    """Return all work for the job queue, the oldest request first."""
    return [_work(row) for row in (await tx.execute(_WANTED)).mappings()]


async def count_attempt(tx: AsyncConnection, work: RatingWork) -> bool:
    """Count an attempt; return False if the request has changed."""
    statement = update(rating_work).where(
        rating_work.c.person == work.person,
        rating_work.c.token == work.token,
        rating_work.c.seq == work.seq,
        rating_work.c.stage.in_(WANTED),
    )
    counted = await tx.execute(statement.values(attempts=rating_work.c.attempts + 1))
    return bool(counted.rowcount)


async def add_file(tx: AsyncConnection, token: str, file: StoredFile, at: datetime) -> None:
    """Store a file."""
    values = values_of(file) | {"token": token, "at": at}
    await tx.execute(insert(rating_files).values(**values))


async def drop_files(tx: AsyncConnection, token: str, numbers: Iterable[int]) -> None:
    """Delete some files of a token."""
    query = delete(rating_files).where(
        rating_files.c.token == token, rating_files.c.number.in_(list(numbers))
    )
    await tx.execute(query)


async def files_of(tx: AsyncConnection, token: str) -> list[StoredFile]:
    """Return the files of a token, in the order of sending."""
    query = _FILE.where(rating_files.c.token == token).order_by(rating_files.c.number)
    return [StoredFile(**row) for row in (await tx.execute(query)).mappings()]


async def next_number(tx: AsyncConnection, token: str) -> int:
    """Return the number for the next file of a token."""
    query = select(func.max(rating_files.c.number)).where(rating_files.c.token == token)
    return int((await tx.execute(query)).scalar_one() or 0) + 1


async def prune(tx: AsyncConnection, before: datetime) -> None:
    """Delete work begun before that instant, and older files without a result."""
    await tx.execute(delete(rating_work).where(rating_work.c.at < before))
    used_tokens = select(rating_runs.c.token).union(select(rating_work.c.token))
    unused = (rating_files.c.at < before, rating_files.c.token.not_in(used_tokens))
    await tx.execute(delete(rating_files).where(*unused))
