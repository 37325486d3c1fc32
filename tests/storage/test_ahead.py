"""Rows read ahead are what their queries would return."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, PersonId
from storage import ahead
from storage.conversation import dialogues
from storage.db import Database, savepoint
from storage.people import people
from storage.people.people import Habits
from storage.play import game_rows, reading_ahead
from storage.schema import persons, waiting
from tests.storage.rows import GAME

AT = datetime(2025, 5, 3, 7, tzinfo=UTC)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=None)
BY_NAME = select(persons).where(persons.c.name == bindparam("name"))
DIALOGUE = select(waiting).where(waiting.c.person == bindparam("person"))


async def _ana(db: Database) -> PersonId:
    """Store a person with an open question, and return them."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana", HABITS, account=7, address=7)
        await dialogues.put(tx, ana.id, dialogues.QUESTION, "x", AT)
    return ana.id


async def _fail_after_change(tx: AsyncConnection, person: PersonId) -> None:
    """Change a person in a step that fails."""
    async with savepoint(tx):
        await people.change(tx, person, club="Club")
        assert (await people.get(tx, person)).club == "Club"
        raise KeyError(person)


async def test_queries_in_one_statement_return_the_rows_of_each(db: Database) -> None:
    """Numbers, texts, instants, truth values and gaps arrive as from queries of their own."""
    ana = await _ana(db)
    values = {"name": "Ana", "person": ana}
    async with db.reading() as tx:
        found = await ahead.together(tx, (BY_NAME, DIALOGUE, BY_NAME), values)
        alone = [(await tx.execute(each, values)).all() for each in (BY_NAME, DIALOGUE)]
    assert [[row._asdict() for row in rows] for rows in found[:2]] == [
        [row._asdict() for row in rows] for rows in alone
    ]
    assert found[2] == found[0]


async def test_a_write_is_seen_by_the_next_query(db: Database) -> None:
    """After the transaction has written to a table, its rows are read again."""
    ana = await _ana(db)
    async with db.transaction() as tx:
        await reading_ahead.author(tx, 7)
        assert await dialogues.get(tx, ana, dialogues.QUESTION) == ("x", AT)
        await dialogues.put(tx, ana, dialogues.QUESTION, "y", AT)
        assert await dialogues.get(tx, ana, dialogues.QUESTION) == ("y", AT)
        await people.change(tx, ana, club="Club")
        found = await people.by_account(tx, 7)
        assert found == await people.get(tx, ana)
        assert found is not None
        assert found.club == "Club"
        assert await people.several(tx, [ana]) == [found]


async def test_what_is_rolled_back_is_not_remembered(db: Database) -> None:
    """After a step that failed, the rows from before it are read again."""
    ana = await _ana(db)
    async with db.transaction() as tx:
        with pytest.raises(KeyError):
            await _fail_after_change(tx, ana)
        assert not (await people.get(tx, ana)).club


async def test_the_next_transaction_reads_for_itself(db: Database) -> None:
    """Nothing read ahead outlives its transaction, and another program may have written."""
    ana = await _ana(db)
    async with db.transaction() as tx:
        await reading_ahead.author(tx, 7)
    url = db.url.render_as_string(hide_password=False)
    async with Database(url) as other, other.transaction() as tx:
        await people.change(tx, ana, club="Club")
    async with db.transaction() as tx:
        assert (await people.get(tx, ana)).club == "Club"


async def test_a_stranger_and_an_unknown_game_are_read_as_missing(db: Database) -> None:
    """Reading ahead finds nothing where there is nothing, and stores that nobody is there."""
    async with db.transaction() as tx:
        await reading_ahead.author(tx, 8)
        await reading_ahead.game(tx, GameId("NONE/1"))
        assert await people.by_account(tx, 8) is None
        made = await people.create(tx, "Ion", HABITS, account=8)
        assert await people.by_account(tx, 8) == made


async def test_a_list_read_ahead_contains_a_row_as_it_was_saved(db: Database) -> None:
    """After a game's row is saved, its players' lists are as if they were read again."""
    rows = [replace(GAME, game_id=f"K7Q{n}/1", last_day=date(2025, 5, n)) for n in (9, 5, 7)]
    moved = replace(rows[1], turn_person=rows[1].blue, last_day=date(2025, 6, 1), seq=9)
    over = replace(rows[2], turn_seat=None, turn_person=None, last_day=None)
    async with db.transaction() as tx:
        for row in rows:
            await game_rows.save_game(tx, row)
        before = await game_rows.listed_of(tx, GAME.red)
        for row in (moved, over):
            await game_rows.save_game(tx, row)
        listed = await game_rows.listed_of(tx, GAME.red)
    async with db.reading() as tx:
        read = await game_rows.listed_of(tx, GAME.red)
    assert [row.game_id for row in before] == ["K7Q5/1", "K7Q7/1", "K7Q9/1"]
    assert listed == read == [rows[0], moved]
