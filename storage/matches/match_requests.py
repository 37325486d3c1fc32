"""Requests for a friendly match: public, by a link to one person, or a rematch.

A row is deleted once it has expired. `bot.service.matches.accepting_requests` decides who may
accept one.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.games.events import EditionRef
from engine.ids import MatchCode, PersonId
from engine.matches.friendly import FriendlyTerms
from storage.schema import play_requests

NO_MATCH: Final = MatchCode("")
"""The match that a request follows if it is not a rematch."""


class RequestKind(StrEnum):
    """The kinds of request, by who may accept it."""

    PUBLIC = "public"
    """Anyone."""
    LINK = "link"
    """The person who accepts first through the request's link."""
    REMATCH = "rematch"
    """The opponent in the match that the request follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRequest:
    """A person's request for a friendly match."""

    token: str
    person: PersonId
    kind: RequestKind
    days: int
    """Thinking time per player and game, in days."""
    is_single: bool
    """Whether one game is wanted instead of home and return."""
    at: datetime
    expires_at: datetime
    wanted: PersonId | None = None
    """The only person who may accept, if the request is for a rematch."""
    after: MatchCode = NO_MATCH
    """The match that a rematch follows."""
    rated: bool = False
    """Whether the match counts for ratings outside championships."""
    edition: EditionRef | None = None
    """The word list; None: the list in force when the match begins."""
    closed_at: datetime | None = None
    """The instant at which the request was accepted or withdrawn."""
    taken_by: PersonId | None = None
    """The person who accepted; None if nobody has."""

    @property
    def terms(self) -> FriendlyTerms:
        """Return the terms of the match."""
        return FriendlyTerms(
            days=self.days, is_single=self.is_single, rated=self.rated, edition=self.edition
        )

    def is_open(self, now: datetime) -> bool:
        """Return whether a person may still accept the request."""
        return self.closed_at is None and now < self.expires_at


_OPEN = play_requests.c.closed_at.is_(None)


async def add(tx: AsyncConnection, new: PlayRequest) -> None:
    """Store a request, and delete those that have expired by then."""
    await tx.execute(delete(play_requests).where(play_requests.c.expires_at <= new.at))
    values = {
        "token": new.token,
        "person": new.person,
        "kind": new.kind.value,
        "wanted": new.wanted,
        "days": new.days,
        "is_single": new.is_single,
        "rated": new.rated,
        "edition": new.edition.name if new.edition else "",
        "edition_sha256": new.edition.sha256 if new.edition else "",
        "after": new.after,
        "at": new.at,
        "expires_at": new.expires_at,
    }
    await tx.execute(insert(play_requests).values(**values))


async def find(tx: AsyncConnection, token: str) -> PlayRequest | None:
    """Return the request of that token, open or not; None for an unknown token."""
    requests = await _where(tx, play_requests.c.token == token)
    return requests[0] if requests else None


async def open_of(tx: AsyncConnection, person: PersonId, now: datetime) -> list[PlayRequest]:
    """Return the person's own open requests, the earliest first."""
    return await _where(
        tx, _OPEN, play_requests.c.person == person, play_requests.c.expires_at > now
    )


async def all_public(tx: AsyncConnection, now: datetime) -> list[PlayRequest]:
    """Return all open public requests, the earliest first."""
    public = play_requests.c.kind == RequestKind.PUBLIC.value
    return await _where(tx, _OPEN, public, play_requests.c.expires_at > now)


async def take(tx: AsyncConnection, token: str, by: PersonId, at: datetime) -> bool:
    """Mark a request as accepted; return False if another person or its author was first."""
    still_open = (_OPEN, play_requests.c.token == token, play_requests.c.expires_at > at)
    statement = update(play_requests).where(*still_open).values(closed_at=at, taken_by=by)
    return bool((await tx.execute(statement)).rowcount)


async def close(tx: AsyncConnection, token: str, person: PersonId, at: datetime) -> bool:
    """Withdraw the person's own request; return False if it is no longer open."""
    own_open = (_OPEN, play_requests.c.token == token, play_requests.c.person == person)
    statement = update(play_requests).where(*own_open).values(closed_at=at)
    return bool((await tx.execute(statement)).rowcount)


async def _where(tx: AsyncConnection, *conditions: ColumnElement[bool]) -> list[PlayRequest]:
    """Return the requests that meet all conditions, the earliest first."""
    query = select(play_requests).where(*conditions)
    query = query.order_by(play_requests.c.at, play_requests.c.token)
    return [_request(row) for row in await tx.execute(query)]


def _request(row: Row[Any]) -> PlayRequest:
    """Return a row as a value; a word list is two columns, both empty for the one in force."""
    values = row._asdict()
    name, sha256 = values["edition"], values.pop("edition_sha256")
    edition = EditionRef(name=name, sha256=sha256) if sha256 else None
    return PlayRequest(**values | {"kind": RequestKind(row.kind), "edition": edition})
