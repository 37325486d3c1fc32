"""Private notes of a person about a game, visible only to them.

They are original data, not derived from the log; every query requires the author.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, PersonId
from storage.schema import notes


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One note of one person about one game."""

    id: int
    person: PersonId
    game_id: GameId
    text: str
    at: datetime
    """The instant at which the note was written; `id` and `at` identify it, as ids are reused."""


_OF_GAME = (
    select(notes)
    .where(notes.c.person == bindparam("by"), notes.c.game_id == bindparam("game"))
    .order_by(notes.c.at, notes.c.id)
)


async def add(tx: AsyncConnection, person: PersonId, game: GameId, text: str, at: datetime) -> None:
    """Store a note."""
    await tx.execute(insert(notes).values(person=person, game_id=game, text=text, at=at))


async def of_game(tx: AsyncConnection, person: PersonId, game: GameId) -> list[Note]:
    """Return the person's notes about that game, the oldest first."""
    rows = await tx.execute(_OF_GAME, {"by": person, "game": game})
    return [Note(**row._asdict()) for row in rows]


async def remove(tx: AsyncConnection, person: PersonId, note: int, at: datetime) -> GameId | None:
    """Delete the person's note of that number and instant; return its game, or None."""
    own_note = (notes.c.id == note, notes.c.person == person, notes.c.at == at)
    statement = delete(notes).where(*own_note).returning(notes.c.game_id)
    game = (await tx.execute(statement)).scalar_one_or_none()
    return None if game is None else GameId(game)
