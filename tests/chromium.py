"""The browser of those tests that look at pages as people do.

One for all tests of a worker (the fixture `browser` of `tests.conftest`): to start it takes longer
than most of them. Each opens a context of its own, which shares nothing with another's, and runs in
the browser's event loop: its module says so in its `pytestmark`.
"""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from playwright.async_api import Browser

CHROMIUM: Final = "/usr/bin/chromium"
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PATIENCE: Final = 120_000.0
"""Milliseconds that its start may take on a busy machine."""

AXE: Final = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
FAULTS: Final = 'axe.run({resultTypes: ["violations"], preload: false})'
"""Asks axe for what it has against a page. It tells all of that, and nothing of what it passes."""


@asynccontextmanager
async def chromium() -> AsyncIterator["Browser"]:
    """Start the browser; without one the tests fail, and are never skipped."""
    from playwright.async_api import async_playwright  # most tests need nothing of it

    if shutil.which(CHROMIUM) is None:
        pytest.fail("Chromium is missing; install it with: apt-get install -y chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE
        )
        yield browser
        await browser.close()
