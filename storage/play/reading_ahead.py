"""What the next step of a person or of a game will ask, each in one statement.

`author` reads a person by their account, with their open dialogue, previews and running games.
`game` reads a game's row, the last events of its streams, and what a move in it depends on. Both
store the rows under the queries of the functions that ask for them (`storage.ahead`). A question
that is missing here costs a statement of its own.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, bindparam, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, match_of
from storage import ahead, log
from storage.cases import case_rows
from storage.competitions import competition_rows, sheet_copies
from storage.conversation import dialogues
from storage.people import people
from storage.play import conditions, entries, game_rows, previews
from storage.schema import arbiter_copies, events, games, persons, waiting
from storage.schema import conditions as stored_conditions
from storage.schema import entries as open_entries
from storage.schema import previews as open_previews
from storage.streams import COMPETITIONS, competition_stream, game_stream, match_stream

# Queries in capitals are executed; those in small letters are parts of them.
_account = bindparam("account", type_=BigInteger)
_author = select(persons.c.id).where(persons.c.account == _account).scalar_subquery()
_AUTHOR = (
    select(persons).where(persons.c.account == _account),
    select(waiting).where(waiting.c.person == _author, dialogues.is_dialogue),
    select(open_previews).where(open_previews.c.person == _author),
    select(games).where(game_rows.plays_now(_author)),
)

_row = select(games).where(games.c.game_id == bindparam("game"))
_competition = _row.with_only_columns(games.c.competition).scalar_subquery()
_arbiter = _row.with_only_columns(games.c.arbiter)
_people = union(
    _row.with_only_columns(games.c.red),
    _row.with_only_columns(games.c.blue),
    _arbiter,
    competition_rows.arbiters_of(_competition),
)
_GAME = (
    _row,
    log.TWO_HEADS,
    log.LAST.where(events.c.stream == COMPETITIONS + _competition),
    select(persons).where(persons.c.id.in_(_people)),
    select(arbiter_copies).where(arbiter_copies.c.person.in_(_people)),
    select(stored_conditions).where(stored_conditions.c.game_id == bindparam("game")),
    select(open_entries).where(open_entries.c.game_id == bindparam("game")),
    case_rows.word_rulings_ahead(_competition, _arbiter.scalar_subquery()),
)


class _GameRows(NamedTuple):
    """The rows of each statement in `_GAME`, in the same order."""

    game: Sequence[Any]
    """The game's row; empty if there is no such game."""
    heads: Sequence[Any]
    """The last events of the game and of its match."""
    competition_head: Sequence[Any]
    """The last event of the game's competition; empty for a friendly match."""
    people: Sequence[Any]
    """The players and the arbiters."""
    copies: Sequence[Any]
    """How each arbiter gets copies of their games."""
    conditions: Sequence[Any]
    """The conditional moves of both players."""
    entries: Sequence[Any]
    """The moves that somebody enters from a photographed sheet now."""
    ruled_words: Sequence[Any]
    """The rulings on words that apply in the game, as in `case_rows.word_rulings_query`."""


async def author(tx: AsyncConnection, account: int) -> None:
    """Read the person with that account, and what their messages will ask."""
    if not ahead.is_stored(tx):
        return
    authors, dialogue, shown, running = await ahead.together(tx, _AUTHOR, {"account": account})
    ahead.keep(tx, people.BY_ACCOUNT, {"value": account}, authors)
    for person in authors:  # one, or none for a newcomer
        # `together` gives no order, so each list is sorted as its own query would sort it.
        newest_first = sorted(shown, key=lambda row: row.shown_at, reverse=True)
        most_urgent_first = sorted(running, key=lambda row: game_rows.urgency(row, person.id))
        ahead.keep(tx, people.BY_NUMBER, {"value": person.id}, authors)
        ahead.keep(tx, dialogues.DIALOGUE_OF, {"by": person.id}, dialogue)
        ahead.keep(tx, previews.ALL_SHOWN, {"by": person.id}, newest_first)
        ahead.keep(tx, game_rows.LISTED_OF, {"person": person.id}, most_urgent_first)


async def game(tx: AsyncConnection, code: GameId) -> None:
    """Read the last events of the game and its match, and what a move in it depends on."""
    if not ahead.is_stored(tx):
        return
    streams = {"stream": game_stream(code), "other": match_stream(match_of(code))}
    rows = _GameRows(*await ahead.together(tx, _GAME, {"game": code, **streams}))
    ahead.keep(tx, log.TWO_HEADS, streams, rows.heads)
    by_person = sorted(rows.conditions, key=lambda row: (row.person, row.id))
    ahead.keep(tx, conditions.OF_GAME, {"game": code}, by_person)
    ahead.keep(tx, entries.OF_GAME, {"game": code}, rows.entries)
    for person in rows.people:
        ahead.keep(tx, people.BY_NUMBER, {"value": person.id}, [person])
        copies = [row for row in rows.copies if row.person == person.id]
        ahead.keep(tx, sheet_copies.CHOICE_OF, {"whose": person.id}, copies)
    for row in rows.game:  # one, or none if there is no such game
        if row.competition:
            stream = competition_stream(row.competition)
            ahead.keep(tx, log.HEAD, log.up_to(stream), rows.competition_head)
        by_time = sorted(rows.ruled_words, key=lambda row: (row.updated_at, row.case_id))
        query, values = case_rows.word_rulings_query(row.competition, row.arbiter)
        ahead.keep(tx, query, values, by_time)
