"""One contract for every database: each test with `db` runs on SQLite and PostgreSQL.

The tests start their own PostgreSQL server when first needed (`tests.conftest`).
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.db import Database
from tests.databases import empty_database


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Return the address of an empty SQLite database at the present schema."""
    return f"sqlite:///{empty_database(tmp_path / 'tur.db')}"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Return the address of an empty database at the present schema, for each kind."""
    address: str = request.getfixturevalue(f"{request.param}_url")
    return address


@pytest.fixture
async def db(url: str) -> AsyncIterator[Database]:
    """Give a database at the present schema, empty."""
    async with Database(url) as database:
        yield database
