"""Rows of matches for lists: one row for each match, written with its events.

A projection, like `storage.play.game_rows`: it may be dropped and rebuilt from the log.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import BigInteger, and_, bindparam, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import NO_COMPETITION, PROGRAM, MatchCode, PersonId
from engine.matches.kinds import GameKind, kind_of
from engine.matches.letters import LetterWritten
from storage.codec import codec_of
from storage.competitions.competition_rows import in_force, is_ruled
from storage.dialects import put, values_of
from storage.log import Head
from storage.schema import events, matches
from storage.streams import MATCHES


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """A match in lists."""

    match_id: str
    """The key of the row: the match's code."""
    code: str
    title: str
    arbiter: PersonId
    """The arbiter outside a competition; the program if the match has none."""
    phase: str
    """The value of its `engine` phase, which a match outside a competition has, too."""
    red: PersonId
    """The first of the two players; their colours depend on the leg."""
    blue: PersonId
    status: str
    """The value of its `engine.matches.match.MatchStage`."""
    seq: int
    """The number of the last event in the match's log."""
    updated_at: datetime
    competition: str = NO_COMPETITION
    """The code of its competition."""

    @property
    def kind(self) -> GameKind:
        """What it has: an arbiter, a reader, a phase, claims, leave."""
        return kind_of(self.arbiter, self.blue, self.competition)


class MatchCourse(NamedTuple):
    """The players and the status of a match, for queries of a whole season."""

    match_id: str
    red: PersonId
    blue: PersonId
    status: str
    """As in `MatchRow`."""


# The queries, in capitals, are made of the conditions and values in small letters.
_person = bindparam("person", type_=BigInteger)
_last = and_(events.c.stream == MATCHES + matches.c.match_id, events.c.seq == matches.c.seq)
"""Joins a match with its last event; a match's row is written together with its events."""
_latest_matches = select(matches).order_by(matches.c.updated_at.desc(), matches.c.match_id)
_MATCHES_OF = _latest_matches.where(is_ruled(matches, _person))
_LETTER = codec_of(MATCHES).name_of(LetterWritten)
_has_letters = (
    select(events.c.seq)
    .where(events.c.stream == MATCHES + matches.c.match_id, events.c.name == _LETTER)
    .exists()
)
_UNDER_WAY = _MATCHES_OF.where(or_(matches.c.status != bindparam("done"), _has_letters))
_IN_COMPETITION = (
    select(matches).where(matches.c.competition == bindparam("name")).order_by(matches.c.match_id)
)
_COURSES_IN = select(matches.c.match_id, matches.c.red, matches.c.blue, matches.c.status).where(
    matches.c.competition == bindparam("name")
)
_in_match = and_(or_(matches.c.red == _person, matches.c.blue == _person), in_force(matches))
_MATCHES_PLAYED_BY = _latest_matches.where(_in_match, matches.c.blue.is_distinct_from(PROGRAM))
_MATCHES_AT = _latest_matches.with_only_columns(matches.c.code).where(
    _in_match, matches.c.status == bindparam("status")
)
_heads = select(matches.c.match_id, events.c.seq, events.c.hash).join(events, _last)
_HEADS_IN = _heads.where(matches.c.competition == bindparam("name"))
_FRIENDLY_HEADS = _heads.where(
    matches.c.competition == NO_COMPETITION,
    matches.c.status == bindparam("status"),
    matches.c.blue.is_distinct_from(PROGRAM),
).order_by(matches.c.match_id)
_MATCH = select(matches).where(matches.c.match_id == bindparam("name"))


async def save_match(tx: AsyncConnection, row: MatchRow) -> None:
    """Store the match's row."""
    await tx.execute(put(tx.dialect.name, matches), values_of(row))


async def match(tx: AsyncConnection, match_id: str) -> MatchRow | None:
    """Return the row of a match, or None."""
    row = (await tx.execute(_MATCH, {"name": match_id})).first()
    return None if row is None else MatchRow(**row._asdict())


async def heads_in(tx: AsyncConnection, competition: str) -> dict[MatchCode, Head]:
    """Return the last event of each match of the competition."""
    rows = (await tx.execute(_HEADS_IN, {"name": competition})).all()
    return {MatchCode(code): Head(seq, digest) for code, seq, digest in rows}


async def friendly_heads(tx: AsyncConnection, status: str) -> dict[MatchCode, Head]:
    """Return the last event of each match of two people outside competitions in that status."""
    rows = (await tx.execute(_FRIENDLY_HEADS, {"status": status})).all()
    return {MatchCode(code): Head(seq, digest) for code, seq, digest in rows}


async def matches_of(tx: AsyncConnection, arbiter: PersonId) -> list[MatchRow]:
    """Return the matches that the arbiter rules, those of competitions included, latest first."""
    rows = (await tx.execute(_MATCHES_OF, {"person": arbiter})).all()
    return [MatchRow(**row._asdict()) for row in rows]


async def matches_under_way(tx: AsyncConnection, arbiter: PersonId, done: str) -> list[MatchRow]:
    """Return the matches that the arbiter rules and that are not done, or have letters."""
    rows = (await tx.execute(_UNDER_WAY, {"person": arbiter, "done": done})).all()
    return [MatchRow(**row._asdict()) for row in rows]


async def matches_played_by(tx: AsyncConnection, person: PersonId) -> list[MatchRow]:
    """Return the matches the person plays or has played, the last changed first.

    Practice counts for nothing, so it is left out.
    """
    rows = (await tx.execute(_MATCHES_PLAYED_BY, {"person": person})).all()
    return [MatchRow(**row._asdict()) for row in rows]


async def matches_at(tx: AsyncConnection, person: PersonId, status: str) -> list[MatchCode]:
    """Return the person's matches with that status, the last changed first."""
    rows = (await tx.execute(_MATCHES_AT, {"person": person, "status": status})).all()
    return [MatchCode(code) for (code,) in rows]


async def matches_in(tx: AsyncConnection, competition: str) -> list[MatchRow]:
    """Return the competition's matches, by their codes."""
    rows = (await tx.execute(_IN_COMPETITION, {"name": competition})).all()
    return [MatchRow(**row._asdict()) for row in rows]


async def courses_in(tx: AsyncConnection, competition: str) -> list[MatchCourse]:
    """Return the players and the status of each match of the competition, in any order."""
    rows = (await tx.execute(_COURSES_IN, {"name": competition})).all()
    return [MatchCourse(*row) for row in rows]


async def codes(tx: AsyncConnection) -> list[MatchCode]:
    """Return the codes of the matches with a stored row."""
    rows = await tx.execute(select(matches.c.match_id).order_by(matches.c.match_id))
    return [MatchCode(code) for code in rows.scalars()]
