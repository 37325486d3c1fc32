"""Conditional moves: “if the opponent plays this, I answer that”, secret until used.

They are original data and no part of the hashed log: a used one becomes an ordinary move there, an
unused one is deleted. Moves are stored as players write them. `engine.games.conditional` checks
which conditions may exist together.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, PersonId
from storage import ahead
from storage.schema import conditions


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCondition:
    """One condition of one player in one game."""

    id: int
    person: PersonId
    game_id: GameId
    own_move: str
    """The player's own move that comes first, if set before that move was sent; otherwise ""."""
    partner_move: str
    reply: str
    later: str
    """The further rounds, as `J8 CAR -> K8 AI; …`; "" for none."""
    at: datetime
    """The instant at which the condition was set; `id` and `at` identify it, as ids are reused."""


OF_GAME = (
    select(conditions)
    .where(conditions.c.game_id == bindparam("game"))
    .order_by(conditions.c.person, conditions.c.id)
)
"""The query of `of_game`, whose rows `storage.play.reading_ahead` stores."""


async def add(  # noqa: PLR0913  (each is a column)
    tx: AsyncConnection,
    person: PersonId,
    game: GameId,
    *,
    own_move: str,
    partner_move: str,
    reply: str,
    later: str,
    at: datetime,
) -> None:
    """Store a condition after the person's others."""
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


async def of_game(tx: AsyncConnection, game: GameId) -> list[StoredCondition]:
    """Return the conditions of that game, each player's in order."""
    rows = await ahead.read(tx, OF_GAME, {"game": game})
    return [StoredCondition(**row._asdict()) for row in rows]


async def remove(
    tx: AsyncConnection, person: PersonId, condition: int, at: datetime
) -> GameId | None:
    """Delete the person's condition of that number and instant; return its game, or None."""
    statement = (
        delete(conditions)
        .where(conditions.c.id == condition, conditions.c.person == person, conditions.c.at == at)
        .returning(conditions.c.game_id)
    )
    game = (await tx.execute(statement)).scalar_one_or_none()
    return None if game is None else GameId(game)


async def clear(tx: AsyncConnection, game: GameId, person: PersonId | None = None) -> None:
    """Delete all conditions of that game, or only that person's."""
    whose = () if person is None else (conditions.c.person == person,)
    await tx.execute(delete(conditions).where(conditions.c.game_id == game, *whose))
