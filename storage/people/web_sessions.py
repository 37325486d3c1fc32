"""Sessions of the Mini App: tokens, stored only as hashes, each of one person and account.

A token is valid for a limited time, and only while the person has the same account. A forgotten
person, or one with another account, has none.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.hashes import hashed
from storage.people import people
from storage.people.people import Person
from storage.schema import persons, web_sessions
from storage.types import UtcDateTime


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSession:
    """A session of a person in the Mini App."""

    person: PersonId
    expires_at: datetime
    device: int | None
    """The browser that is signed in; None in Telegram."""


_IS_OWNER = and_(
    persons.c.id == web_sessions.c.person,
    persons.c.account == web_sessions.c.account,
)
_IS_VALID = and_(
    _IS_OWNER,
    web_sessions.c.token_hash == bindparam("hash"),
    web_sessions.c.expires_at > bindparam("now", type_=UtcDateTime),
)
_SESSION = select(web_sessions.c.person, web_sessions.c.expires_at, web_sessions.c.device).join(
    persons, _IS_VALID
)
_OWNER = select(persons).join(web_sessions, _IS_VALID)


async def keep(  # noqa: PLR0913  (each is a column)
    tx: AsyncConnection,
    token: str,
    person: PersonId,
    account: int,
    expires_at: datetime,
    *,
    most: int,
    device: int | None = None,
) -> None:
    """Store a token of that person and account, and of the device that asked for it.

    Of the person's tokens at most `most` stay; the earliest end first.
    """
    values = {
        "token_hash": hashed(token),
        "person": person,
        "account": account,
        "expires_at": expires_at,
        "device": device,
    }
    await tx.execute(insert(web_sessions).values(values))
    newest = (
        select(web_sessions.c.token_hash)
        .where(web_sessions.c.person == person)
        .order_by(
            (web_sessions.c.token_hash == values["token_hash"]).desc(),
            web_sessions.c.expires_at.desc(),
            web_sessions.c.token_hash,
        )
        .limit(most)
    )
    older = web_sessions.c.token_hash.not_in(newest)
    await tx.execute(delete(web_sessions).where(web_sessions.c.person == person, older))


async def find(tx: AsyncConnection, token: str, now: datetime) -> WebSession | None:
    """Return the session of a valid token, or None."""
    row = (await tx.execute(_SESSION, {"hash": hashed(token), "now": now})).first()
    return None if row is None else WebSession(**row._asdict())


async def owner(tx: AsyncConnection, token: str, now: datetime) -> Person | None:
    """Return the person of a valid token, or None; each request from a page begins with this."""
    row = (await tx.execute(_OWNER, {"hash": hashed(token), "now": now})).first()
    return None if row is None else people.from_row(row)


async def valid(tx: AsyncConnection, tokens: Collection[str], now: datetime) -> set[str]:
    """Return those of the tokens that are valid."""
    by_hash = {hashed(token): token for token in tokens}
    query = (
        select(web_sessions.c.token_hash)
        .join(persons, _IS_OWNER)
        .where(web_sessions.c.token_hash.in_(by_hash), web_sessions.c.expires_at > now)
    )
    return {by_hash[token_hash] for token_hash in (await tx.execute(query)).scalars()}


async def end(tx: AsyncConnection, person: PersonId) -> None:
    """Delete all of a person's tokens."""
    await tx.execute(delete(web_sessions).where(web_sessions.c.person == person))


async def prune(tx: AsyncConnection, now: datetime) -> None:
    """Delete expired tokens."""
    await tx.execute(delete(web_sessions).where(web_sessions.c.expires_at <= now))
