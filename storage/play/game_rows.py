"""Rows of games for lists: one row for each game, written with its events.

A projection, like `storage.matches.match_rows`, `storage.competitions.competition_rows` and
`storage.cases.case_rows`: it may be dropped and rebuilt from the log. `storage.verify` compares the
rows with the log.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    FromClause,
    Integer,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import NO_ARBITER, NO_COMPETITION, PROGRAM, GameId, PersonId
from engine.matches.events import WriterAllowed
from engine.matches.kinds import GameKind, kind_of
from storage import ahead
from storage.codec import codec_of
from storage.competitions.competition_rows import in_force, ruled_competitions
from storage.dialects import put, values_of
from storage.log import Head
from storage.schema import chat_lines, events, games, matches
from storage.streams import GAMES, MATCHES
from storage.types import UtcDateTime


class GameVersion(NamedTuple):
    """What changes with everything that a program may write about a game, and its players."""

    game: GameId
    seq: int
    """The number of its last event."""
    match_seq: int
    """The number of the last event of its match."""
    line: int | None
    """The last message between the opponents; None if there is none."""
    players: tuple[PersonId, PersonId]


class HeadsOfGame(NamedTuple):
    """The last events of a game and of its match."""

    game: Head
    match: Head


class RulingPlace(NamedTuple):
    """Where games are ruled."""

    competition: str
    """The code of the competition; "" outside competitions."""
    arbiter: PersonId
    """The arbiter outside competitions; the program's number in one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game in lists."""

    game_id: str
    match_id: str
    leg: str
    """The value of its `engine.ids.Leg`."""
    red: PersonId
    blue: PersonId
    arbiter: PersonId
    status: str
    """The value of the game's stage."""
    turn_seat: str | None
    """The value of the seat to move; None if the game is over."""
    turn_person: PersonId | None
    """The player to move; None if the game is over."""
    last_day: date | None
    """The last day to answer while the game runs; otherwise None."""
    red_score: int
    blue_score: int
    seq: int
    """The number of the last event in the game's log."""
    updated_at: datetime
    competition: str = NO_COMPETITION
    """The code of its competition."""

    @property
    def is_finished(self) -> bool:
        """Whether the game is over; only then has nobody to move."""
        return self.turn_seat is None

    @property
    def kind(self) -> GameKind:
        """What it has: an arbiter, a reader, a phase, claims, leave."""
        return kind_of(self.arbiter, self.blue, self.competition)


# Queries in capitals are executed; those in small letters are parts of them.
_person = bindparam("person", type_=BigInteger)
_latest_games = select(games).order_by(games.c.updated_at.desc(), games.c.game_id)


