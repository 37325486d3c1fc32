"""Texts that people wrote in a case or to an arbiter; the log contains only their digests.

The digest is the SHA-256 of a random salt and the text, so that nobody can guess an erased text.
Text and salt are erased together. The digest still proves that a person wrote a text, and when.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.cases.events import CaseId, Digest
from engine.ids import PersonId
from storage.hashes import hashed
from storage.schema import statements

SALT_BYTES = 16
"""Random bytes in a salt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredStatement:
    """A person's statement in a case."""

    case_id: CaseId
    digest: Digest
    author: PersonId
    salt: str
    """The salt in hexadecimal; "" after the text was erased."""
    text: str
    """Empty after it was erased."""
    at: datetime


def digest_of(salt: str, text: str) -> Digest:
    """Return the digest for the log: the SHA-256 of salt, a line feed and text, as UTF-8."""
    return Digest(hashed(salt, text))


async def add(
    tx: AsyncConnection, case: CaseId, author: PersonId, text: str, at: datetime
) -> Digest:
    """Store a person's statement; return its digest for the log."""
    salt = secrets.token_hex(SALT_BYTES)
    digest = digest_of(salt, text)
    values = {"case_id": case, "digest": digest, "author": author}
    await tx.execute(insert(statements).values(**values, salt=salt, text=text, at=at))
    return digest


async def of_case(tx: AsyncConnection, case: CaseId) -> dict[Digest, StoredStatement]:
    """Return all statements in the case by digest, in order."""
    query = (
        select(statements)
        .where(statements.c.case_id == case)
        .order_by(statements.c.at, statements.c.digest)
    )
    in_order = [StoredStatement(**row._asdict()) for row in await tx.execute(query)]
    return {statement.digest: statement for statement in in_order}


async def written_since(tx: AsyncConnection, author: PersonId, since: datetime) -> int:
    """Return the number of the person's statements after that instant, in all cases."""
    query = select(func.count()).select_from(statements)
    after = query.where(statements.c.author == author, statements.c.at > since)
    return int((await tx.execute(after)).scalar_one())


async def erase(tx: AsyncConnection, author: PersonId) -> int:
    """Erase every text of the person; return how many."""
    readable = update(statements).where(statements.c.author == author, statements.c.salt != "")
    return (await tx.execute(readable.values(salt="", text=""))).rowcount


def is_intact(statement: StoredStatement) -> bool:
    """Return whether the text matches its digest in the log, or has been erased."""
    if not statement.salt:
        return not statement.text
    return statement.digest == digest_of(statement.salt, statement.text)
