"""What people said in a case, or wrote to an arbiter, beside the log that has only its digest.

The digest is the SHA-256 of a random salt and the text, so that nobody can guess a text that was
erased; text and salt go together, and what is left still says that something was said, by whom and
when.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select, update

from engine.cases.events import CaseId, Digest
from engine.ids import PersonId
from storage.schema import statements

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

SALT_BYTES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredStatement:
    """What a person said in a case."""

    case_id: CaseId
    digest: Digest
    author: PersonId
    salt: str
    """In hex; empty: the text was erased."""
    text: str
    at: datetime


def digest_of(salt: str, text: str) -> Digest:
    """Return what the log says of a text: the SHA-256 of salt, a line feed and text, as UTF-8."""
    return Digest(hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest())


async def add(
    tx: "AsyncConnection", case: CaseId, author: PersonId, text: str, at: datetime
) -> Digest:
    """Keep what the person said, and return what the log is to say of it."""
    salt = secrets.token_hex(SALT_BYTES)
    digest = digest_of(salt, text)
    values = {"case_id": case, "digest": digest, "author": author}
    await tx.execute(insert(statements).values(**values, salt=salt, text=text, at=at))
    return digest


async def of_case(tx: "AsyncConnection", case: CaseId) -> dict[Digest, StoredStatement]:
    """Return everything said in the case, by its digest, in the order in which it was said."""
    query = (
        select(statements)
        .where(statements.c.case_id == case)
        .order_by(statements.c.at, statements.c.digest)
    )
    found = [StoredStatement(**row._asdict()) for row in await tx.execute(query)]
    return {each.digest: each for each in found}


async def written_since(tx: "AsyncConnection", author: PersonId, since: datetime) -> int:
    """Return how often the person has said something after that instant, wherever it was."""
    query = select(func.count()).select_from(statements)
    after = query.where(statements.c.author == author, statements.c.at > since)
    return int((await tx.execute(after)).scalar_one())


async def erase(tx: "AsyncConnection", author: PersonId) -> int:
    """Erase every text of the person's; return how many."""
    own = update(statements).where(statements.c.author == author, statements.c.salt != "")
    return (await tx.execute(own.values(salt="", text=""))).rowcount


def is_true(statement: StoredStatement) -> bool:
    """Return whether the text is the one that the log speaks of, or has been erased."""
    if not statement.salt:
        return not statement.text
    return statement.digest == digest_of(statement.salt, statement.text)
