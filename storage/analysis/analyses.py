"""Analyses of finished games, the people who wait for them, and consents to show them.

An analysis depends only on the log and the word list, so it can be repeated. Its key is the hash of
the game's last event and the version of the analysis. The analysis names no person. This module
does not interpret its content.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, PersonId
from storage.dialects import once, put, values_of
from storage.schema import analyses, analysis_consents, analysis_wishes


class WishSubject(StrEnum):
    """What a person wants to know."""

    GAME = "game"
    """The analysis of one game."""
    SEASON = "season"
    """The analysis of all of the person's games."""
    POSSIBLE = "possible"
    """The most points that both players together could score with the game's tiles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnalysis:
    """The analysis of a game."""

    game_id: GameId
    head: str
    """The hash of the game's last event."""
    version: int
    """The version of the analysis."""
    findings: bytes
    """The result, compressed."""
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisRequest:
    """A person who waits for the analysis of a game."""

    game_id: GameId
    person: PersonId
    what: WishSubject
    attempts: int
    """The number of attempts at the analysis; a restart begins it again."""
    at: datetime
    """The instant of the wish."""


_WISHES = select(analysis_wishes).order_by(analysis_wishes.c.at, analysis_wishes.c.game_id)


async def find(tx: AsyncConnection, game: GameId) -> StoredAnalysis | None:
    """Return the stored analysis of a game for any head and version, or None."""
    row = (await tx.execute(select(analyses).where(analyses.c.game_id == game))).one_or_none()
    return None if row is None else StoredAnalysis(**row._asdict())


async def several(tx: AsyncConnection, games: Collection[GameId]) -> dict[GameId, StoredAnalysis]:
    """Return the stored analyses of these games."""
    rows = await tx.execute(select(analyses).where(analyses.c.game_id.in_(games)))
    return {row.game_id: StoredAnalysis(**row._asdict()) for row in rows}


async def keep(tx: AsyncConnection, analysis: StoredAnalysis) -> None:
    """Store the analysis of a game in place of an older one."""
    await tx.execute(put(tx.dialect.name, analyses), values_of(analysis))


async def drop(tx: AsyncConnection, game: GameId) -> None:
    """Delete the analysis of a game whose record a ruling has changed."""
    await tx.execute(delete(analyses).where(analyses.c.game_id == game))


async def wish(
    tx: AsyncConnection, person: PersonId, game: GameId, what: WishSubject, at: datetime
) -> None:
    """Record that the person waits for a game; a repeated wish keeps its place in the queue."""
    row = AnalysisRequest(game_id=game, person=person, what=what, attempts=0, at=at)
    statement = once(tx.dialect.name, analysis_wishes, "game_id", "person", "what")
    await tx.execute(statement, values_of(row))


async def wishes(tx: AsyncConnection) -> list[AnalysisRequest]:
    """Return all wishes, the longest wait first."""
    return [_request(row) for row in (await tx.execute(_WISHES)).all()]


def _request(row: Any) -> AnalysisRequest:
    return AnalysisRequest(**row._asdict() | {"what": WishSubject(row.what)})


async def count_attempt(tx: AsyncConnection, game: GameId) -> list[AnalysisRequest]:
    """Count an attempt at a game; return its wishes, with attempts as before."""
    requests = await _requests_for(tx, game)
    statement = update(analysis_wishes).where(analysis_wishes.c.game_id == game)
    await tx.execute(statement.values(attempts=analysis_wishes.c.attempts + 1))
    return requests


async def take(tx: AsyncConnection, game: GameId) -> list[AnalysisRequest]:
    """Delete and return the wishes for a game."""
    requests = await _requests_for(tx, game)
    await tx.execute(delete(analysis_wishes).where(analysis_wishes.c.game_id == game))
    return requests


async def _requests_for(tx: AsyncConnection, game: GameId) -> list[AnalysisRequest]:
    query = select(analysis_wishes).where(analysis_wishes.c.game_id == game)
    return [_request(row) for row in await tx.execute(query)]


async def give_up(tx: AsyncConnection, person: PersonId, what: WishSubject) -> int:
    """Delete the person's wishes of that kind; return the number of games."""
    wishes = (analysis_wishes.c.person == person, analysis_wishes.c.what == what)
    return int((await tx.execute(delete(analysis_wishes).where(*wishes))).rowcount)


async def count_wishes(tx: AsyncConnection, person: PersonId, what: WishSubject) -> int:
    """Return the number of the person's open wishes of that kind, one for each game."""
    wishes = (analysis_wishes.c.person == person, analysis_wishes.c.what == what)
    return int((await tx.execute(select(func.count()).where(*wishes))).scalar_one())


async def is_awaited(tx: AsyncConnection, person: PersonId, game: GameId) -> bool:
    """Return whether the person waits for the analysis of a game."""
    query = select(analysis_wishes.c.game_id).where(
        analysis_wishes.c.person == person,
        analysis_wishes.c.what == WishSubject.GAME,
        analysis_wishes.c.game_id == game,
    )
    return (await tx.execute(query)).first() is not None


async def consents(tx: AsyncConnection, game: GameId) -> frozenset[PersonId]:
    """Return the people who let others see the analysis of a game."""
    query = select(analysis_consents.c.person).where(analysis_consents.c.game_id == game)
    return frozenset((await tx.execute(query)).scalars())


async def all_consents(tx: AsyncConnection) -> dict[GameId, frozenset[PersonId]]:
    """Return, by game, the people who let others see its analysis; only games with consent."""
    people_by_game: dict[GameId, set[PersonId]] = {}
    for row in await tx.execute(select(analysis_consents.c.game_id, analysis_consents.c.person)):
        people_by_game.setdefault(row.game_id, set()).add(row.person)
    return {game: frozenset(people) for game, people in people_by_game.items()}


async def consent(
    tx: AsyncConnection, person: PersonId, game: GameId, at: datetime, *, is_given: bool
) -> None:
    """Record that the person lets others see a game's analysis, or withdraw that consent."""
    is_theirs = (analysis_consents.c.game_id == game, analysis_consents.c.person == person)
    await tx.execute(delete(analysis_consents).where(*is_theirs))
    if is_given:
        await tx.execute(insert(analysis_consents).values(game_id=game, person=person, at=at))
