"""The page of browsers, for the tests of people."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.harness import Table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.people.browsers_shared import BrowserPair, pair_in


@pytest_asyncio.fixture(name="web")
async def _web(table: Table) -> AsyncIterator[MiniApp]:
    """Give the page of a bot with an arbiter."""
    async with mini_app(table) as web:
        yield web


@pytest.fixture
def browser_pair(web: MiniApp) -> BrowserPair:
    """Give a match of Ana, who plays in a browser and moves first, and Ion in Telegram."""
    return pair_in(web)
