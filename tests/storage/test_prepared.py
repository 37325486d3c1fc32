"""Prepared statements write, read and raise what SQLAlchemy would, on every database."""

import asyncio
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from storage import prepared
from storage.db import Database
from storage.dialects import put
from storage.schema import cases, due, inbox, persons
from storage.types import UtcDateTime
from tests.storage.test_claims import BREAK
from tools.postgres import Server

AT = datetime(2025, 5, 3, 10, 30, 0, 123456, tzinfo=timezone(timedelta(hours=3)))
_UPDATE = {"update_id": 7, "chat": 1, "raw": "{}", "received_at": AT, "state": "new"}
_ADD = insert(inbox)
_ALL = select(inbox).order_by(inbox.c.id)
_ADD_DUE = insert(due)
_ADD_PERSON = insert(persons)
_ADD_CASE = insert(cases)
_FIRST = select(inbox.c.id, inbox.c.received_at.label("came")).order_by(inbox.c.id).limit(1)
_OF_CHAT = select(inbox.c.raw).where(inbox.c.chat == bindparam("whose"), inbox.c.state == "new")
_MARK = update(inbox).where(inbox.c.id == bindparam("row"))
_DROP = delete(inbox).where(inbox.c.chat == bindparam("whose"))
_PERSON = {
    "name": "Ană",
    "time_zone": "Europe/Bucharest",
    "reminder_hour": 9,
    "reachable": True,
    "arbiter": False,
    "club": "",
}
_CASE = {
    "case_id": "K7QF/1#1",
    "game_id": "K7QF/1",
    "match_id": "K7QF",
    "competition": "",
    "arbiter": 1,
    "kind": "own",
    "stage": "open",
    "claimant": 1,
    "against": None,
    "words": "",
    "ruling": "",
    "due_on": date(2025, 5, 9),
    "seq": 1,
    "updated_at": AT,
}


@pytest.fixture
def db(db_both_ways: Database) -> Database:
    """Return a database whose statements go the short way, or the libraries' own."""
    return db_both_ways


@pytest.mark.parametrize("many", [0, 1, 12, 13, 40])
async def test_rows_of_many_are_found_and_changed_whatever_their_number(
    db: Database, many: int
) -> None:
    """As `IN` would: each once, those that are not there not at all, the others untouched."""
    async with db.transaction() as tx:
        await prepared.run_each(tx, _ADD, [_UPDATE | {"update_id": n} for n in range(50)])
        wanted = range(45, 45 - many, -1)
        by_number = select(inbox.c.update_id)
        found = await prepared.rows_among(tx, by_number, inbox.c.update_id, {*wanted, 99})
        assert sorted(row.update_id for row in found) == sorted(wanted)

        done = update(inbox).where(inbox.c.received_at == bindparam("came", type_=UtcDateTime))
        done = done.values(state="done")
        await prepared.run_among(tx, done, inbox.c.update_id, wanted, {"came": AT})
        await prepared.run_among(tx, done, inbox.c.update_id, [49], {"came": AT - timedelta(1)})

        changed = await tx.execute(select(inbox.c.update_id).where(inbox.c.state == "done"))
        assert sorted(changed.scalars()) == sorted(wanted)


async def test_rows_are_those_that_sqlalchemy_reads(db: Database) -> None:
    """Instants, days, truths, defaults and what is missing come back as they always do."""
    async with db.transaction() as tx:
        await prepared.run(tx, _ADD, _UPDATE)
        await prepared.run(tx, _ADD_PERSON, _PERSON)
        await prepared.run(tx, _ADD_CASE, _CASE)
        for query in (_ALL, select(persons), select(cases), _FIRST):
            usual = (await tx.execute(query)).all()
            ours = await prepared.rows(tx, query)
            assert [each._asdict() for each in ours] == [each._asdict() for each in usual]
            assert [tuple(each) for each in ours] == [tuple(each) for each in usual]
        (row,) = await prepared.rows(tx, _ALL)
        assert row.received_at == AT
        assert row.received_at.tzinfo is UTC
        assert (row.attempts, row.error, row.retry_at) == (0, "", None)


async def test_a_row_that_is_not_there_is_none(db: Database) -> None:
    """Constants of the statement and values of the call find the same rows as ever, or none."""
    async with db.transaction() as tx:
        await prepared.run(tx, _ADD, _UPDATE)
        assert (await prepared.row(tx, _OF_CHAT, {"whose": 1})).raw == "{}"
        assert await prepared.row(tx, _OF_CHAT, {"whose": 2}) is None


