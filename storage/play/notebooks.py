"""Notebooks: the lines of play that a person tries out in a game, for himself alone.

They are truth of their own and no part of the hashed log, and no query here gives them to anybody
but their author. What a line is, is not looked at here: it is JSON.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, select

from engine.ids import GameId, PersonId
from storage.dialects import put, values_of
from storage.schema import notebooks

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class Notebook:
    """What one person has written down in one game."""

    person: PersonId
    game_id: GameId
    version: int
    """The number of the last event of the game that the lines go on from."""
    revision: int
    """How often it has been written; 0: never."""
    lines: str
    """A JSON array."""
    at: datetime


_FIND = select(notebooks).where(
    notebooks.c.person == bindparam("by"), notebooks.c.game_id == bindparam("game")
)


async def find(tx: "AsyncConnection", person: PersonId, game: GameId) -> Notebook | None:
    """Return the person's notebook of that game, if he has one."""
    row = (await tx.execute(_FIND, {"by": person, "game": game})).first()
    return None if row is None else Notebook(**row._asdict())


async def keep(tx: "AsyncConnection", notebook: Notebook) -> None:
    """Keep the notebook in the place of the one before it."""
    await tx.execute(put(tx.dialect.name, notebooks), values_of(notebook))


async def remove(tx: "AsyncConnection", person: PersonId, game: GameId) -> None:
    """Forget the person's notebook of that game."""
    own = (notebooks.c.person == person, notebooks.c.game_id == game)
    await tx.execute(delete(notebooks).where(*own))
