"""Empty databases for the nightly lists, of both kinds."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from storage.db import Database
from tests.databases import empty_database


@pytest.fixture(name="url", params=["sqlite", "postgres"])
def _url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the address of a fresh database, of one kind and the other."""
    if request.param == "sqlite":
        return f"sqlite:///{empty_database(tmp_path / 'tur.db')}"
    return str(request.getfixturevalue("postgres_url"))


@pytest_asyncio.fixture(name="db")
async def _db(url: str) -> AsyncIterator[Database]:
    """Give a fresh database, of one kind and the other."""
    async with Database(url) as database:
        yield database
