"""Conditional replies that wait: „if the partner plays this, I answer that”, secret until used.

They are truth of their own and no part of the hashed log: what is used becomes an ordinary
placement there, and what is not used is forgotten. Moves stand here as players write them. Which
may stand beside each other is not looked at here.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select

from engine.ids import GameId, PersonId
from storage.schema import conditions

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCondition:
    """One condition of one player in one game."""

    id: int
    person: PersonId
    game_id: GameId
    own_move: str
    """The player's own move that comes first, where he set it before sending that; else empty."""
    partner_move: str
    reply: str
    later: str
    """The rounds after it, as `J8 CAR -> K8 AI; …`; empty where there are none."""
    at: datetime
    """When it was set; with `id` it names the condition for good: a number may come again."""


_OF_GAME = (
    select(conditions)
    .where(conditions.c.game_id == bindparam("game"))
    .order_by(conditions.c.person, conditions.c.id)
)


async def put(  # noqa: PLR0913  (each is a column)
    tx: "AsyncConnection",
    person: PersonId,
    game: GameId,
    *,
    own_move: str,
    partner_move: str,
    reply: str,
    later: str,
    at: datetime,
) -> None:
    """Keep a condition behind the person's others."""
    await tx.execute(
        insert(conditions).values(
            person=person,
            game_id=game,
            own_move=own_move,
            partner_move=partner_move,
            reply=reply,
            later=later,
            at=at,
        )
    )


async def of_game(tx: "AsyncConnection", game: GameId) -> list[StoredCondition]:
    """Return what waits in that game, each player's conditions in the order he set them."""
    found = (await tx.execute(_OF_GAME, {"game": game})).all()
    return [StoredCondition(**row._asdict()) for row in found]


async def remove(
    tx: "AsyncConnection", person: PersonId, condition: int, at: datetime
) -> GameId | None:
    """Forget the person's own condition of that number and instant; return its game if it was."""
    own = (conditions.c.id == condition, conditions.c.person == person, conditions.c.at == at)
    game = (await tx.execute(select(conditions.c.game_id).where(*own))).scalar_one_or_none()
    await tx.execute(delete(conditions).where(*own))
    return None if game is None else GameId(game)


async def clear(tx: "AsyncConnection", game: GameId, person: PersonId | None = None) -> None:
    """Forget everything that waits in that game, or only what that person has set there."""
    whose = () if person is None else (conditions.c.person == person,)
    await tx.execute(delete(conditions).where(conditions.c.game_id == game, *whose))