def plays_now(person: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that the person plays the game, and that it is running."""
    return and_(_in_game_of(person), games.c.turn_seat.is_not(None))


def _in_game_of(person: ColumnElement[int]) -> ColumnElement[bool]:
    return and_(or_(games.c.red == person, games.c.blue == person), in_force(games))


_in_game = _in_game_of(_person)
_plays_now = plays_now(_person)
_GAMES_OF = _latest_games.where(_in_game)
_ruled = ruled_competitions(_person)


def _in_match(where: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition for games of those matches; games have no index of competitions."""
    return games.c.match_id.in_(select(matches.c.match_id).where(where))


_rules_game = or_(
    and_(games.c.competition == NO_COMPETITION, games.c.arbiter == _person),
    and_(games.c.competition != NO_COMPETITION, _in_match(matches.c.competition.in_(_ruled))),
)
_GAMES_SEEN_BY = _latest_games.where(or_(_in_game, _rules_game))
_RUNNING = _latest_games.where(games.c.turn_seat.is_not(None), in_force(games))
_RUNNING_RULED = _RUNNING.where(_rules_game)
_WRITER_ALLOWED = codec_of(MATCHES).name_of(WriterAllowed)
_was_allowed = (
    select(events.c.seq)
    .where(events.c.stream == MATCHES + games.c.match_id, events.c.name == _WRITER_ALLOWED)
    .exists()
)
_WITH_WRITERS = (
    select(games)
    .where(games.c.turn_seat.is_not(None), or_(_in_game, _rules_game), _was_allowed)
    .order_by(games.c.last_day, games.c.game_id)
)
_RUNNING_IN = _RUNNING.where(_in_match(matches.c.competition == bindparam("name")))
_LAST = and_(events.c.stream == GAMES + games.c.game_id, events.c.seq == games.c.seq)
"""Joins a game with its last event; a game's row is written together with its events."""
_of_match = events.alias("of_match")
_RUNNING_OF = (
    select(
        games.c.game_id,
        events.c.seq,
        events.c.hash,
        _of_match.c.seq.label("match_seq"),
        _of_match.c.hash.label("match_hash"),
    )
    .join(events, _LAST)
    .join(matches, matches.c.match_id == games.c.match_id)
    .join(
        _of_match,
        and_(_of_match.c.stream == MATCHES + matches.c.match_id, _of_match.c.seq == matches.c.seq),
    )
    .where(_plays_now)
    .order_by(games.c.updated_at.desc(), games.c.game_id)
)


def _by_urgency(table: FromClause) -> tuple[ColumnElement[Any], ...]:
    """Return the order of a person's list: games in which they are to move first, by last day."""
    waits_for_opponent = case((table.c.turn_person == _person, 0), else_=1)
    return waits_for_opponent, table.c.last_day, table.c.game_id


def urgency(row: Any, person: PersonId) -> tuple[object, ...]:
    """Return the key that sorts rows of running games as `_by_urgency` does, for Python."""
    return row.turn_person != person, row.last_day, row.game_id


_PRACTISED = select(games.c.game_id).where(_plays_now, games.c.blue == PROGRAM)
_people: BindParameter[Any] = bindparam("people", expanding=True)
_last_line = select(func.max(chat_lines.c.id)).where(chat_lines.c.game_id == games.c.game_id)
_since = bindparam("since", type_=UtcDateTime)
_VERSIONS_OF = (
    select(
        games.c.game_id,
        games.c.seq,
        matches.c.seq.label("match_seq"),
        _last_line.scalar_subquery().label("line"),
        games.c.red,
        games.c.blue,
    )
    .join(matches, matches.c.match_id == games.c.match_id)
    .where(
        or_(games.c.red.in_(_people), games.c.blue.in_(_people)),
        or_(
            games.c.turn_seat.is_not(None),
            games.c.updated_at > _since,
            matches.c.updated_at > _since,
        ),
        in_force(games),
    )
)
LISTED_OF = select(games).where(_plays_now).order_by(*_by_urgency(games))
"""The query of `listed_of`, whose rows `storage.play.reading_ahead` stores."""
_HOW_MANY_OF = select(func.count()).select_from(games).where(_plays_now)
_page = (
    LISTED_OF.limit(bindparam("most", type_=Integer))
    .offset(bindparam("first", type_=Integer))
    .subquery("page")
)
_PAGE_OF = (
    select(_page, events.c.hash.label("head"))
    .join(events, and_(events.c.stream == GAMES + _page.c.game_id, events.c.seq == _page.c.seq))
    .order_by(*_by_urgency(_page))
)
_STAGES_IN = (
    select(games.c.game_id, games.c.status)
    .join(matches, matches.c.match_id == games.c.match_id)
    .where(matches.c.competition == bindparam("name"))
)
_GAME_HEADS_IN = (
    select(games.c.game_id, events.c.seq, events.c.hash)
    .join(events, _LAST)
    .join(matches, matches.c.match_id == games.c.match_id)
    .where(matches.c.competition == bindparam("name"))
)
_GAME = select(games).where(games.c.game_id == bindparam("name"))


async def save_game(tx: AsyncConnection, row: GameRow) -> None:
    """Store the game's row; it replaces the old one in the players' lists read ahead.

    The write itself forgets these lists, so they are read before it and stored again after it. A
    list that does not have the game is not changed here, because the game may be new in it.
    """
    players = {row.red, row.blue}
    lists = {person: ahead.known(tx, LISTED_OF, {"person": person}) for person in players}
    await tx.execute(put(tx.dialect.name, games), values_of(row))
    for person, listed in lists.items():
        others = [other for other in listed or () if other.game_id != row.game_id]
        if listed is not None and len(others) < len(listed):
            changed = [*others, row] if row.turn_seat else others
            changed.sort(key=lambda listed_row: urgency(listed_row, person))
            ahead.keep(tx, LISTED_OF, {"person": person}, changed)


async def game(tx: AsyncConnection, game_id: str) -> GameRow | None:
    """Return the row of a game, or None."""
    row = (await tx.execute(_GAME, {"name": game_id})).first()
    return None if row is None else GameRow(**row._asdict())


async def games_of(tx: AsyncConnection, person: PersonId) -> list[GameRow]:
    """Return the games the person plays or has played, the last changed first."""
    rows = await tx.execute(_GAMES_OF, {"person": person})
    return [GameRow(**row._asdict()) for row in rows]


async def running_of(tx: AsyncConnection, person: PersonId) -> dict[GameId, HeadsOfGame]:
    """Return the person's running games, the last changed first, with their and their match's head.

    The rows of games and matches are written together with their events.
    """
    rows = (await tx.execute(_RUNNING_OF, {"person": person})).all()
    return {
        GameId(row.game_id): HeadsOfGame(
            game=Head(row.seq, row.hash), match=Head(row.match_seq, row.match_hash)
        )
        for row in rows
    }


async def listed_of(tx: AsyncConnection, person: PersonId) -> list[GameRow]:
    """Return the person's running games: those in which they are to move first, by last day."""
    rows = await ahead.read(tx, LISTED_OF, {"person": person})
    return [row if isinstance(row, GameRow) else GameRow(**row._asdict()) for row in rows]


async def versions_of(
    tx: AsyncConnection, people: Collection[PersonId], since: datetime
) -> list[GameVersion]:
    """Return these people's games that are running, or have changed since, or whose match has."""
    rows = await tx.execute(_VERSIONS_OF, {"people": [*people], "since": since})
    return [
        GameVersion(GameId(row.game_id), row.seq, row.match_seq, row.line, (row.red, row.blue))
        for row in rows
    ]


async def how_many_of(tx: AsyncConnection, person: PersonId) -> int:
    """Return the number of games that the person is playing."""
    return int((await tx.execute(_HOW_MANY_OF, {"person": person})).scalar_one())


async def page_of(
    tx: AsyncConnection, person: PersonId, *, first: int, most: int
) -> list[tuple[GameRow, Head]]:
    """Return `most` rows of `listed_of` from number `first` (from 0), with their heads."""
    values = {"person": person, "first": first, "most": most}
    page = []
    for row in (await tx.execute(_PAGE_OF, values)).all():
        columns = row._asdict()
        head = Head(row.seq, columns.pop("head"))
        page.append((GameRow(**columns), head))
    return page


async def game_heads_in(tx: AsyncConnection, competition: str) -> dict[GameId, Head]:
    """Return the head of each game of the competition that has begun."""
    rows = (await tx.execute(_GAME_HEADS_IN, {"name": competition})).all()
    return {GameId(game): Head(seq, digest) for game, seq, digest in rows}


async def games_seen_by(tx: AsyncConnection, person: PersonId) -> list[GameRow]:
    """Return the games the person plays, has played or rules, the last changed first."""
    rows = await tx.execute(_GAMES_SEEN_BY, {"person": person})
    return [GameRow(**row._asdict()) for row in rows]


async def running_games(tx: AsyncConnection) -> list[GameRow]:
    """Return every running game between two people, the last changed first."""
    query = _RUNNING.where(games.c.blue.is_distinct_from(PROGRAM))
    return [GameRow(**row._asdict()) for row in await tx.execute(query)]


async def practised_by(tx: AsyncConnection, person: PersonId) -> GameId | None:
    """Return the person's running practice game, or None."""
    return (await tx.execute(_PRACTISED, {"person": person})).scalar()


async def running_ruled_by(tx: AsyncConnection, arbiter: PersonId) -> list[GameRow]:
    """Return the running games that the arbiter rules, those of competitions included."""
    rows = await tx.execute(_RUNNING_RULED, {"person": arbiter})
    return [GameRow(**row._asdict()) for row in rows]


async def with_writers(tx: AsyncConnection, person: PersonId) -> list[GameRow]:
    """Return the running games that the person plays or rules, in matches with a writer.

    The match says whether a writer is still allowed, and which one. The most urgent games come
    first.
    """
    rows = (await tx.execute(_WITH_WRITERS, {"person": person})).all()
    return [GameRow(**row._asdict()) for row in rows]


async def ruling_now(tx: AsyncConnection) -> list[RulingPlace]:
    """Return where there are running games: each competition, and each arbiter outside them."""
    own_arbiter = case((games.c.competition == NO_COMPETITION, games.c.arbiter), else_=NO_ARBITER)
    running = (games.c.turn_seat.is_not(None), in_force(games))
    query = select(games.c.competition, own_arbiter).where(*running).distinct()
    return [RulingPlace(code, PersonId(arbiter)) for code, arbiter in await tx.execute(query)]


async def running_in(tx: AsyncConnection, competition: str) -> list[GameRow]:
    """Return the running games of a competition."""
    rows = await tx.execute(_RUNNING_IN, {"name": competition})
    return [GameRow(**row._asdict()) for row in rows]


async def stages_in(tx: AsyncConnection, competition: str) -> dict[GameId, str]:
    """Return the stage of each game of the competition that has begun."""
    rows = (await tx.execute(_STAGES_IN, {"name": competition})).all()
    return {GameId(game): stage for game, stage in rows}


async def games_by_status(tx: AsyncConnection) -> dict[str, int]:
    """Return the number of games in each state."""
    query = select(games.c.status, func.count()).group_by(games.c.status)
    return {status: int(count) for status, count in await tx.execute(query)}


async def ids(tx: AsyncConnection) -> list[GameId]:
    """Return the ids of the games with a stored row."""
    rows = await tx.execute(select(games.c.game_id).order_by(games.c.game_id))
    return [GameId(game) for game in rows.scalars()]
