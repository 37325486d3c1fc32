"""Notebooks: the lines of play that a person tries out in a game, visible only to them.

They are original data and no part of the hashed log; every query requires the author. Lines are
JSON that this module does not interpret.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, PersonId
from storage.dialects import put, values_of
from storage.schema import notebooks


@dataclass(frozen=True, slots=True, kw_only=True)
class Notebook:
    """One person's notebook of one game."""

    person: PersonId
    game_id: GameId
    version: int
    """The number of the game's last event for which the lines were saved."""
    revision: int
    """The number of times the notebook was written; 0 for never."""
    lines: str
    """A JSON array."""
    at: datetime
    """The instant at which it was last written."""


_FIND = select(notebooks).where(
    notebooks.c.person == bindparam("by"), notebooks.c.game_id == bindparam("game")
)


async def find(tx: AsyncConnection, person: PersonId, game: GameId) -> Notebook | None:
    """Return the person's notebook of that game, or None."""
    row = (await tx.execute(_FIND, {"by": person, "game": game})).first()
    return None if row is None else Notebook(**row._asdict())


async def keep(tx: AsyncConnection, notebook: Notebook) -> None:
    """Store the notebook in place of the previous one."""
    await tx.execute(put(tx.dialect.name, notebooks), values_of(notebook))


async def remove(tx: AsyncConnection, person: PersonId, game: GameId) -> None:
    """Delete the person's notebook of that game."""
    own_notebook = (notebooks.c.person == person, notebooks.c.game_id == game)
    await tx.execute(delete(notebooks).where(*own_notebook))
