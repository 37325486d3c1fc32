"""One contract for every database: each test that takes `db` runs on SQLite and on PostgreSQL.

The PostgreSQL server is our own, started with the first test that needs it (`tests.conftest`).
"""

import shutil
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from storage.db import Database
from storage.migrations import migrate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


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


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Return the address of a fresh database at the present schema, of one kind and the other."""
    address: str = request.getfixturevalue(f"{request.param}_url")
    return address


@pytest.fixture
async def db(url: str) -> "AsyncIterator[Database]":
    """Give a database at the present schema, empty."""
    async with Database(url) as database:
        yield database