async def test_changes_tell_how_many_rows_they_concerned(db: Database) -> None:
    """The same statement takes other columns each time; the count is of the rows changed."""
    async with db.transaction() as tx:
        updates = [_UPDATE | {"update_id": number} for number in range(3)]
        await prepared.run_each(tx, _ADD, updates)
        await prepared.run_each(tx, _ADD, [])
        row = (await prepared.row(tx, _FIRST)).id
        assert await prepared.run(tx, _MARK, {"row": row, "state": "done", "done_at": AT}) == 1
        assert await prepared.run(tx, _MARK, {"row": row, "error": "too late"}) == 1
        assert await prepared.run(tx, _MARK, {"row": -1, "error": "nobody's"}) == 0
        found = (await prepared.rows(tx, _ALL))[0]
        assert (found.state, found.done_at, found.error) == ("done", AT, "too late")
        assert await prepared.run(tx, _DROP, {"whose": 1}) == 3


async def test_a_row_in_place_of_another(db: Database) -> None:
    """What is put replaces what was there under the same key."""
    row = {"stream": "g/A", "kind": "flag", "due_at": AT, "payload": "one"}
    async with db.transaction() as tx:
        await prepared.run(tx, put(tx.dialect.name, due), row)
        await prepared.run(tx, put(tx.dialect.name, due), row | {"payload": "two"})
        assert [each.payload for each in await prepared.rows(tx, select(due))] == ["two"]


async def test_errors_are_those_of_sqlalchemy(db: Database) -> None:
    """Whoever catches a broken rule of the database, or a broken statement, goes on doing so."""
    row = {"stream": "g/A", "kind": "flag", "due_at": AT, "payload": ""}
    async with db.transaction() as tx:
        await prepared.run(tx, _ADD_DUE, row)
    with pytest.raises(IntegrityError):
        async with db.transaction() as tx:
            await prepared.run(tx, _ADD_DUE, row)
    with pytest.raises(IntegrityError):
        async with db.transaction() as tx:
            await prepared.run_each(tx, _ADD_DUE, [row])
    with pytest.raises(DBAPIError):
        async with db.transaction() as tx:
            await prepared.run_text(tx, "SAVE POINT")
    async with db.transaction() as tx:
        await tx.exec_driver_sql("DROP TABLE due")
        with pytest.raises(DBAPIError):
            await prepared.rows(tx, select(due))


async def test_an_instant_without_a_zone_is_refused(db: Database) -> None:
    """A naive instant is written by no way."""
    with pytest.raises(Exception, match="needs its time zone"):
        async with db.transaction() as tx:
            await prepared.run(tx, _ADD, _UPDATE | {"received_at": AT.replace(tzinfo=None)})


async def test_a_statement_with_a_growing_list_is_refused(sqlite_url: str) -> None:
    """It would be another statement each time."""
    several = select(inbox.c.id).where(inbox.c.id.in_(bindparam("ids", expanding=True)))
    async with Database(sqlite_url) as db, db.reading() as tx:
        with pytest.raises(TypeError, match="another one each time"):
            await prepared.rows(tx, several, {"ids": [1, 2]})


async def test_a_server_that_was_away_fails_whoever_was_there_and_nobody_later(
    migrated_postgres: Server, postgres_url: str
) -> None:
    """One broken connection is taken for the end of all that were open with it."""
    async with Database(postgres_url) as db:
        async with db.reading() as one, db.reading() as other, db.transaction() as tx:
            for each in (one, other, tx):
                assert await prepared.row(each, _FIRST) is None
        async with db.transaction() as tx:
            migrated_postgres.command(BREAK.format(postgres_url.rpartition("/")[2]))
            with pytest.raises(DBAPIError):
                await prepared.run(tx, _ADD, _UPDATE)
            await tx.rollback()
        async with db.reading() as one, db.reading() as other, db.transaction() as tx:
            for each in (one, other, tx):
                assert await prepared.row(each, _FIRST) is None


async def test_a_statement_that_is_cut_short_leaves_nothing_behind(postgres_url: str) -> None:
    """Its transaction is taken back, and the next one does not wait for it."""
    async with Database(postgres_url) as db:

        async def slow() -> None:
            async with db.transaction() as tx:
                await prepared.run(tx, _ADD, _UPDATE)
                await prepared.rows(tx, select(func.pg_sleep(600)))

        with pytest.raises(TimeoutError):
            await asyncio.wait_for(slow(), 0.2)
        async with db.transaction() as tx:
            assert await prepared.row(tx, _FIRST) is None
