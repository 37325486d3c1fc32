"""Stops: blocks and mutes of messages in a game, and people who want no matches with each other.

They are original data and no part of the hashed log. `bot.service` decides permissions.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import and_, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, MatchCode, PersonId, match_of
from storage.dialects import once
from storage.schema import chat_stops


class StopKind(StrEnum):
    """The kinds of stop."""

    RULED = "ruled"
    """The arbiter blocks all messages in that game or match."""
    MUTED = "muted"
    """A player mutes their opponent in that match."""
    PERSON = "person"
    """A player wants no friendly match with another; the scope is that person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatStop:
    """A block or mute of messages."""

    scope: str
    """A game's id, a match's code for both its games, or the `scope_of` a blocked person."""
    kind: StopKind
    person: PersonId
    """The arbiter who blocked, or the player who muted or blocked."""
    at: datetime


_PERSON: Final = "person:"
"""The beginning of a scope that is a person."""
_is_block = chat_stops.c.kind == StopKind.PERSON.value


def scope_of(person: PersonId) -> str:
    """Return the scope of a block of that person."""
    return f"{_PERSON}{person}"


async def stop(tx: AsyncConnection, new: ChatStop) -> None:
    """Store a block or mute; a repeated one has no effect."""
    values = {
        "scope": new.scope,
        "kind": new.kind.value,
        "person": new.person,
        "at": new.at,
    }
    await tx.execute(once(tx.dialect.name, chat_stops, "scope", "kind", "person"), values)


async def resume(
    tx: AsyncConnection, scope: str, kind: StopKind, person: PersonId | None = None
) -> None:
    """Remove the stops of that kind; with a person, only theirs."""
    statement = delete(chat_stops).where(
        chat_stops.c.scope == scope, chat_stops.c.kind == kind.value
    )
    if person is not None:
        statement = statement.where(chat_stops.c.person == person)
    await tx.execute(statement)


async def unblock(
    tx: AsyncConnection, author: PersonId, blocked: PersonId, matches: Collection[MatchCode]
) -> None:
    """Remove a person's block of another, and the mutes of those matches that came with it.

    A match muted before the block stays muted.
    """
    is_the_block = and_(
        chat_stops.c.scope == scope_of(blocked), _is_block, chat_stops.c.person == author
    )
    # The block and its mutes were stored together, so they have the same instant.
    blocked_at = (await tx.execute(select(chat_stops.c.at).where(is_the_block))).scalar_one()
    came_with_it = and_(
        chat_stops.c.kind == StopKind.MUTED.value,
        chat_stops.c.person == author,
        chat_stops.c.at == blocked_at,
        chat_stops.c.scope.in_([*matches]),
    )
    await tx.execute(delete(chat_stops).where(came_with_it))
    await tx.execute(delete(chat_stops).where(is_the_block))


async def reassign_blocks(tx: AsyncConnection, gone: PersonId, kept: PersonId) -> None:
    """Let the blocks of a person count for the number that they have since a merge."""
    of_gone = and_(_is_block, chat_stops.c.scope == scope_of(gone))
    of_kept = and_(_is_block, chat_stops.c.scope == scope_of(kept))
    block_kept = select(chat_stops.c.person).where(of_kept)
    await tx.execute(delete(chat_stops).where(of_gone, chat_stops.c.person.in_(block_kept)))
    await tx.execute(update(chat_stops).where(of_gone).values(scope=scope_of(kept)))
    await tx.execute(delete(chat_stops).where(of_kept, chat_stops.c.person == kept))  # themselves


async def stops_of(tx: AsyncConnection, game: GameId) -> list[ChatStop]:
    """Return every stop that applies to that game: its own, and those of its match."""
    scopes = (game, match_of(game))
    rows = await tx.execute(select(chat_stops).where(chat_stops.c.scope.in_(scopes)))
    return [ChatStop(**(row._asdict() | {"kind": StopKind(row.kind)})) for row in rows]


async def blocked_by(tx: AsyncConnection, person: PersonId) -> list[PersonId]:
    """Return the people whom that person has blocked, the first one first."""
    query = select(chat_stops.c.scope).where(_is_block, chat_stops.c.person == person)
    scopes = (await tx.execute(query.order_by(chat_stops.c.at, chat_stops.c.scope))).scalars()
    return [PersonId(int(scope.removeprefix(_PERSON))) for scope in scopes]


async def apart_from(tx: AsyncConnection, person: PersonId) -> frozenset[PersonId]:
    """Return the people whom that person has blocked, and those who have blocked them."""
    query = select(chat_stops.c.person).where(_is_block, chat_stops.c.scope == scope_of(person))
    authors = [PersonId(author) for author in (await tx.execute(query)).scalars()]
    return frozenset([*authors, *await blocked_by(tx, person)])
