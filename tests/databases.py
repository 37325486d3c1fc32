"""An empty database at the present schema, made once and copied for each test.

The migrations take longer than most tests. The PostgreSQL database of `tests.conftest` is emptied
after each test.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.db import Database
from storage.migrations import migrate

_SCHEMA = """(
    SELECT md5(
        (SELECT string_agg(attrelid || ' ' || attname, ',' ORDER BY attrelid, attnum)
            FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
            WHERE relnamespace = 'public'::regnamespace)
        || (SELECT count(*) FROM pg_trigger) || ' ' || (SELECT count(*) FROM pg_proc)
    )
)"""
NOTE_SCHEMA = f"DO $$ BEGIN EXECUTE format('COMMENT ON SCHEMA public IS %L', {_SCHEMA}); END $$"
"""SQL that stores a hash of the tables, which `EMPTY` compares."""
EMPTY = f"""DO $$
DECLARE
    one record;
BEGIN
    SET LOCAL lock_timeout = '20s';
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
    IF {_SCHEMA} <> obj_description('public'::regnamespace, 'pg_namespace') THEN
        RAISE EXCEPTION 'the tables are no longer those they were';
    END IF;
    -- Rows are deleted in any order, and no trigger forbids it. TRUNCATE would make new files for
    -- each table that refers to another, and for its indexes.
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname <> 'alembic_version' AND pg_relation_size(oid) > 0
    LOOP
        EXECUTE format('DELETE FROM %I', one.relname);
    END LOOP;
    PERFORM setval(format('%I', sequencename)::regclass, start_value, false)
        FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL;
END $$"""  # noqa: S608  (our own words)
"""SQL that deletes every row of a PostgreSQL database and restarts its numbering.

It ends all other connections, and fails if the tables have changed since `NOTE_SCHEMA`.
"""


def empty_database(file: Path) -> Path:
    """Write an empty SQLite database at the present schema, and return the file."""
    file.write_bytes(_content())
    return file


@cache
def _content() -> bytes:
    # The caller may have a running event loop, so this one runs in another thread.
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as aside:
        file = Path(folder) / "empty.sqlite"
        aside.submit(asyncio.run, _make(f"sqlite:///{file}")).result()
        return file.read_bytes()


async def _make(url: str) -> None:
    async with Database(url) as database:
        await migrate(database)
