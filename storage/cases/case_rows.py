"""Rows of cases for lists: one row for each case, written with its events.

A projection: it may be dropped and rebuilt from the streams `k/…`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Row, Select, and_, bindparam, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.cases.events import CaseId, RulingKind
from engine.ids import NO_COMPETITION, GameId, PersonId
from storage import ahead
from storage.competitions.competition_rows import in_force, is_ruled
from storage.dialects import put
from storage.schema import cases, games

OWN: Final = "own"
"""The kind of a case that an arbiter opened on their own initiative."""
WORD_RULINGS: Final = (
    RulingKind.WORD_VALID.value,
    RulingKind.WORD_INVALID.value,
    RulingKind.WORD_ACCEPTED.value,
)
"""The rulings that decide whether words are valid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRow:
    """A case in lists."""

    case_id: CaseId
    game_id: GameId
    match_id: str
    competition: str
    """The code of its competition; "" outside a competition."""
    arbiter: PersonId
    """The match's own arbiter, who rules outside a competition."""
    kind: str
    """The wire name of a claim's kind, or `OWN`."""
    stage: str
    """The wire name of the case's stage."""
    claimant: PersonId
    """The player who claims, or the arbiter who opened the case."""
    against: PersonId | None
    """The player claimed against; None if an arbiter opened the case."""
    words: tuple[str, ...]
    """The words in dispute."""
    ruling: str
    """The kind of the ruling in force; "" before the first."""
    due_on: date | None
    """The last day for the ruling (art. 7.2), once the claim is complete; otherwise None."""
    seq: int
    """The number of the last event in the case's log."""
    updated_at: datetime


_PERSON = bindparam("person", type_=BigInteger)
_COMPETITION = cases.c.competition == bindparam("competition")
_PLAYED = select(games.c.game_id).where(or_(games.c.red == _PERSON, games.c.blue == _PERSON))
_BY_DEADLINE = select(cases).order_by(cases.c.due_on.is_(None), cases.c.due_on, cases.c.case_id)

# Only the lists of a person leave out competitions whose import was taken back: `is_ruled` and
# `in_force` do that. The lists of one game, match or competition have every case.
_RULED_BY = _BY_DEADLINE.where(is_ruled(cases, _PERSON))
_BROUGHT_BY = _BY_DEADLINE.where(
    or_(cases.c.claimant == _PERSON, cases.c.against == _PERSON), in_force(cases)
)
_IN_GAMES_OF = _BY_DEADLINE.where(
    cases.c.kind == OWN, cases.c.game_id.in_(_PLAYED), in_force(cases)
)
_OF_GAME = select(cases).where(cases.c.game_id == bindparam("game"))
# Through the games, because cases have no index of matches.
_GAMES_OF_MATCH = select(games.c.game_id).where(games.c.match_id == bindparam("match"))
_OF_MATCH = _BY_DEADLINE.where(cases.c.game_id.in_(_GAMES_OF_MATCH))
_ONE = select(cases).where(cases.c.case_id == bindparam("case"))
_RULED_IN = select(cases).where(_COMPETITION, cases.c.ruling != "").order_by(cases.c.case_id)
_WITHIN = _BY_DEADLINE.where(_COMPETITION)
_IDS = select(cases.c.case_id).order_by(cases.c.case_id)


async def save(tx: AsyncConnection, row: CaseRow) -> None:
    """Store the case's row."""
    values = asdict(row) | {"words": ",".join(row.words)}
    await tx.execute(put(tx.dialect.name, cases), values)


async def case(tx: AsyncConnection, case_id: str) -> CaseRow | None:
    """Return the row of a case, or None."""
    row = (await tx.execute(_ONE, {"case": case_id})).first()
    return None if row is None else _row(row)


async def ids(tx: AsyncConnection) -> list[str]:
    """Return the ids of all cases, sorted."""
    return list((await tx.execute(_IDS)).scalars())


async def ruled_by(tx: AsyncConnection, arbiter: PersonId) -> list[CaseRow]:
    """Return the cases of games that the arbiter rules, the earliest deadline first."""
    return await _rows(tx, _RULED_BY, {"person": arbiter})


async def concerning(tx: AsyncConnection, person: PersonId) -> list[CaseRow]:
    """Return the cases that the person brought, or that are brought against them."""
    return await _rows(tx, _BROUGHT_BY, {"person": person})


