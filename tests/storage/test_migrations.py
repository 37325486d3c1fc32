"""Migrations: from an empty database to the present schema, completely or not at all."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, event, text

from storage.copying import copy
from storage.db import Database
from storage.errors import BadDatabase, SchemaMismatch
from storage.lead import Lead
from storage.migrations import HEAD, config, migrate, rehearse, revision
from storage.schema import metadata
from tools.postgres import PostgresServer


def url(tmp_path: Path) -> str:
    """Return the address of a database that does not exist yet."""
    return f"sqlite:///{tmp_path}/new.db"


async def test_from_nothing_to_the_present_schema(tmp_path: Path) -> None:
    """An empty database gets all tables, and a second run does nothing."""
    async with Database(url(tmp_path)) as db:
        assert await revision(db) is None
        first = await migrate(db)
        second = await migrate(db)
        assert await revision(db) == HEAD

    assert (first.before, first.after, first.changed) == (None, HEAD, True)
    assert (second.before, second.after, second.changed) == (HEAD, HEAD, False)


async def test_the_steps_make_what_the_schema_says(db: Database) -> None:
    """Alembic finds no difference between the migrated database and `storage.schema`."""

    def differences(connection: Connection) -> object:
        options = {"compare_type": True, "render_as_batch": True}
        return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)

    async with db.reading() as tx:
        found = await tx.run_sync(differences)

    assert found == []


async def test_constraints_are_the_same_by_name(tmp_path: Path, sqlite_url: str) -> None:
    """Names of keys and checks, which Alembic does not compare, agree."""
    query = text("SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL")

    async def described(db: Database) -> dict[str, list[str]]:
        async with db.reading() as tx:
            rows = await tx.execute(query)
            return {row.name: sorted(re.sub(r"[,\"]", " ", row.sql).split()) for row in rows}

    async with Database(url(tmp_path)) as created, Database(sqlite_url) as migrated:
        async with created.transaction() as tx:
            await tx.run_sync(metadata.create_all)
        expected, found = await described(created), await described(migrated)

    assert found.items() >= expected.items()


def test_head_is_the_last_step() -> None:
    """The constant for start-up equals the last module in `versions/`."""
    assert ScriptDirectory.from_config(config()).get_heads() == [HEAD]


async def test_every_step_can_be_taken_back(sqlite_url: str) -> None:
    """Down to nothing and up again gives the same schema."""
    from alembic import command

    def down(connection: Connection) -> None:
        made = config()
        made.attributes["connection"] = connection
        command.downgrade(made, "base")

    async with Database(sqlite_url) as db:
        async with db.migration() as tx:
            await tx.run_sync(down)
        async with db.reading() as tx:
            tables = text("SELECT name FROM sqlite_master WHERE type = 'table'")
            assert (await tx.execute(tables)).scalars().all() == ["alembic_version"]
        assert (await migrate(db)).changed


async def test_a_database_of_a_later_program_is_refused(sqlite_url: str) -> None:
    """An older program refuses a newer database and names its version."""
    async with Database(sqlite_url) as db:
        async with db.transaction() as tx:
            await tx.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(SchemaMismatch, match="9999"):
            await migrate(db)

        assert await revision(db) == "9999"


async def test_nothing_is_copied_into_another_schema(sqlite_url: str, tmp_path: Path) -> None:
    """A database of another version is refused and does not change."""
    async with Database(sqlite_url) as db, Database(f"sqlite+aiosqlite:///{tmp_path}/old") as old:
        await migrate(old)
        async with old.transaction() as tx:
            await tx.execute(text("UPDATE alembic_version SET version_num = '0029'"))
        with pytest.raises(BadDatabase, match="not at the present schema"):
            await copy(db, old)

        assert await revision(old) == "0029"


async def test_a_step_that_fails_leaves_no_trace(tmp_path: Path) -> None:
    """After a broken step the database is unchanged and can be migrated later."""

    def trip(*call: object) -> None:
        if "CREATE TABLE outbox" in str(call[2]):
            raise OSError("power cut")

    async with Database(url(tmp_path)) as db:
        event.listen(Engine, "before_cursor_execute", trip)
        try:
            with pytest.raises(OSError, match="power cut"):
                await migrate(db)
        finally:
            event.remove(Engine, "before_cursor_execute", trip)
        assert await revision(db) is None
        async with db.reading() as tx:
            names = (await tx.execute(text("SELECT name FROM sqlite_master"))).scalars().all()
            assert names == []
        assert (await migrate(db)).changed


async def test_a_server_is_not_migrated_under_a_running_program(
    postgres_url: str,
) -> None:
    """The leader is named, with the command that ends its connection; then it runs."""
    async with Database(postgres_url) as running, Database(postgres_url) as newer:
        lead = Lead(running)
        assert await lead.acquire()
        async with newer.migration() as tx:
            await tx.run_sync(_one_step_back)
        for refused in (migrate, rehearse):
            with pytest.raises(
                BadDatabase, match=r"is at work at .*: stop it first.*terminate_back"
            ):
                await refused(newer)
        assert await revision(newer) != HEAD
        await lead.leave()
        await migrate(newer)
        assert await revision(newer) == HEAD


async def test_of_programs_that_begin_at_once_one_migrates(postgres: PostgresServer) -> None:
    """The others wait and find nothing to do."""
    postgres.command("CREATE DATABASE begun_at_once")
    address = postgres.url("begun_at_once")
    async with Database(address) as one, Database(address) as two, Database(address) as three:
        done = await asyncio.gather(*map(migrate, (one, two, three)))

    assert sorted(each.changed for each in done) == [False, False, True]


async def test_a_servers_database_is_copied_before_it_is_changed(
    postgres_url: str,
    migrated_postgres: PostgresServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The copy goes to the backup folder; without pg_dump nothing changes."""
    name = postgres_url.rpartition("/")[2]
    async with Database(postgres_url) as db:
        async with db.migration() as tx:
            await tx.run_sync(_one_step_back)
        before = await revision(db)
        assert before not in {None, HEAD}
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(BadDatabase, match="pg_dump is not installed"):
            await migrate(db, tmp_path)
        assert await revision(db) == before
        monkeypatch.setenv("PATH", f"{migrated_postgres.programs}{os.pathsep}{os.environ['PATH']}")
        done = await migrate(db, tmp_path)

    assert done.copy == tmp_path / f"{name}.before-{before}"
    migrated_postgres.command("CREATE DATABASE as_it_was")
    as_it_was = migrated_postgres.url("as_it_was")
    migrated_postgres.run("pg_restore", "--no-owner", "-d", as_it_was, done.copy)
    async with Database(as_it_was) as db:
        assert await revision(db) == before


