"""Moves that their authors have sent and may still take back: at most one in a game.

A held move is not in the log. The transaction that makes the move or takes it back also deletes its
row. So only one of the two happens, whichever program is first.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, PersonId
from storage.dialects import values_of
from storage.schema import held_moves


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldMove:
    """A sent move that only its author knows yet."""

    game_id: GameId
    person: PersonId
    token: str
    """The token of its buttons."""
    placement: str
    """The move in notation."""
    photo: str
    """The author's own photographed sheet in JSON; "" without one."""
    chat: int | None
    """The author's chat, if they have one."""
    message: int | None
    """The message whose button sent it; None if it was sent in the Mini App."""
    captioned: bool
    """Whether that message has a picture."""
    at: datetime
    """The instant from which the move counts."""
    until: datetime
    """The instant until which the author may take the move back."""


_game = held_moves.c.game_id == bindparam("game")
_KEEP: Final = insert(held_moves)
_FIND: Final = select(held_moves).where(_game)
_TAKE: Final = delete(held_moves).where(_game).returning(held_moves)
_PUT_OFF: Final = update(held_moves).where(_game).values(until=bindparam("later"))
_GAMES: Final = select(held_moves.c.game_id).order_by(held_moves.c.until)
_GAMES_DUE: Final = _GAMES.where(held_moves.c.until <= bindparam("now"))
_GAMES_OF: Final = _GAMES.where(held_moves.c.person == bindparam("by"))


async def keep(tx: AsyncConnection, held: HeldMove) -> None:
    """Store a move; its game must have none."""
    await tx.execute(_KEEP, values_of(held))


async def find(tx: AsyncConnection, game: GameId) -> HeldMove | None:
    """Return the move that is held in the game, or None."""
    row = (await tx.execute(_FIND, {"game": game})).first()
    return None if row is None else HeldMove(**row._asdict())


async def take(tx: AsyncConnection, game: GameId) -> HeldMove | None:
    """Return and delete the move that is held in the game, or None."""
    row = (await tx.execute(_TAKE, {"game": game})).first()
    return None if row is None else HeldMove(**row._asdict())


async def put_off(tx: AsyncConnection, game: GameId, until: datetime) -> None:
    """Let the move that is held in the game be made at that instant."""
    await tx.execute(_PUT_OFF, {"game": game, "later": until})


async def readdress(tx: AsyncConnection, person: PersonId, chat: int) -> None:
    """Let the person's held moves be confirmed in another chat, where no message shows them."""
    of_person = held_moves.c.person == person
    values = {"chat": chat, "message": None, "captioned": False}
    await tx.execute(update(held_moves).where(of_person).values(**values))


async def games(tx: AsyncConnection) -> list[GameId]:
    """Return the games in which a move is held, in the order in which the moves will be made."""
    return [GameId(game) for game in (await tx.execute(_GAMES)).scalars()]


async def games_due(tx: AsyncConnection, now: datetime) -> list[GameId]:
    """Return the games whose move can no longer be taken back, in the same order."""
    return [GameId(game) for game in (await tx.execute(_GAMES_DUE, {"now": now})).scalars()]


async def games_of(tx: AsyncConnection, person: PersonId) -> frozenset[GameId]:
    """Return the games in which a move of that person is held."""
    games_of_person = (await tx.execute(_GAMES_OF, {"by": person})).scalars()
    return frozenset(GameId(game) for game in games_of_person)
