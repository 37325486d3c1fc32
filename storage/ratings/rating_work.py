"""What is being worked out of a person's files: one thing at a time for each person, and the files.

A row waits for the job queue while its stage is one of `WANTED`; every change of what is wanted
counts `seq` up, so that a result worked out for an earlier wish is recognised and dropped. What the
draft says, and how contents are packed, is not looked at here.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, or_, select, update

from engine.ids import PersonId
from storage.dialects import put as put_whole
from storage.schema import rating_files, rating_runs, rating_work

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

COLLECTING, CHECK, ASKING, READY, RATE = "collecting", "check", "asking", "ready", "rate"
"""The stages: files are awaited, to be read, questions about names, to be ordered, to be rated."""
WANTED = (CHECK, RATE)
"""Stages at which the job queue has something to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What a person is having worked out."""

    person: PersonId
    token: str
    """Names his files; a new beginning has another."""
    chat: int
    stage: str
    seq: int
    attempts: int
    """How often it has been begun since it was last wanted; a bot that died begins again."""
    draft: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFile:
    """A file that was sent."""

    number: int
    """Among those of its token."""
    name: str
    sha256: str
    """Of the file as it was sent."""
    content: bytes


_WANTED = (
    select(rating_work)
    .where(or_(*(rating_work.c.stage == stage for stage in WANTED)))
    .order_by(rating_work.c.at)
)


async def find(tx: "AsyncConnection", person: PersonId) -> Work | None:
    """Return what the person is having worked out, if anything."""
    row = (
        await tx.execute(select(rating_work).where(rating_work.c.person == person))
    ).one_or_none()
    return None if row is None else Work(**row._asdict())


async def by_token(tx: "AsyncConnection", token: str) -> Work | None:
    """Return what is being worked out under that token, if anything still is."""
    query = select(rating_work).where(rating_work.c.token == token)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else Work(**row._asdict())


async def put(tx: "AsyncConnection", work: Work) -> None:
    """Set what the person is having worked out, in place of anything else."""
    await tx.execute(put_whole(tx.dialect.name, rating_work), asdict(work))


async def drop(tx: "AsyncConnection", person: PersonId) -> None:
    """Forget what the person was having worked out; his files stay with what came of them."""
    await tx.execute(delete(rating_work).where(rating_work.c.person == person))


async def discard(tx: "AsyncConnection", person: PersonId) -> None:
    """Forget the files that the person has sent and that nothing has come of."""
    his = select(rating_work.c.token).where(rating_work.c.person == person)
    used = select(rating_runs.c.token)
    gone = (rating_files.c.token.in_(his), rating_files.c.token.not_in(used))
    await tx.execute(delete(rating_files).where(*gone))


async def wanted(tx: "AsyncConnection") -> list[Work]:
    """Return everything the job queue has to do, the oldest wish first."""
    return [Work(**row._asdict()) for row in (await tx.execute(_WANTED)).all()]


async def count_attempt(tx: "AsyncConnection", work: Work) -> bool:
    """Count one more attempt; False: it is no longer wanted so."""
    statement = update(rating_work).where(
        rating_work.c.person == work.person,
        rating_work.c.token == work.token,
        rating_work.c.seq == work.seq,
        rating_work.c.stage.in_(WANTED),
    )
    counted = await tx.execute(statement.values(attempts=rating_work.c.attempts + 1))
    return bool(counted.rowcount)


async def add_file(tx: "AsyncConnection", token: str, file: StoredFile, at: datetime) -> None:
    """Keep a file."""
    values = asdict(file) | {"token": token, "at": at}
    await tx.execute(insert(rating_files).values(**values))


async def drop_files(tx: "AsyncConnection", token: str, numbers: Iterable[int]) -> None:
    """Forget some files of a token."""
    these = (rating_files.c.token == token, rating_files.c.number.in_(list(numbers)))
    await tx.execute(delete(rating_files).where(*these))


async def files_of(tx: "AsyncConnection", token: str) -> list[StoredFile]:
    """Return the files of a token, in the order in which they were sent."""
    query = (
        select(rating_files).where(rating_files.c.token == token).order_by(rating_files.c.number)
    )
    files = []
    for row in await tx.execute(query):
        values = row._asdict()
        del values["token"], values["at"]
        files.append(StoredFile(**values))
    return files


async def next_number(tx: "AsyncConnection", token: str) -> int:
    """Return the number that the next file of a token gets."""
    query = select(func.max(rating_files.c.number)).where(rating_files.c.token == token)
    return int((await tx.execute(query)).scalar_one() or 0) + 1


async def prune(tx: "AsyncConnection", before: datetime) -> None:
    """Forget work begun before that instant, and files older than it that nothing came of."""
    await tx.execute(delete(rating_work).where(rating_work.c.at < before))
    used = select(rating_runs.c.token).union(select(rating_work.c.token))
    unused = (rating_files.c.at < before, rating_files.c.token.not_in(used))
    await tx.execute(delete(rating_files).where(*unused))
