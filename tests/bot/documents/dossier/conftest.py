"""Shared fixtures for tests of case files."""

import pytest_asyncio

from storage.db import Database
from tests.bot.documents.dossier.match import StoredMatch, stored_match


@pytest_asyncio.fixture
async def stored(database: Database) -> StoredMatch:
    """Store the match."""
    return await stored_match(database)
