"""What sequences allowed: the most points of both that were found on one, and which are to search.

A sequence is known by the seed it was drawn from. A search is as wide as it keeps boards of each
number of tiles; a wider one takes longer and finds more, as a rule. What is found can be found
again from the log and the word list alone.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from sqlalchemy import select, update

from engine.ids import GameId
from storage.dialects import put, values_of
from storage.schema import sequences_searched

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

MOST_ATTEMPTS: Final = 3
"""So often is a search tried that comes to nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """A sequence, what was found on it, and how much more is wanted."""

    seed: str
    """In hex."""
    game_id: GameId
    """One of its games: of that letters, rules and word list."""
    version: int
    """Of the search."""
    wanted: int = 0
    """How wide it is to be searched; it is done where that is no more than `width`."""
    attempts: int = 0
    """How often that has come to nothing."""
    width: int = 0
    """How wide it has been searched; 0: not at all."""
    total: int = 0
    """The points of both in the best game that was found."""
    edition: str = ""
    """The word list, by name."""
    official: bool = False
    """Whether that is the federation's own."""
    at: datetime


_WAITING = (
    select(sequences_searched)
    .where(
        sequences_searched.c.wanted > sequences_searched.c.width,
        sequences_searched.c.attempts < MOST_ATTEMPTS,
    )
    .order_by(sequences_searched.c.at, sequences_searched.c.seed)
)


async def found_on(
    tx: "AsyncConnection", seeds: Collection[str], version: int
) -> dict[str, Searched]:
    """Return what was found on each of these sequences, by that version of the search."""
    query = select(sequences_searched).where(
        sequences_searched.c.seed.in_(seeds),
        sequences_searched.c.version == version,
        sequences_searched.c.width > 0,
    )
    return {row.seed: Searched(**row._asdict()) for row in await tx.execute(query)}


async def keep(tx: "AsyncConnection", found: Searched) -> None:
    """Keep what was found, unless more is known; what is wanted beyond it is wanted still."""
    known = await _one(tx, found.seed)
    if known is not None and known.version == found.version:
        found = replace(
            found,
            wanted=max(found.wanted, known.wanted),
            attempts=known.attempts,
            width=max(found.width, known.width),
            total=max(found.total, known.total),
        )
    await tx.execute(put(tx.dialect.name, sequences_searched), values_of(found))


async def want(tx: "AsyncConnection", wish: Searched) -> None:
    """Note that a sequence is to be searched as widely as `wish.wanted` says."""
    known = await _one(tx, wish.seed)
    if known is None or known.version != wish.version:
        await tx.execute(put(tx.dialect.name, sequences_searched), values_of(wish))
    elif known.wanted < wish.wanted:
        more = replace(known, wanted=wish.wanted, attempts=0)
        await tx.execute(put(tx.dialect.name, sequences_searched), values_of(more))


async def waiting(tx: "AsyncConnection") -> list[Searched]:
    """Return what is still to be searched, the longest wait first."""
    return [Searched(**row._asdict()) for row in (await tx.execute(_WAITING)).all()]


async def count_failure(tx: "AsyncConnection", seed: str) -> None:
    """Count one more search that has come to nothing."""
    more = sequences_searched.c.attempts + 1
    one = update(sequences_searched).where(sequences_searched.c.seed == seed)
    await tx.execute(one.values(attempts=more))


async def _one(tx: "AsyncConnection", seed: str) -> Searched | None:
    query = select(sequences_searched).where(sequences_searched.c.seed == seed)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else Searched(**row._asdict())
