"""One contract for every database: each test that takes `db` runs on all that are at hand.

SQLite always is. PostgreSQL joins when TURRETUR_TEST_POSTGRES holds the address of an empty
database that the tests may fill and empty again.
"""

import os
import shutil
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from storage.db import Database
from storage.migrations import migrate
from storage.schema import metadata

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

POSTGRES = os.environ.get("TURRETUR_TEST_POSTGRES", "")
BACKENDS = ["sqlite", "postgresql"] if POSTGRES else ["sqlite"]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> "Path":
    """Return an SQLite file at the present schema, to be copied."""
    file = tmp_path_factory.mktemp("template") / "empty.db"
    async with Database(f"sqlite:///{file}") as db:
        await migrate(db)
    return file


@pytest.fixture
def sqlite_url(tmp_path: "Path", migrated_file: "Path") -> str:
    """Return the address of a fresh SQLite database at the present schema."""
    file = tmp_path / "tur.db"
    shutil.copyfile(migrated_file, file)
    return f"sqlite:///{file}"


@pytest.fixture(params=BACKENDS)
async def db(request: pytest.FixtureRequest, sqlite_url: str) -> "AsyncIterator[Database]":
    """Give a database at the present schema, empty."""
    if request.param == "sqlite":
        async with Database(sqlite_url) as database:
            yield database
        return
    async with Database(POSTGRES) as database:
        await migrate(database)
        yield database
        async with database.transaction() as tx:
            await tx.run_sync(metadata.drop_all)
            await tx.exec_driver_sql("DROP TABLE alembic_version")
