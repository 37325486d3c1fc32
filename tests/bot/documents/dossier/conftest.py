"""Shared fixtures for tests of case files."""

import pytest
import pytest_asyncio

from storage.db import Database
from tests.bot.documents.dossier.match import StoredMatch, stored_match
from tests.bot.documents.dossier.packed import StoredDossier, pack
from tests.databases import empty_database


@pytest_asyncio.fixture
async def stored(database: Database) -> StoredMatch:
    """Store the match."""
    return await stored_match(database)


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def stored_dossier(tmp_path_factory: pytest.TempPathFactory) -> StoredDossier:
    """Store the match and make its case file once, for all tests that only read it."""
    file = empty_database(tmp_path_factory.mktemp("dossier") / "tur.db")
    async with Database(f"sqlite:///{file}") as database:
        stored = await stored_match(database)
        return StoredDossier(stored, await pack(database, stored))
