"""The lead: exactly one program has it, and another takes over when it ends."""

import os
import signal

from sqlalchemy import text

from storage.db import Database
from storage.lead import Lead
from tools.postgres import PostgresServer, server

_BREAK = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '{}'"
"""Breaks every connection to a database, and waits until they are gone, a minute at most."""
_HOLDER = text(
    "SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database"
    " WHERE locktype = 'advisory' AND granted AND datname = current_database()"
)


async def test_one_leads_and_the_next_takes_over(postgres_url: str) -> None:
    """The first program leads until it stops or its connection ends."""
    async with Database(postgres_url) as one, Database(postgres_url) as other:
        first, second = Lead(one), Lead(other)
        asked = [await first.acquire(), await second.acquire(), await first.acquire()]
        await first.leave()
        taken_over = [await second.acquire(), await first.acquire()]
        await second.leave()
        await second.leave()

    assert asked == [True, False, True]
    assert taken_over == [True, False]


async def test_a_lead_goes_with_its_connection(
    migrated_postgres: PostgresServer, postgres_url: str
) -> None:
    """After a kill or a broken connection another leads at once."""
    async with Database(postgres_url) as one, Database(postgres_url) as other:
        first, second = Lead(one), Lead(other)
        assert await first.acquire()
        migrated_postgres.command(_BREAK.format(postgres_url.rpartition("/")[2]))
        assert await second.acquire()
        assert not await first.acquire()
        await second.leave()


async def test_a_server_that_is_away_has_no_leader() -> None:
    """Nobody leads while the database is down, and one does afterwards."""
    with server() as running:
        async with Database(running.url()) as db:
            lead = Lead(db)
            assert await lead.acquire()
            running.stop(signal.SIGQUIT)
            assert not await lead.acquire()
            assert not await lead.acquire()
            running.start()
            assert await lead.acquire()
            await lead.leave()


async def test_a_server_that_no_longer_answers_is_led_no_longer(postgres_url: str) -> None:
    """A leader without connection resigns, and the lead is free with the lock."""
    async with Database(postgres_url) as one, Database(postgres_url) as other:
        first, second = Lead(one, patience=2.0), Lead(other)
        assert await first.acquire()
        async with other.reading() as tx:
            holder = (await tx.execute(_HOLDER)).scalar_one()
        os.kill(holder, signal.SIGSTOP)
        try:
            assert not await first.acquire()
            assert not await second.acquire()
        finally:
            os.kill(holder, signal.SIGCONT)
        while not await second.acquire():
            pass
        assert not await first.acquire()
        await second.leave()


async def test_the_only_program_at_a_file_leads(sqlite_url: str) -> None:
    """SQLite allows one program, so no lock is needed."""
    async with Database(sqlite_url) as db:
        assert await Lead(db).acquire()
        await Lead(db).leave()
