"""Searches of letter sequences: the most points of both players found on each, and open searches.

The seed of the draw identifies a sequence. The width of a search is the number of boards that it
keeps for each number of tiles; a wider search takes longer and usually finds more. Results depend
only on the log and the word list, so they can be repeated.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId
from storage.dialects import put, values_of
from storage.schema import sequences_searched

MOST_ATTEMPTS: Final = 3
"""The number of tries for a search that fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchedSequence:
    """A sequence with its result and its open search."""

    seed: str
    """The seed of the draw, in hexadecimal."""
    game_id: GameId
    """One of its games, which gives tiles, rules and word list."""
    version: int
    """The version of the search."""
    wanted: int = 0
    """The requested width; the search is done if it is at most `width`."""
    attempts: int = 0
    """The number of times the search has failed."""
    width: int = 0
    """The width of the last search; 0 before the first."""
    total: int = 0
    """The points of both players in the best game found."""
    edition: str = ""
    """The name of the word list."""
    official: bool = False
    """Whether the word list is the federation's own."""
    at: datetime
    """The instant of the request, or of the result."""


_WAITING = (
    select(sequences_searched)
    .where(
        sequences_searched.c.wanted > sequences_searched.c.width,
        sequences_searched.c.attempts < MOST_ATTEMPTS,
    )
    .order_by(sequences_searched.c.at, sequences_searched.c.seed)
)


async def found_on(
    tx: AsyncConnection, seeds: Collection[str], version: int
) -> dict[str, SearchedSequence]:
    """Return the results for each of these sequences, by that version of the search."""
    query = select(sequences_searched).where(
        sequences_searched.c.seed.in_(seeds),
        sequences_searched.c.version == version,
        sequences_searched.c.width > 0,
    )
    return {row.seed: SearchedSequence(**row._asdict()) for row in await tx.execute(query)}


async def keep(tx: AsyncConnection, result: SearchedSequence) -> None:
    """Store a result unless a better one is stored; a wider request stays open."""
    stored = await _find(tx, result.seed)
    if stored is not None and stored.version == result.version:
        better = result if result.total > stored.total or not stored.width else stored
        result = replace(
            better,  # with the word list of its game
            wanted=max(result.wanted, stored.wanted),
            attempts=stored.attempts,
            width=max(result.width, stored.width),
            at=result.at,
        )
    await tx.execute(put(tx.dialect.name, sequences_searched), values_of(result))


async def want(tx: AsyncConnection, wish: SearchedSequence) -> None:
    """Request a search of the sequence with the width `wish.wanted`."""
    stored = await _find(tx, wish.seed)
    if stored is None or stored.version != wish.version:
        await tx.execute(put(tx.dialect.name, sequences_searched), values_of(wish))
    elif stored.wanted < wish.wanted:
        wider = replace(stored, wanted=wish.wanted, attempts=0)
        await tx.execute(put(tx.dialect.name, sequences_searched), values_of(wider))


async def waiting(tx: AsyncConnection) -> list[SearchedSequence]:
    """Return the open searches, the longest wait first."""
    return [SearchedSequence(**row._asdict()) for row in (await tx.execute(_WAITING)).all()]


async def count_failure(tx: AsyncConnection, seed: str) -> None:
    """Count a failed search."""
    statement = update(sequences_searched).where(sequences_searched.c.seed == seed)
    await tx.execute(statement.values(attempts=sequences_searched.c.attempts + 1))


async def _find(tx: AsyncConnection, seed: str) -> SearchedSequence | None:
    query = select(sequences_searched).where(sequences_searched.c.seed == seed)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else SearchedSequence(**row._asdict())