def _one_step_back(connection: Connection) -> None:
    from alembic import command

    made = config()
    made.attributes["connection"] = connection
    command.downgrade(made, "-1")


async def test_a_rebuilt_table_keeps_its_references(sqlite_url: str) -> None:
    """A migration that would leave an invalid reference changes nothing."""
    async with Database(sqlite_url) as db:
        with pytest.raises(BadDatabase, match="persons"):
            await break_reference(db)
        async with db.reading() as tx:
            assert (await tx.execute(text("SELECT count(*) FROM waiting"))).scalar() == 0


async def break_reference(db: Database) -> None:
    """Write a row without an owner, as a migration."""
    async with db.migration() as tx:
        await tx.execute(
            text("INSERT INTO waiting VALUES (7, 'a', 'b', '2025-05-03 08:00:00.000000')")
        )


QUICK = """
import asyncio, sys
from storage.db import Database
from storage.migrations import migrate

async def main():
    async with Database(sys.argv[1]) as db:
        await migrate(db)

asyncio.run(main())
assert "alembic" not in sys.modules
assert "cattrs" not in sys.modules
"""


def test_an_up_to_date_database_starts_without_alembic(sqlite_url: str) -> None:
    """If no step is due, the migration library is not loaded."""
    done = subprocess.run(
        [sys.executable, "-c", QUICK, sqlite_url],
        check=False,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stderr) == (0, "")
