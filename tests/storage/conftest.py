"""One contract for every database: each test that takes `db` runs on SQLite and on PostgreSQL.

The PostgreSQL server is our own, started with the first test that needs it (`tests.conftest`).
"""

from typing import TYPE_CHECKING

import pytest

from storage.db import Database
from tests.databases import empty_database

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
def sqlite_url(tmp_path: "Path") -> str:
    """Return the address of a fresh SQLite database at the present schema."""
    return f"sqlite:///{empty_database(tmp_path / 'tur.db')}"


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
