"""One contract for every database: each test that takes `db` runs on SQLite and on PostgreSQL.

The PostgreSQL server is our own, started with the first test that needs it (`tests.postgres`).
"""

import shutil
from itertools import count
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from storage.db import Database
from storage.migrations import migrate
from tests.postgres import Server, server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

_TEMPLATE = "migrated"
_numbers = count(1)


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


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """Give a PostgreSQL server without any database of ours."""
    with server() as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def migrated_postgres(postgres: Server) -> Server:
    """Give a PostgreSQL server with a database at the present schema, to be copied."""
    postgres.command(f"CREATE DATABASE {_TEMPLATE}")
    async with Database(postgres.url(_TEMPLATE)) as db:
        await migrate(db)
    return postgres


@pytest.fixture
def postgres_url(migrated_postgres: Server) -> str:
    """Return the address of a fresh PostgreSQL database at the present schema."""
    name = f"test{next(_numbers)}"
    migrated_postgres.command(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
    return migrated_postgres.url(name)


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