async def opened_in_games_of(tx: AsyncConnection, player: PersonId) -> list[CaseRow]:
    """Return the cases that arbiters opened on their own initiative in the player's games."""
    return await _rows(tx, _IN_GAMES_OF, {"person": player})


async def of_game(tx: AsyncConnection, game: GameId) -> list[CaseRow]:
    """Return the cases about a game, in order."""
    rows = await _rows(tx, _OF_GAME, {"game": game})
    # An id is `GAME#NUMBER`; as text, number 10 would precede number 2.
    return sorted(rows, key=lambda row: int(row.case_id.rpartition("#")[2]))


async def of_match(tx: AsyncConnection, match: str) -> list[CaseRow]:
    """Return the cases about both games of a match, the earliest deadline first."""
    return await _rows(tx, _OF_MATCH, {"match": match})


async def within(tx: AsyncConnection, competition: str) -> list[CaseRow]:
    """Return every case of a competition, the earliest deadline first."""
    return await _rows(tx, _WITHIN, {"competition": competition})


async def ruled_in(tx: AsyncConnection, competition: str) -> list[CaseRow]:
    """Return the cases of a competition that have a ruling, by their ids."""
    return await _rows(tx, _RULED_IN, {"competition": competition})


async def with_ruling(
    tx: AsyncConnection,
    rulings: Iterable[str],
    *,
    competition: str = NO_COMPETITION,
    arbiter: PersonId,
) -> list[CaseRow]:
    """Return the cases of the competition that have one of these rulings, of any arbiter.

    Outside competitions, return those in the arbiter's own matches.
    """
    query, values = _rulings_query(tuple(rulings), competition, arbiter)
    return [_row(row) for row in await ahead.read(tx, query, values)]


# The next two select the same rows: the first reads them ahead, and the second finds them there.


def word_rulings_ahead(
    competition: ColumnElement[str], arbiter: ColumnElement[int]
) -> Select[tuple[Any, ...]]:
    """Return a query, to be read ahead, for the rulings on words in a game's competition.

    Outside a competition, for those in the arbiter's own matches. The rows are in no order.
    """
    is_own_match = and_(competition == NO_COMPETITION, cases.c.arbiter == arbiter)
    return select(cases).where(
        _is_one_of(WORD_RULINGS),
        cases.c.competition == competition,
        or_(competition != NO_COMPETITION, is_own_match),
    )


def word_rulings_query(
    competition: str, arbiter: PersonId
) -> tuple[Select[tuple[Any, ...]], dict[str, object]]:
    """Return the query and its values with which `with_ruling` asks for rulings on words."""
    return _rulings_query(WORD_RULINGS, competition, arbiter)


def _rulings_query(
    rulings: tuple[str, ...], competition: str, arbiter: PersonId
) -> tuple[Select[tuple[Any, ...]], dict[str, object]]:
    """Return the query and its values with which `with_ruling` asks."""
    if competition == NO_COMPETITION:
        return _with_rulings(rulings, within=False), {"arbiter": arbiter}
    return _with_rulings(rulings, within=True), {"competition": competition}


@cache
def _with_rulings(rulings: tuple[str, ...], *, within: bool) -> Select[tuple[Any, ...]]:
    """Return the query for cases with one of these rulings, in a competition or outside any."""
    is_own_match = and_(
        cases.c.competition == NO_COMPETITION,
        cases.c.arbiter == bindparam("arbiter", type_=BigInteger),
    )
    return (
        select(cases)
        .where(_is_one_of(rulings), _COMPETITION if within else is_own_match)
        .order_by(cases.c.updated_at, cases.c.case_id)
    )


def _is_one_of(rulings: Iterable[str]) -> ColumnElement[bool]:
    """Return the condition that a case has one of the rulings.

    It costs less than IN, for which SQLAlchemy rewrites the statement at each execution.
    """
    return or_(*(cases.c.ruling == ruling for ruling in rulings))


async def _rows(
    tx: AsyncConnection, query: Select[tuple[Any, ...]], values: Mapping[str, object]
) -> list[CaseRow]:
    return [_row(row) for row in (await tx.execute(query, values)).all()]


def _row(row: Row[Any]) -> CaseRow:
    """Return the stored row as a value; `save` joins its words by commas."""
    words = tuple(row.words.split(",")) if row.words else ()
    return CaseRow(**(row._asdict() | {"words": words}))
