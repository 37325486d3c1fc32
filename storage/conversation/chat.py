"""Messages between opponents in a game, and the blocks and mutes on them.

They are original data and no part of the hashed log. `bot.service` decides limits and permissions.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, MatchCode, PersonId, match_of
from storage.dialects import once, put
from storage.play.previews import READ
from storage.schema import chat_lines, chat_stops, waiting


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLine:
    """One message of a player to their opponent."""

    id: int
    game_id: GameId
    author: PersonId
    text: str
    at: datetime
    """The instant of writing."""


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
    """A game's id, a match's code for both its games, or a blocked person (`scope_of`)."""
    kind: StopKind
    person: PersonId
    """The arbiter who blocked, or the player who muted or blocked."""
    at: datetime


_PERSON = "person:"
_BLOCK = chat_stops.c.kind == StopKind.PERSON.value
_OF_GAME = (
    select(chat_lines).where(chat_lines.c.game_id == bindparam("game")).order_by(chat_lines.c.id)
)

_READ = select(waiting.c.key, waiting.c.value).where(
    waiting.c.person == bindparam("by"), waiting.c.key.in_(bindparam("keys", expanding=True))
)
_AUTHORS = (
    select(chat_lines.c.game_id, chat_lines.c.id, chat_lines.c.author)
    .where(chat_lines.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(chat_lines.c.id)
)


async def add_line(
    tx: AsyncConnection, game: GameId, author: PersonId, text: str, at: datetime
) -> None:
    """Store a message of a game."""
    await tx.execute(insert(chat_lines).values(game_id=game, author=author, text=text, at=at))


async def lines_of(tx: AsyncConnection, game: GameId) -> list[ChatLine]:
    """Return all messages between the opponents in that game, in order."""
    return [ChatLine(**row._asdict()) for row in await tx.execute(_OF_GAME, {"game": game})]


async def read_upto(
    tx: AsyncConnection, person: PersonId, game: GameId, line: int, at: datetime
) -> None:
    """Store that the person has read the game's messages up to that one."""
    values = {"person": person, "key": READ + game, "value": str(line), "at": at}
    await tx.execute(put(tx.dialect.name, waiting), values)


async def unread(
    tx: AsyncConnection, person: PersonId, games: Collection[GameId]
) -> dict[GameId, int]:
    """Return by game how many messages of the opponent the person has neither read nor answered."""
    if not games:
        return {}
    keys = [READ + game for game in games]
    read = {key: int(value) for key, value in await tx.execute(_READ, {"by": person, "keys": keys})}
    counts: dict[GameId, int] = {}
    for game, line, author in await tx.execute(_AUTHORS, {"games": [*games]}):
        if author == person:
            counts[game] = 0
        elif line > read.get(READ + game, 0):
            counts[game] = counts.get(game, 0) + 1
    return {game: count for game, count in counts.items() if count}


async def written_since(tx: AsyncConnection, author: PersonId, since: datetime) -> int:
    """Return the number of the person's messages after that instant, in all their games."""
    query = select(func.count()).select_from(chat_lines)
    after = query.where(chat_lines.c.author == author, chat_lines.c.at > since)
    return int((await tx.execute(after)).scalar_one())


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
    """Remove the block of any arbiter, or, with a person, only that person's stop."""
    these = (chat_stops.c.scope == scope, chat_stops.c.kind == kind.value)
    whose = () if person is None else (chat_stops.c.person == person,)
    await tx.execute(delete(chat_stops).where(*these, *whose))


async def unblock(
    tx: AsyncConnection, author: PersonId, blocked: PersonId, matches: Collection[MatchCode]
) -> None:
    """Remove a person's block of another, and the mutes of those matches that came with it.

    A match muted before the block stays muted.
    """
    own = (chat_stops.c.scope == scope_of(blocked), _BLOCK, chat_stops.c.person == author)
    at = (await tx.execute(select(chat_stops.c.at).where(*own))).scalar_one()
    muted = (chat_stops.c.kind == StopKind.MUTED.value, chat_stops.c.person == author)
    with_it = (*muted, chat_stops.c.at == at, chat_stops.c.scope.in_([*matches]))
    await tx.execute(delete(chat_stops).where(*with_it))
    await tx.execute(delete(chat_stops).where(*own))


async def stops_of(tx: AsyncConnection, game: GameId) -> list[ChatStop]:
    """Return every stop that applies to that game: its own, and those of its match."""
    scopes = (game, match_of(game))
    rows = await tx.execute(select(chat_stops).where(chat_stops.c.scope.in_(scopes)))
    return [ChatStop(**(row._asdict() | {"kind": StopKind(row.kind)})) for row in rows]


def scope_of(person: PersonId) -> str:
    """Return the scope of a block of that person."""
    return f"{_PERSON}{person}"


async def blocked_by(tx: AsyncConnection, person: PersonId) -> list[PersonId]:
    """Return the people whom that person has blocked, the first one first."""
    query = select(chat_stops.c.scope).where(_BLOCK, chat_stops.c.person == person)
    found = (await tx.execute(query.order_by(chat_stops.c.at, chat_stops.c.scope))).scalars()
    return [PersonId(int(scope.removeprefix(_PERSON))) for scope in found]


async def apart_from(tx: AsyncConnection, person: PersonId) -> frozenset[PersonId]:
    """Return the people whom that person has blocked, and those who have blocked them."""
    query = select(chat_stops.c.person).where(_BLOCK, chat_stops.c.scope == scope_of(person))
    others = (PersonId(one) for one in (await tx.execute(query)).scalars())
    return frozenset((*others, *await blocked_by(tx, person)))
