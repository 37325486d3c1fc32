"""The browser of those tests that look at pages as people do."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, async_playwright

CHROMIUM: Final = "/usr/bin/chromium"
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

AXE: Final = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
FAULTS: Final = 'axe.run({resultTypes: ["violations"], preload: false})'
"""Asks axe for what it has against a page. It tells all of that, and nothing of what it passes."""


@asynccontextmanager
async def chromium(patience: float) -> AsyncIterator[Browser]:
    """Start the browser, within so many milliseconds; without one the test fails, never skips."""
    if shutil.which(CHROMIUM) is None:
        pytest.fail("Chromium is missing; install it with: apt-get install -y chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=FLAGS, timeout=patience
        )
        yield browser
        await browser.close()
