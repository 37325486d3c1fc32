"""What partners write to each other inside a game, and who has stopped whose lines.

The lines are truth of their own and no part of the hashed log. Nothing is judged here: how long and
how often somebody may write, and who may stop whom, is decided by the bot.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, insert, select

from engine.ids import GameId, PersonId, match_of
from storage.dialects import once
from storage.schema import chat_lines, chat_stops

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLine:
    """One line that a player wrote to his partner."""

    id: int
    game_id: GameId
    author: PersonId
    text: str
    at: datetime
    """When it was written."""


class StopKind(StrEnum):
    """Who has stopped the lines."""

    RULED = "ruled"
    """The arbiter: nobody's lines are passed on in that game or match."""
    MUTED = "muted"
    """A player: he wants none of his partner's lines in that match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatStop:
    """Lines that are not passed on."""

    scope: str
    """A game's id, or a match's code for both its games."""
    kind: StopKind
    person: PersonId
    """The arbiter who ruled so, or the player who wants silence."""
    at: datetime


_OF_GAME = (
    select(chat_lines).where(chat_lines.c.game_id == bindparam("game")).order_by(chat_lines.c.id)
)


async def add_line(
    tx: "AsyncConnection", game: GameId, author: PersonId, text: str, at: datetime
) -> None:
    """Keep a line with its game."""
    await tx.execute(insert(chat_lines).values(game_id=game, author=author, text=text, at=at))


async def lines_of(tx: "AsyncConnection", game: GameId) -> list[ChatLine]:
    """Return everything the partners wrote to each other in that game, in order."""
    return [ChatLine(**row._asdict()) for row in await tx.execute(_OF_GAME, {"game": game})]


async def written_since(tx: "AsyncConnection", author: PersonId, since: datetime) -> int:
    """Return how many lines the person has written after that instant, in all his games."""
    query = select(func.count()).select_from(chat_lines)
    after = query.where(chat_lines.c.author == author, chat_lines.c.at > since)
    return int((await tx.execute(after)).scalar_one())


async def stop(tx: "AsyncConnection", new: ChatStop) -> None:
    """Pass no more lines on there; once is enough."""
    values = {
        "scope": new.scope,
        "kind": new.kind.value,
        "person": new.person,
        "at": new.at,
    }
    await tx.execute(once(tx.dialect.name, chat_stops, "scope", "kind", "person"), values)


async def resume(
    tx: "AsyncConnection", scope: str, kind: StopKind, person: PersonId | None = None
) -> None:
    """Pass lines on again: whatever arbiter stopped them, or, with a person, only his own stop."""
    these = (chat_stops.c.scope == scope, chat_stops.c.kind == kind.value)
    whose = () if person is None else (chat_stops.c.person == person,)
    await tx.execute(delete(chat_stops).where(*these, *whose))


async def stops_of(tx: "AsyncConnection", game: GameId) -> list[ChatStop]:
    """Return every stop that concerns that game: its own, and those of its match."""
    scopes = (game, match_of(game))
    rows = await tx.execute(select(chat_stops).where(chat_stops.c.scope.in_(scopes)))
    return [ChatStop(**(row._asdict() | {"kind": StopKind(row.kind)})) for row in rows]
