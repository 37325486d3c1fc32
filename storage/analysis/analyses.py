"""What finished games held, as it was worked out; who waits for it, and who lets others see it.

Findings are made from the log and the word list alone, and can be made again: they are kept by the
hash of the game's last event and the version of the analysis, and count for no other. They name
nobody. What they say, and how they are packed, is not looked at here.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, update

from engine.ids import GameId, PersonId
from storage.dialects import once, put, values_of
from storage.schema import analyses, analysis_consents, analysis_wishes

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

GAME, SEASON, POSSIBLE = "game", "season", "possible"
"""What is to be told once it is known: the game itself, all of the person's games together, or how
much both could have had with the game's letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What is known of a game."""

    game_id: GameId
    head: str
    """The hash of the game's last event."""
    version: int
    findings: bytes
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A person who waits for a game to be analysed."""

    game_id: GameId
    person: PersonId
    what: str
    attempts: int
    """How often it has been begun; a bot that died begins again."""
    at: datetime


_WISHES = select(analysis_wishes).order_by(analysis_wishes.c.at, analysis_wishes.c.game_id)


async def find(tx: "AsyncConnection", game: GameId) -> Analysis | None:
    """Return what is kept of a game, of whatever head and version."""
    row = (await tx.execute(select(analyses).where(analyses.c.game_id == game))).one_or_none()
    return None if row is None else Analysis(**row._asdict())


async def several(tx: "AsyncConnection", games: Collection[GameId]) -> dict[GameId, Analysis]:
    """Return what is kept of these games."""
    rows = await tx.execute(select(analyses).where(analyses.c.game_id.in_(games)))
    return {row.game_id: Analysis(**row._asdict()) for row in rows}


async def keep(tx: "AsyncConnection", analysis: Analysis) -> None:
    """Keep what is known of a game, in the place of anything older."""
    await tx.execute(put(tx.dialect.name, analyses), values_of(analysis))


async def drop(tx: "AsyncConnection", game: GameId) -> None:
    """Delete the findings of a game whose record a ruling has changed."""
    await tx.execute(delete(analyses).where(analyses.c.game_id == game))


async def wish(
    tx: "AsyncConnection", person: PersonId, game: GameId, what: str, at: datetime
) -> None:
    """Note that the person waits for a game; who waits already keeps his place."""
    row = Wish(game_id=game, person=person, what=what, attempts=0, at=at)
    statement = once(tx.dialect.name, analysis_wishes, "game_id", "person", "what")
    await tx.execute(statement, values_of(row))


async def wishes(tx: "AsyncConnection") -> list[Wish]:
    """Return who waits for what, the longest wait first."""
    return [Wish(**row._asdict()) for row in (await tx.execute(_WISHES)).all()]


async def count_attempt(tx: "AsyncConnection", game: GameId) -> list[Wish]:
    """Count one more attempt at a game; return who waits for it, the attempt not counted."""
    query = select(analysis_wishes).where(analysis_wishes.c.game_id == game)
    found = [Wish(**row._asdict()) for row in await tx.execute(query)]
    more = analysis_wishes.c.attempts + 1
    counted = update(analysis_wishes).where(analysis_wishes.c.game_id == game)
    await tx.execute(counted.values(attempts=more))
    return found


async def take(tx: "AsyncConnection", game: GameId) -> list[Wish]:
    """Return who waits for a game, who do so no more."""
    query = select(analysis_wishes).where(analysis_wishes.c.game_id == game)
    found = [Wish(**row._asdict()) for row in await tx.execute(query)]
    await tx.execute(delete(analysis_wishes).where(analysis_wishes.c.game_id == game))
    return found


async def give_up(tx: "AsyncConnection", person: PersonId, what: str) -> int:
    """Let the person wait for nothing of that kind any more; return how many games it was."""
    his = (analysis_wishes.c.person == person, analysis_wishes.c.what == what)
    return int((await tx.execute(delete(analysis_wishes).where(*his))).rowcount)


async def ahead_of(tx: "AsyncConnection", person: PersonId, what: str) -> int:
    """Return for how many games the person still waits, of that kind."""
    his = (analysis_wishes.c.person == person, analysis_wishes.c.what == what)
    return int((await tx.execute(select(func.count()).where(*his))).scalar_one())


async def consents(tx: "AsyncConnection", game: GameId) -> frozenset[PersonId]:
    """Return who lets others see what is known of a game."""
    query = select(analysis_consents.c.person).where(analysis_consents.c.game_id == game)
    return frozenset((await tx.execute(query)).scalars())


async def all_consents(tx: "AsyncConnection") -> dict[GameId, frozenset[PersonId]]:
    """Return of every game who lets others see what is known of it, where anybody does."""
    found: dict[GameId, set[PersonId]] = {}
    for row in await tx.execute(select(analysis_consents.c.game_id, analysis_consents.c.person)):
        found.setdefault(row.game_id, set()).add(row.person)
    return {game: frozenset(people) for game, people in found.items()}


async def consent(
    tx: "AsyncConnection", person: PersonId, game: GameId, at: datetime, *, is_given: bool
) -> None:
    """Note that the person lets others see a game's analysis, or does so no more."""
    own = (analysis_consents.c.game_id == game, analysis_consents.c.person == person)
    await tx.execute(delete(analysis_consents).where(*own))
    if is_given:
        await tx.execute(insert(analysis_consents).values(game_id=game, person=person, at=at))
